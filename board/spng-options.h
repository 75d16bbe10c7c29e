// Included before spng.c. The program corrects gamma itself (Sources/Images/Gamma.swift) and never sets
// SPNG_DECODE_GAMMA, for which pow would need libm.
#include <math.h>
#define pow(base, exponent) (base)
