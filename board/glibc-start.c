// main of the programs for glibc. It unpacks the program's relative relocations, and calls program_main, the program's
// own main (board/device). glibc unpacks them (DT_RELR) since 2.36 only. No glibc knows the tag that Android used first
// (DT_ANDROID_RELR): under that tag they are left to this file in every release.
//
// Until they are unpacked, nothing may need a relocated address. The symbols below are hidden: their addresses are
// relative to the code; the linker makes the address of main relative in the C library's start file, too. There are no
// constructors.
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

extern const ElfW(Ehdr) __ehdr_start;  // the start of the program, by the linker
int program_main(int count, char **arguments);

#ifdef __aarch64__
// libgcc's atomic functions read it. libgcc would set it in a constructor, whose address ld.so would need.
_Bool __aarch64_have_lse_atomics;
#endif

enum { android_relr = 0x6fffe000, android_relr_size };

// The program's only segment of a type, or NULL.
static const ElfW(Phdr) *segment(uint32_t type) {
  const ElfW(Phdr) *segment = (const void *)((uintptr_t)&__ehdr_start + __ehdr_start.e_phoff);
  const ElfW(Phdr) *end = segment + __ehdr_start.e_phnum;
  while (segment < end && segment->p_type != type) segment++;
  return segment < end ? segment : NULL;
}

// Changes the access to what ld.so has made read-only.
static void protect(uintptr_t base, int access) {
  const uintptr_t page = getauxval(AT_PAGESZ);
  const ElfW(Phdr) *relro = segment(PT_GNU_RELRO);
  if (!relro) return;
  const uintptr_t start = (base + relro->p_vaddr) & -page;
  const uintptr_t end = (base + relro->p_vaddr + relro->p_memsz) & -page;
  if (mprotect((void *)start, end - start, access)) _exit(127);  // as ld.so does without memory
}

// An even entry is the address of a word to relocate. Each bit but the lowest of an odd entry is for one of the words
// after it.
// https://groups.google.com/g/generic-abi/c/bX460iggiKg
static void relocate(uintptr_t base, const uintptr_t *entry, const uintptr_t *end) {
  const int bits = 8 * sizeof(uintptr_t) - 1;
  uintptr_t *word = NULL;
  for (; entry < end; entry++) {
    if (!(*entry & 1)) {
      word = (uintptr_t *)(base + *entry);
      *word++ += base;
      continue;
    }
    for (int bit = 0; bit < bits; bit++)
      if (*entry >> (bit + 1) & 1) word[bit] += base;
    word += bits;
  }
}

int main(int count, char **arguments) {
  const uintptr_t base = (uintptr_t)&__ehdr_start;
  uintptr_t start = base, size = 0;
  const ElfW(Dyn) *entry = (const void *)(base + segment(PT_DYNAMIC)->p_vaddr);
  for (; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == android_relr) start += entry->d_un.d_ptr;
    if (entry->d_tag == android_relr_size) size = entry->d_un.d_val;
  }
  protect(base, PROT_READ | PROT_WRITE);
  relocate(base, (const void *)start, (const void *)(start + size));
  protect(base, PROT_READ);
#ifdef __aarch64__
  __aarch64_have_lse_atomics = getauxval(AT_HWCAP) & HWCAP_ATOMICS;
#endif
  return program_main(count, arguments);
}
