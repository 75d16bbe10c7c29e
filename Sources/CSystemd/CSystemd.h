#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>

// Functions of libsystemd with types that Swift imports less well, and a union.

// Reads a value of a basic type from a message (sd_bus_message_read_basic(3)).
static inline int systemd_read(sd_bus_message *message, char type, void *value) {
  return sd_bus_message_read_basic(message, type, value);
}
// Stores the ID of this boot as 32 hexadecimal digits. Returns a negative errno if it fails.
static inline int systemd_boot(char text[33]) {
  sd_id128_t boot;
  const int result = sd_id128_get_boot(&boot);
  if (result >= 0) sd_id128_to_string(boot, text);
  return result;
}
// Frees a string that libsystemd has allocated.
static inline void systemd_free(char *text) { free(text); }
