#define _GNU_SOURCE  // for si_addr
#include "CLinux.h"

// Shared mappings of devices and files, which the signal handler reads: an entry's end is written after its start, and is 0
// while the entry is free. There is one thread.
static struct {
  volatile unsigned long start, end;
} mappings[1024];
enum { LIMIT = sizeof mappings / sizeof mappings[0] };
static unsigned long page_size;

void linux_mapping_begins(const void *address, size_t size) {
  for (int index = 0; index < LIMIT; index++)
    if (!mappings[index].end) {
      mappings[index].start = (unsigned long)address;
      mappings[index].end = (unsigned long)address + size;
      return;
    }
}

void linux_mapping_ends(const void *address) {
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

// The memory of a device that was unplugged, or of a file that was cut, raises SIGBUS with BUS_ADRERR where its driver cannot
// put other memory in its place. Only calls that are async-signal-safe on Linux (mmap is a plain system call).
static void replace_page(int number, siginfo_t *info, void *context) {
  const unsigned long address = (unsigned long)info->si_addr;
  const int reason = errno;
  if (info->si_code == BUS_ADRERR && is_mapped(address)) {
    void *page = (void *)(address & ~(page_size - 1));
    if (mmap(page, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
      errno = reason;
      return;
    }
  }
  // Anything else is a fault of ours, or a broken machine: the access is repeated and ends the process.
  signal(number, SIG_DFL);
  if (info->si_code <= 0) raise(number);  // sent by a process: there is no access to repeat
}

void linux_survive_bus_errors(void) {
  page_size = (unsigned long)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_sigaction = replace_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGBUS, &action, NULL);
}
