#include "FakeInput.h"
#include <linux/input.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int position[2];

void fake_input_set_position(int x, int y) {
  position[0] = x;
  position[1] = y;
}

static void set(uint8_t *bits, int bit) { bits[bit / 8] |= (uint8_t)(1 << bit % 8); }

static void list_axes(uint8_t *bits) {
  set(bits, ABS_MT_SLOT);
  set(bits, ABS_MT_POSITION_X);
  set(bits, ABS_MT_POSITION_Y);
  set(bits, ABS_MT_TRACKING_ID);
}

// EVIOCGMTSLOTS: the first value is the code of an axis; the values of the slots follow.
static void list_slots(int32_t *values, size_t count) {
  for (size_t slot = 1; slot < count; slot++) values[slot] = values[0] == ABS_MT_TRACKING_ID ? -1 : 0;
  if (values[0] == ABS_MT_POSITION_X) values[1] = position[0];
  if (values[0] == ABS_MT_POSITION_Y) values[1] = position[1];
}

bool fake_input_answer(int fd, unsigned long request, void *argument) {
  struct stat status;
  if (_IOC_TYPE(request) != 'E' || fstat(fd, &status) || !S_ISFIFO(status.st_mode)) return false;
  const unsigned number = _IOC_NR(request), size = _IOC_SIZE(request);
  if (number == _IOC_NR(EVIOCGMTSLOTS(0))) return list_slots(argument, size / sizeof(int32_t)), true;
  if (!(_IOC_DIR(request) & _IOC_READ)) return true;
  memset(argument, 0, size);
  if (number == _IOC_NR(EVIOCGNAME(0))) memcpy(argument, "Panel", 6);
  if (number == _IOC_NR(EVIOCGPROP(0))) set(argument, INPUT_PROP_DIRECT);
  if (number == _IOC_NR(EVIOCGBIT(0, 0))) set(argument, EV_SYN), set(argument, EV_ABS);
  if (number == _IOC_NR(EVIOCGBIT(EV_ABS, 0))) list_axes(argument);
  if (number >= _IOC_NR(EVIOCGABS(0)) && number < _IOC_NR(EVIOCGABS(ABS_CNT)))
    ((struct input_absinfo *)argument)->maximum = number == _IOC_NR(EVIOCGABS(ABS_MT_SLOT)) ? 63 : 99;
  return true;
}

void fake_input_write(int fd, uint16_t type, uint16_t code, int32_t value) {
  const struct input_event event = {.type = type, .code = code, .value = value};
  if (write(fd, &event, sizeof event) != sizeof event) abort();
}
