#pragma once

// The text of Sources/Daemon/io.loaderd.Screen.varlink, embedded at compile time. Not terminated by a NUL byte.
typedef struct {
  const unsigned char *bytes;
  long size;
} InterfaceText;

InterfaceText interface_text(void);
