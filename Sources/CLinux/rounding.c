// The functions of libm that the program calls, so that it needs no libm: a library more takes 0.4 MB and a millisecond
// at the start. All results are exact, so they are those of libm.
#ifdef __linux__
#include <math.h>
#include <stdint.h>
#endif
#ifdef __GLIBC__

// From 2^52 on, all numbers are whole. NaN is not below it.
static double whole(double number) {
  if (!(__builtin_fabs(number) < 0x1p52)) return number;
  return __builtin_copysign((double)(int64_t)number, number);
}

double trunc(double number) { return whole(number); }

double floor(double number) {
  const double below = whole(number);
  return below > number ? below - 1 : below;
}

double ceil(double number) {
  const double above = whole(number);
  return above < number ? __builtin_copysign(above + 1, number) : above;
}

double round(double number) {
  const double near = whole(number);
  return __builtin_fabs(number - near) >= 0.5 ? near + __builtin_copysign(1, number) : near;
}

// Without errno, which only C code reads.
double sqrt(double number) { return __builtin_elementwise_sqrt(number); }

#endif
