#pragma once
#include <stdint.h>

// libinput and libudev, which are loaded with dlopen.

typedef struct InputSeat InputSeat;

typedef enum { InputKey, InputDown, InputMove, InputUp, InputCancelled, InputRemoved, InputOther } InputEventType;

typedef struct {
  InputEventType type;
  int64_t time;   // CLOCK_MONOTONIC, ns
  int32_t code;   // key code (linux/input-event-codes.h) or seat slot of the finger
  float x, y;     // position on the device, 0…1
  char name[80];  // name of the device, truncated
} InputEvent;

// Loads both libraries. Returns 0 and sets `reason` to the text of dlerror(3) if that fails.
int input_is_available(const char **reason);

// Opens all devices of seat0, hotplugged ones too. NULL without udev. To be called once the libraries are loaded.
InputSeat *input_seat(void);
// A descriptor that is readable when input_dispatch has to be called.
int input_descriptor(InputSeat *seat);
// Reads the pending events. Returns a negative errno if it fails.
int input_dispatch(InputSeat *seat);
// Stores the next event. Returns 0 if there is none.
int input_next(InputSeat *seat, InputEvent *event);
// The number of buffer overruns in the kernel (SYN_DROPPED) since the last call; `name` is set to the last device that
// had one.
int input_overruns(const char **name);
