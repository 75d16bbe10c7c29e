#pragma once
#include <stdbool.h>
#include <stdint.h>

// A fake evdev touch screen for libevdev. Any FIFO is a device; a test writes its events into the FIFO. Positions are 0
// to 99 on both axes. The device has 64 slots, so that libevdev reads more than 256 events at once.

// Sets the last position of the first slot, as EVIOCGMTSLOTS reports it.
void fake_input_set_position(int x, int y);
// Answers an evdev ioctl on a FIFO. Returns false for other requests and other files.
bool fake_input_answer(int fd, unsigned long request, void *argument);
// Writes an input_event. Aborts if the FIFO does not take it.
void fake_input_write(int fd, uint16_t type, uint16_t code, int32_t value);
