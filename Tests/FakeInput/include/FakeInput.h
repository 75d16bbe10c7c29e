#pragma once
#include <stdbool.h>
#include <stdint.h>

// A touch screen without a driver, as libevdev asks for it: any FIFO, into which a test writes events. 0 to 99 across and
// down, and so many fingers that libevdev reads more than 256 events at once.

// Where the first finger was when last it moved.
void fake_input_place(int x, int y);
// Whether a request was one of an input device's, and was answered.
bool fake_input_answer(int fd, unsigned long request, void *argument);
// Writes an event as the kernel does.
void fake_input_write(int fd, uint16_t type, uint16_t code, int32_t value);
