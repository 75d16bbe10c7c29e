#pragma once

// The text of Sources/Daemon/io.loaderd.Screen.varlink.
typedef struct {
  const unsigned char *bytes;
  long size;
} InterfaceText;

InterfaceText interface_text(void);
