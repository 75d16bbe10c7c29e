#define _GNU_SOURCE  // for si_addr
#include "CLinux.h"

// The memory of a device that was unplugged raises SIGBUS where its driver cannot put other memory in its place.
static void replace_page(int number, siginfo_t *info, void *context) {
  const long size = sysconf(_SC_PAGESIZE);
  void *page = (void *)((unsigned long)info->si_addr & ~(unsigned long)(size - 1));
  if (mmap(page, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) _exit(1);
}

void linux_survive_bus_errors(void) {
  struct sigaction action = {.sa_sigaction = replace_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGBUS, &action, NULL);
}
