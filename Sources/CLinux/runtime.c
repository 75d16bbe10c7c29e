#include "CLinux.h"
#include <malloc.h>
#include <sys/random.h>

// Swift's runtime may ask for random bytes. glibc's own arc4random_buf waits until the kernel's pool is
// ready, which early in a boot stalls for seconds; nothing here needs secrets, so never wait.
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

void linux_return_memory(void) { malloc_trim(0); }
