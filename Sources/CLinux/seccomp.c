#include "CLinux.h"
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// A filter in classic BPF (seccomp(2)). A call that it does not allow fails with ENOSYS, as on a kernel that lacks the
// call: libc and libraries have a fallback for that, and their next version may use a call that is not in these lists.
// A call with the numbers of another architecture (as i386 on x86_64) kills the process: no compiler makes it.

#if defined __x86_64__
static const unsigned architecture = AUDIT_ARCH_X86_64;
#elif defined __aarch64__
static const unsigned architecture = AUDIT_ARCH_AARCH64;
#elif defined __arm__
static const unsigned architecture = AUDIT_ARCH_ARM;
#elif defined __riscv && __riscv_xlen == 64
static const unsigned architecture = AUDIT_ARCH_RISCV64;
#else
#error "name the architecture for seccomp(2)"
#endif

// Memory, files that are read, the clock, and writing to what is open; sigaltstack for AddressSanitizer. Besides the
// common calls, x86_64 has old ones that musl uses, and 32-bit ARM has calls for large files and, since Linux 5.1, for
// 64-bit times.
static const unsigned short calls[] = {
  SYS_read, SYS_pread64, SYS_readv, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_getdents64, SYS_readlinkat,
  SYS_faccessat, SYS_statx, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_ppoll, SYS_sendto, SYS_recvmsg,
  SYS_futex, SYS_nanosleep, SYS_getrandom, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
  SYS_restart_syscall, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_exit, SYS_exit_group,
#ifdef __arm__
  SYS_mmap2, SYS__llseek, SYS_stat64, SYS_lstat64, SYS_fstat64, SYS_fstatat64, SYS_fcntl64, SYS_send, SYS_sigreturn,
  263, 265,  // clock_gettime, clock_nanosleep, which have other names in musl
  403, 407, 414, 422,  // clock_gettime64, clock_nanosleep_time64, ppoll_time64, futex_time64
#else
  SYS_mmap, SYS_fcntl, SYS_fstat, SYS_newfstatat, SYS_clock_gettime, SYS_clock_nanosleep,
#endif
#ifdef SYS_poll
  SYS_poll, SYS_access, SYS_readlink,
#endif
#ifdef __x86_64__
  SYS_stat, SYS_lstat,
#endif
  // For devices, from here on: ioctl(2), and the calls of libinput, libudev and an event loop.
  SYS_ioctl, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_inotify_add_watch, SYS_inotify_rm_watch, SYS_recvfrom,
  SYS_getsockopt, SYS_fstatfs, SYS_getcwd,
#ifdef SYS_epoll_wait
  SYS_epoll_wait,
#endif
#ifdef __arm__
  SYS_fstatfs64, 353, 411,  // timerfd_settime, timerfd_settime64
#else
  SYS_timerfd_settime,
#endif
};

// Jumps over what follows unless it is `call`, for opening files; allows it if its flags, an argument, are for reading.
#define OPENING(call, argument)                                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4),                                         \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument])),       \
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE | O_CREAT | O_TRUNC, 0, 1), REFUSE, ALLOW
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)

static const struct sock_filter start[] = {
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
  OPENING(SYS_openat, 2),
#ifdef SYS_open
  OPENING(SYS_open, 1),
#endif
};

// Adds a block of calls whose numbers are less than `limit`, unless there are none, and returns its length. A call that
// has passed the blocks before is allowed or refused by this one, or jumps over it if its number is higher.
static size_t add_block(struct sock_filter *filter, const unsigned short *numbers, size_t count, unsigned limit) {
  if (!count) return 0;
  filter[0] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, limit, (unsigned char)(count + 2), 0);
  for (size_t index = 0; index < count; index++)
    filter[1 + index] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, numbers[index], (unsigned char)(count - index), 0);
  filter[1 + count] = (struct sock_filter)REFUSE;
  filter[2 + count] = (struct sock_filter)ALLOW;
  return count + 3;
}

// The kernel goes through the filter for each call that it has, to remember which ones are always allowed
// (seccomp_cache_prepare, kernel/seccomp.c). In blocks by number that takes a quarter of the time.
int linux_filter_calls(int with_devices) {
  enum { all = sizeof calls / sizeof *calls, head = sizeof start / sizeof *start, block = 64, limit = 1024 };
  struct sock_filter filter[head + all + 3 * limit / block + 1];
  size_t length = head, used = 0;
  while (used < all && (with_devices || calls[used] != SYS_ioctl)) used++;
  memcpy(filter, start, sizeof start);
  for (unsigned end = block; end <= limit; end += block) {
    unsigned short numbers[all];
    size_t count = 0;
    for (size_t index = 0; index < used; index++)
      if (calls[index] < end && calls[index] >= end - block) numbers[count++] = calls[index];
    length += add_block(filter + length, numbers, count, end);
  }
  filter[length++] = (struct sock_filter)REFUSE;
  const struct sock_fprog program = {.len = (unsigned short)length, .filter = filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -1 : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

int linux_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  return (int)syscall(SYS_capset, &header, none);
}
