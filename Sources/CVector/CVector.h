// Operations on vectors for which Swift's vectors have none that the compiler makes one instruction of.
#ifndef CVECTOR_H
#define CVECTOR_H

typedef unsigned short vector_words __attribute__((ext_vector_type(8)));
typedef short vector_shorts __attribute__((vector_size(16)));
typedef unsigned int vector_long_words __attribute__((ext_vector_type(8)));
typedef unsigned int vector_pixels __attribute__((ext_vector_type(4)));
typedef float vector_floats __attribute__((vector_size(16)));

// Words multiplied by 257 / 65536 and rounded down: w / 255 rounded down for w + 1, w / 255 rounded to nearest for w +
// 128 of products of two bytes.
static inline __attribute__((always_inline)) vector_words vector_divided_by_255(vector_words words) {
#ifdef __x86_64__
  // One instruction has the upper half of a product.
  const vector_words factors = 257;
  return (vector_words)__builtin_ia32_pmulhuw128((vector_shorts)words, (vector_shorts)factors);
#else
  return (words + (words >> 8)) >> 8;
#endif
}

// The lower halves of long words.
static inline __attribute__((always_inline)) vector_words vector_lower_halves(vector_long_words words) {
  return __builtin_convertvector(words, vector_words);
}

// A number from 0 to 2^31 - 1, rounded down, without a check of its range.
static inline __attribute__((always_inline)) int whole_part(double number) { return (int)number; }

// True if all bits are 0.
static inline __attribute__((always_inline)) _Bool vector_is_zero(vector_long_words words) {
  return __builtin_reduce_or(words) == 0;
}

// True if a equals b and c equals d.
static inline __attribute__((always_inline)) _Bool vector_are_equal(
    vector_pixels a, vector_pixels b, vector_pixels c, vector_pixels d) {
#ifdef __x86_64__
  return __builtin_ia32_movmskps((vector_floats)((a == b) & (c == d))) == 15;
#else
  return __builtin_reduce_max((a ^ b) | (c ^ d)) == 0;
#endif
}

#endif
