// The start of the programs for ARM with 32 bits: finds out whether the processor has NEON, and calls neon_program, the
// program's own main (board/device).
#include <asm/hwcap.h>
#include <sys/auxv.h>

#pragma GCC visibility push(hidden)

_Bool neon_is_used;  // read by board/neon-entry.S

int neon_program(int count, char **arguments);

int main(int count, char **arguments) {
  neon_is_used = getauxval(AT_HWCAP) & HWCAP_NEON;
  return neon_program(count, arguments);
}
