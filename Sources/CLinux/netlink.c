#include "CLinux.h"
#include <linux/filter.h>
#include <linux/netlink.h>
#include <string.h>

int linux_uevent_socket(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (fd < 0) return -1;
  // The kernel reduces it to twice net.core.rmem_max. Without it, uevents are lost earlier, and all displays are
  // probed.
  const int size = 1 << 20;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  const struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

// Bytes of a message in which the end of its first string is looked for. Each four take five instructions; the kernel's
// limit of memory for the options of a socket (net.core.optmem_max, 20 kB before Linux 6.8) has room for some hundreds.
#define SEARCHED 128

int linux_filter_uevents(int fd, const char *subsystem) {
  // A message is `action@devpath`, `ACTION=action`, `DEVPATH=devpath`, `SUBSYSTEM=subsystem` and more, each terminated
  // by NUL. When the NUL of the first string is at index n, the name of the subsystem begins at 2n + 27. A load from
  // beyond the end drops the message.
  const size_t length = strlen(subsystem);
  if (length > 16) return errno = EINVAL, -1;
  struct sock_filter code[5 * SEARCHED / 4 + 65];  // 65 for what follows the search
  unsigned short count = 0;
#define ADD(...) (code[count] = (struct sock_filter)__VA_ARGS__, count++)
  const unsigned found = 5 * SEARCHED / 4 + 1;
  for (unsigned index = 0; index < SEARCHED; index += 4) {
    // A byte is zero if it has its high bit after 1 was subtracted from each: paths of devices are ASCII.
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, index));
    ADD(BPF_STMT(BPF_ALU | BPF_SUB | BPF_K, 0x01010101));
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x80808080, 0, 2));
    ADD(BPF_STMT(BPF_LDX | BPF_IMM, 2 * index));
    ADD(BPF_STMT(BPF_JMP | BPF_JA, found - count - 1));
  }
  ADD(BPF_STMT(BPF_RET | BPF_K, UINT_MAX));  // a very long path: the receiver decides
  // X becomes 2n.
  for (unsigned byte = 0; byte < 3; byte++) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x80000000u >> 8 * byte, 0, 2));
    ADD(BPF_STMT(BPF_LD | BPF_IMM, 2 * byte));
    ADD(BPF_STMT(BPF_JMP | BPF_JA, 3 * (2 - byte) + 1));
  }
  ADD(BPF_STMT(BPF_LD | BPF_IMM, 6));
  ADD(BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0));
  ADD(BPF_STMT(BPF_MISC | BPF_TAX, 0));
  for (unsigned index = 0; index <= length; index++) {
    ADD(BPF_STMT(BPF_LD | BPF_B | BPF_IND, 27 + index));
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned char)subsystem[index], 1, 0));
    ADD(BPF_STMT(BPF_RET | BPF_K, 0));
  }
  ADD(BPF_STMT(BPF_RET | BPF_K, UINT_MAX));
#undef ADD
  const struct sock_fprog program = {.len = count, .filter = code};
  return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

long linux_receive_uevent(int fd, void *message, size_t size, int *is_sent_by_kernel) {
  struct sockaddr_nl sender = {0};
  socklen_t length = sizeof sender;
  long count = recvfrom(fd, message, size, MSG_DONTWAIT, (struct sockaddr *)&sender, &length);
  *is_sent_by_kernel = sender.nl_pid == 0;
  return count;
}
