#define _GNU_SOURCE  // for O_PATH
#include "CLinux.h"
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// The C library has no functions for these. The numbers are the same on all architectures except alpha.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };

// LANDLOCK_ACCESS_FS_TRUNCATE, since version 3 of the interface (Linux 6.2).
static const unsigned long long truncate_file = 1ULL << 14;

// The rights that change files or folders (landlock(7)).
static const unsigned long long changes =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;

// struct landlock_ruleset_attr of version 6 of the interface (Linux 6.12).
struct rules {
  unsigned long long files, network, scopes;
};

int linux_landlock_begin(int isolated) {
  const long version = syscall(create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 0) return -1;
  struct rules rules = {.files = version >= 3 ? changes | truncate_file : changes};
  size_t size = sizeof rules.files;
  if (isolated && version >= 6) {
    rules.scopes = 1 | 2;  // LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET, LANDLOCK_SCOPE_SIGNAL
    size = sizeof rules;
  }
  return (int)syscall(create_ruleset, &rules, size, 0);
}

int linux_landlock_allow(int ruleset, const char *folder) {
  struct landlock_path_beneath_attr rule = {.allowed_access = changes | truncate_file};
  rule.parent_fd = open(folder, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return -1;
  long result = syscall(add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  if (result < 0) {  // the ruleset does not know truncation
    rule.allowed_access = changes;
    result = syscall(add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(rule.parent_fd);
  return (int)result;
}

int linux_landlock_apply(int ruleset) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -1 : (int)syscall(restrict_self, ruleset, 0);
}
