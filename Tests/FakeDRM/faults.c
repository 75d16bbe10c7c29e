// Faults: calls that fail, and the count of what was not freed.

#include "state.h"
#include <stdlib.h>
#include <string.h>

static int allocations, failing_call, failing_error;
int fake_blobs;

void *fake_allocate(size_t size) {
  allocations++;
  return calloc(1, size);
}

void fake_free(void *memory) {
  if (!memory) return;
  allocations--;
  free(memory);
}

static void (*distortion)(void *memory, size_t size);

void fake_distort(void (*distort)(void *memory, size_t size)) { distortion = distort; }

void fake_change(void *memory, size_t size) {
  if (distortion) distortion(memory, size);
}

void fake_reset_faults(void) { allocations = fake_blobs = failing_call = 0; }

int fake_failure(const char *function) {
  static const char *failing_function;
  if (fake_card.is_unplugged) return errno = ENODEV;
  if (++fake_record.calls == failing_call) failing_function = function;
  else if (!failing_call || !fake_card.fails_repeatedly || fake_record.calls < failing_call) return 0;
  else if (strcmp(function, failing_function)) return 0;
  return errno = failing_error;
}

void fake_fail(int call, int error) {
  failing_call = call ? fake_record.calls + call : 0;
  failing_error = error;
}

int fake_leaks(void) {
  int count = allocations + fake_blobs;
  for (int i = 0; i < BUFFERS; i++) {
    const struct fake_buffer *buffer = &fake_buffers[i];
    count += buffer->has_memory + buffer->has_second_handle + (buffer->has_framebuffer && !buffer->is_closed);
  }
  return count;
}
