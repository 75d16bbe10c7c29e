#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>

// Only what Swift cannot import: a variadic function's plain use, and a union.
static inline int systemd_read(sd_bus_message *message, char type, void *value) { return sd_bus_message_read_basic(message, type, value); }
static inline int systemd_boot(char text[33]) {
  sd_id128_t boot;
  const int result = sd_id128_get_boot(&boot);
  if (result >= 0) sd_id128_to_string(boot, text);
  return result;
}
static inline void systemd_free(char *text) { free(text); }
