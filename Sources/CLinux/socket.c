// For accept4 and struct ucred. CLinux.h must not define it, because Swift imports that without it.
#define _GNU_SOURCE
#include "CLinux.h"
#include <grp.h>
#include <sys/prctl.h>

int linux_peer(int fd, struct linux_peer *peer) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size)) return -1;
  peer->process = credentials.pid;
  peer->user = credentials.uid;
  peer->group = credentials.gid;
  size = sizeof peer->groups;
  // Without SO_PEERGROUPS (Linux 4.13), or with more groups than there is room for, no supplementary group is known.
  peer->count = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, peer->groups, &size) ? 0 : size / sizeof peer->groups[0];
  return 0;
}

int linux_assume_credentials(const struct linux_peer *peer) {
  if (peer->user == 0 || geteuid() == peer->user) return 0;
  if (setgroups(peer->count, peer->groups)) return -1;
  if (setresgid(peer->group, peer->group, peer->group) || setresuid(peer->user, peer->user, peer->user)) return -1;
  return prctl(PR_SET_PDEATHSIG, SIGKILL);  // which a change of the user clears
}

long linux_receive(int fd, void *bytes, size_t count, int takes_descriptors, int *passed) {
  union { struct cmsghdr header; char bytes[CMSG_SPACE(16 * sizeof(int))]; } control;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = takes_descriptors ? &control : NULL,
                           .msg_controllen = takes_descriptors ? sizeof control : 0};
  *passed = -1;
  if (!takes_descriptors) {
    // The flag says that there was no room for descriptors. The queue still has them, so none is closed here.
    const long size = recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT);
    if (size > 0 && message.msg_flags & MSG_CTRUNC) *passed = 0;
    if (size <= 0 || *passed == 0) return size;
    part.iov_len = (size_t)size;
  }
  const long size = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (size < 0) return size;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    const size_t files = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < files; index++) {
      int file;
      memcpy(&file, CMSG_DATA(header) + index * sizeof file, sizeof file);
      if (*passed < 0) *passed = file; else close(file);
    }
  }
  return size;
}
