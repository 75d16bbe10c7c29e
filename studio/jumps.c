#include <setjmp.h>
#include <stddef.h>

// The functions that clang calls for setjmp and longjmp
// (llvm/lib/Target/WebAssembly/WebAssemblyLowerEmscriptenEHSjLj.cpp).

// The tag of the exception, whose value is the address of `thrown`.
__asm__(".globl __c_longjmp\n"
        ".tagtype __c_longjmp i32\n"
        "__c_longjmp:\n");

// Called by setjmp: `label` tells the calls in a function apart, `call` the calls of the function.
void __wasm_setjmp(jmp_buf buffer, unsigned label, void *call) {
  buffer->call = call;
  buffer->label = label;
}

// Returns the label of the setjmp where an exception ends; 0 if that is in another function.
unsigned __wasm_setjmp_test(jmp_buf buffer, void *call) { return buffer->call == call ? buffer->label : 0; }

void __wasm_longjmp(jmp_buf buffer, int value) {
  buffer->thrown.buffer = buffer;
  buffer->thrown.value = value ? value : 1;
  __builtin_wasm_throw(1, &buffer->thrown);  // 1 is __c_longjmp
}
