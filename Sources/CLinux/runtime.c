#define _GNU_SOURCE  // for dl_iterate_phdr
#include "CLinux.h"
#include <elf.h>
#include <link.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>

// Random bytes for Swift's runtime, which seeds its hash functions with them. glibc's arc4random_buf blocks until the
// kernel's entropy pool is ready, which takes seconds early in a boot. Nothing here needs secrets, so this one never
// blocks: without entropy it uses the clock and a linear congruential generator (Knuth's MMIX constants).
void arc4random_buf(void *buffer, size_t size) {
  if (getrandom(buffer, size, GRND_NONBLOCK) == (ssize_t)size) return;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  unsigned long long state = (unsigned long long)now.tv_nsec * 0x9e3779b97f4a7c15u + (unsigned long long)now.tv_sec;
  for (size_t i = 0; i < size; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    ((unsigned char *)buffer)[i] = (unsigned char)(state >> 56);
  }
}

// Swift's runtime allocates every object with this function, at the alignment that malloc has anyway, and malloc takes
// half the instructions. aligned_alloc would need a size that is a multiple of the alignment.
int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *block = alignment <= _Alignof(max_align_t) ? malloc(size) : memalign(alignment, size);
  if (!block) return ENOMEM;
  *memory = block;
  return 0;
}

// musl returns free memory at once.
#ifdef __GLIBC__
void linux_trim_heap(void) { malloc_trim(0); }

// By default glibc raises the threshold to the size of each mapped block that is freed: after the first large picture,
// all others would be in the heap, which keeps their memory.
void linux_map_large_memory(void) { mallopt(M_MMAP_THRESHOLD, 1 << 20); }
#else
void linux_trim_heap(void) {}
void linux_map_large_memory(void) {}
#endif

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22  // Linux 5.14
#endif

// madvise(2) for what an object, the program or a library, has mapped read-only from its file.
static int advise(struct dl_phdr_info *object, size_t size, void *advice) {
  (void)size;
  const uintptr_t page = getauxval(AT_PAGESZ);
  for (unsigned index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & -page;
    uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    if (*(int *)advice == MADV_DONTNEED) end &= -page;  // a segment with variables may begin in the last page
    if (madvise((void *)start, end - start, *(int *)advice) && *(int *)advice == MADV_POPULATE_READ)
      madvise((void *)start, end - start, MADV_WILLNEED);
  }
  return 0;
}

void linux_load_program(void) { dl_iterate_phdr(advise, &(int){MADV_POPULATE_READ}); }

void linux_unmap_program(void) { dl_iterate_phdr(advise, &(int){MADV_DONTNEED}); }
