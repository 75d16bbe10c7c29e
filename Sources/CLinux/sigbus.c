#define _GNU_SOURCE  // for si_addr
#include "CLinux.h"

// Registered mappings, which the signal handler reads. `end` is written after `start`, and is 0 while an entry is free.
// The process has one thread.
static struct {
  volatile unsigned long start, end;
} mappings[1024];
enum { LIMIT = sizeof mappings / sizeof mappings[0] };
static unsigned long page_size;

void linux_register_mapping(const void *address, size_t size) {
  for (int index = 0; index < LIMIT; index++)
    if (!mappings[index].end) {
      mappings[index].start = (unsigned long)address;
      mappings[index].end = (unsigned long)address + size;
      return;
    }
}

void linux_unregister_mapping(const void *address) {
  for (int index = 0; index < LIMIT; index++)
    if (mappings[index].end && mappings[index].start == (unsigned long)address) {
      mappings[index].end = 0;
      return;
    }
}

static int is_mapped(unsigned long address) {
  for (int index = 0; index < LIMIT; index++)
    if (address >= mappings[index].start && address < mappings[index].end) return 1;
  return 0;
}

// Replaces the page by zeros. An access to the memory of an unplugged device, unless its driver substitutes other
// pages, or of a truncated file raises SIGBUS with BUS_ADRERR (mmap(2)). All functions called here are
// async-signal-safe on Linux: mmap is a plain system call.
static void replace_page(int number, siginfo_t *info, void *context) {
  const unsigned long address = (unsigned long)info->si_addr;
  const int error = errno;
  if (info->si_code == BUS_ADRERR && is_mapped(address)) {
    void *page = (void *)(address & ~(page_size - 1));
    if (mmap(page, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
      errno = error;
      return;
    }
  }
  // Any other cause is a bug or broken hardware: the access is repeated with the default action, which ends the
  // process.
  signal(number, SIG_DFL);
  if (info->si_code <= 0) raise(number);  // a process sent the signal, so there is no access to repeat
}

void linux_handle_bus_errors(void) {
  page_size = (unsigned long)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = replace_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGBUS, &action, NULL);
}
