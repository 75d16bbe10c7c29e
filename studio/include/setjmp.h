#pragma once

// FreeType leaves nested functions with longjmp. clang compiles both calls to exceptions of WebAssembly
// (-wasm-enable-sjlj) and calls the functions of jumps.c.

typedef struct {
  void *call;
  unsigned label;
  struct {
    void *buffer;
    int value;
  } thrown;
} jmp_buf[1];

int setjmp(jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf, int);
