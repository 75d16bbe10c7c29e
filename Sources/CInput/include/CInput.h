#pragma once
#include <stdint.h>

// libinput and libudev, opened with dlopen when they are to be used.

typedef struct InputSeat InputSeat;

typedef enum { InputKey, InputDown, InputMove, InputUp, InputCancelled, InputRemoved, InputOther } InputChange;

typedef struct {
  InputChange change;
  int64_t time;  // monotonic, in nanoseconds
  int32_t code;  // of a key that was pressed, or a finger's
  float x, y;    // from 0 to 1, as the device has it
  char name[80];
} InputNews;

// Whether both libraries are there; else a sentence that says which one is not, and why.
int input_is_available(const char **reason);

// All devices of seat0, those that come too; null without the libraries or without udev.
InputSeat *input_seat(void);
int input_descriptor(InputSeat *seat);
// Reads what has come; -1 when it cannot go on.
int input_dispatch(InputSeat *seat);
// The next of it; 0 when there is no more.
int input_next(InputSeat *seat, InputNews *news);
// How often the kernel has lost events since this was asked last, and the device whose they were.
int input_missed(const char **name);
