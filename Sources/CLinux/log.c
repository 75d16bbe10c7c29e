#include "CLinux.h"

// Writes to standard error without blocking; 0 if it takes nothing now.
static int write_at_once(const void *line, size_t count) {
  const ssize_t sent = send(2, line, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent >= 0 || errno != ENOTSOCK) return sent >= 0;
  struct pollfd ready = {.fd = 2, .events = POLLOUT};
  // A pipe that is ready takes PIPE_BUF bytes (pipe(7)).
  if (poll(&ready, 1, 0) != 1 || !(ready.revents & POLLOUT)) return 0;
  return write(2, line, count) >= 0;
}

void linux_log(const void *line, size_t count) {
  static unsigned long dropped;
  if (dropped > 0) {
    // Without printf, which would be linked for nothing else.
    static const char words[] = "loaderd: lines that were not written: ";
    char note[80], *start = note + sizeof note;
    *--start = '\n';
    for (unsigned long rest = dropped; rest > 0; rest /= 10) *--start = (char)('0' + rest % 10);
    start -= sizeof words - 1;
    memcpy(start, words, sizeof words - 1);
    if (!write_at_once(start, (size_t)(note + sizeof note - start))) {
      dropped++;
      return;
    }
    dropped = 0;
  }
  if (!write_at_once(line, count)) dropped++;
}
