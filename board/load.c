// What a device full of hasty, slow and hostile programs does to loaderd's socket, and what becomes of its frames.
//
//   load SOCKET [SECONDS [CALLS CONNECTS MEGABYTES]]
//
// SECONDS a phase, CALLS and CONNECTS a second, MEGABYTES of garbage in all.  A line is printed for each phase.  Ends
// with 1 when more than 1 % of a phase's frames are missed, or when memory or descriptors have not come back after it.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// With the witness 64, which is what loaderd takes. Of the 16 MiB of replies that they may leave unread, malloc keeps so
// many kilobytes for the next ones.
enum { most = 63, room = 65536, tolerance = 4096 };

// Callers read every reply, visitors come for one and go, the slow never read, the halting never end a call, and the
// noisy send garbage.
enum kind { caller, visitor, slow, halting, noisy };

struct client {
  enum kind kind;
  int socket;
  double next;        // when it calls
  unsigned waiting;   // replies that it has not got
  unsigned turn;      // of its calls
};

struct phase {
  const char *name;
  int counts[5];
};

static const struct phase phases[] = {
    {"nothing", {0}},
    {"calls", {[caller] = most}},
    {"connects", {[visitor] = 16}},
    {"never reading", {[slow] = most}},
    {"half calls", {[halting] = most}},
    {"garbage", {[noisy] = 8}},
    {"all at once", {[caller] = 30, [visitor] = 13, [slow] = 8, [halting] = 8, [noisy] = 4}},
};

#define CALL(method, parameters) "{\"method\":\"io.loaderd.Screen." method "\",\"parameters\":{" parameters "}}"
static const char *const calls[] = {
    CALL("SetProgress", "\"value\":0.25"),
    CALL("SetStatus", "\"text\":\"Unpacking files\""),
    CALL("GetState", ""),
    CALL("SetProgress", "\"value\":0.5,\"label\":\"half of it\""),
    CALL("Show", "\"loader\":\"shimmer\",\"text\":\"Thinking…\""),
    CALL("SetProgress", "\"value\":0.75"),
    CALL("SetStatus", "\"text\":\"Configuring\""),
    CALL("Show", "\"loader\":\"spinner\""),
};
static const unsigned call_count = sizeof calls / sizeof *calls;
static const char state[] = CALL("GetState", ""), list[] = CALL("ListLoaders", ""), hide[] = CALL("Hide", "");
static const char show[] = CALL("Show", "\"loader\":\"shimmer\",\"text\":\"Thinking…\"");

static struct sockaddr_un address = {.sun_family = AF_UNIX};
static double seconds = 5, call_rate = 10000, connect_rate = 1000, megabytes = 1024;
static struct client clients[most];
static unsigned client_count;
static double replies, connects, refusals, garbage;  // since the phase began
static int witness = -1;
static pid_t server;

struct figures {
  long time_ms, shown, skipped, late;  // of frames
  double cpu;                          // seconds
  long memory, descriptors;            // kB
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(2);
}

static int open_socket(int flags) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  if (fd < 0) fail("socket");
  if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  if (errno != EAGAIN) fail(address.sun_path);  // EAGAIN: its queue is full
  close(fd);
  return -1;
}

static long figure(const char *text, const char *name) {
  const char *place = strstr(text, name);
  return place ? (long)(strtod(place + strlen(name), NULL) * 1000 + 0.5) : 0;
}

static long memory(void) {
  char path[64], line[256];
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", server);
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  long kilobytes = -1;
  while (kilobytes < 0 && fgets(line, sizeof line, file)) sscanf(line, "Rss: %ld", &kilobytes);
  fclose(file);
  return kilobytes;
}

static long descriptors(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", server);
  DIR *folder = opendir(path);
  if (!folder) fail(path);
  long count = -2;  // . and ..
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

static double cpu(void) {
  char path[64], text[512];
  unsigned long user, system;
  snprintf(path, sizeof path, "/proc/%d/stat", server);
  FILE *file = fopen(path, "r");
  if (!file || !fgets(text, sizeof text, file)) fail(path);
  fclose(file);
  if (sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) fail(path);
  return (double)(user + system) / sysconf(_SC_CLK_TCK);
}

// What the witness is told, who was there first and is never let down.
static const char *ask(const char *call, size_t length) {
  static char reply[room];
  size_t size = 0;
  if (send(witness, call, length, MSG_NOSIGNAL) < 0) fail("the witness");
  do {
    ssize_t count = recv(witness, reply + size, sizeof reply - 1 - size, 0);
    if (count <= 0) fail("the witness");
    size += count;
  } while (reply[size - 1]);
  return reply;
}

static struct figures look(void) {
  const char *frame = strstr(ask(state, sizeof state), "\"frame\":");
  if (!frame) fail("no frames");
  return (struct figures){
      .time_ms = (long)(now() * 1000),
      .shown = figure(frame, "\"shown\":") / 1000, .skipped = figure(frame, "\"skipped\":") / 1000,
      .late = figure(frame, "\"late\":") / 1000, .cpu = cpu(), .memory = memory(), .descriptors = descriptors(),
  };
}

static void leave(struct client *client) {
  if (client->socket >= 0) close(client->socket);
  client->socket = -1;
  client->waiting = 0;
}

static void say(struct client *client, const char *text, size_t size) {
  ssize_t sent = send(client->socket, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EAGAIN) return leave(client);
  // A call that went out in part cannot be ended by another.
  if (sent > 0 && (size_t)sent < size && client->kind != noisy) return leave(client);
  if (client->kind == noisy && sent > 0) garbage += sent / 1e6;
  if (sent > 0) client->waiting++;
}

// Reads what came; only callers and visitors do.
static void hear(struct client *client) {
  static char bytes[room];
  ssize_t count = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN)) return leave(client);
  for (ssize_t index = 0; index < count; index++) {
    if (bytes[index]) continue;
    replies++;
    if (client->waiting) client->waiting--;
  }
  if (count > 0 && memmem(bytes, count, "TooManyClients", 14)) refusals++;
  if (client->kind == visitor && count > 0 && !bytes[count - 1]) leave(client);
}

static uint32_t random_number(void) {
  static uint32_t state = 1;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

static void make_noise(struct client *client) {
  static char bytes[room];
  if (!bytes[1]) for (int index = 0; index < room; index++) bytes[index] = (char)(random_number() >> 8 | 1);
  // Sometimes a call's length without an end, sometimes many short ones, sometimes a call with a wrong byte.
  switch (random_number() % 3) {
    case 0: return say(client, bytes, room);
    case 1: bytes[random_number() % room] = 0; return say(client, bytes + random_number() % 1000, room / 2);
    default: {
      char call[sizeof state];
      memcpy(call, state, sizeof call);
      call[random_number() % (sizeof call - 1)] ^= 1 << random_number() % 7;
      return say(client, call, sizeof call);
    }
  }
}

// What a client does at a time.
static void act(struct client *client, double time, double interval) {
  if (client->socket < 0) {
    if (client->kind == visitor && time < client->next) return;
    client->socket = open_socket(client->kind == visitor ? SOCK_NONBLOCK : 0);
    if (client->socket < 0) return;
    connects++;
    if (client->kind == visitor) {
      client->next = client->next + interval < time - 1 ? time : client->next + interval;
      if (++client->turn % 4 == 0) return leave(client);  // some go without a word
      return say(client, state, sizeof state);
    }
    if (client->kind == halting) return say(client, state, sizeof state / 2);
  }
  switch (client->kind) {
    case caller:
      while (client->socket >= 0 && time >= client->next && client->waiting < 32) {
        const char *call = calls[client->turn++ % call_count];
        say(client, call, strlen(call) + 1);
        client->next += interval;
      }
      if (client->next < time - 1) client->next = time;  // what cannot be made good is not
      break;
    case slow: say(client, list, sizeof list); break;
    case noisy: if (garbage < megabytes) make_noise(client); break;
    default: break;
  }
}

static void run(const struct phase *phase) {
  client_count = 0;
  replies = connects = refusals = garbage = 0;
  double start = now();
  for (enum kind kind = caller; kind <= noisy; kind++) {
    for (int index = 0; index < phase->counts[kind]; index++) {
      // Evenly, not all at once.
      double rate = kind == caller ? call_rate : connect_rate;
      clients[client_count++] =
          (struct client){.kind = kind, .socket = -1, .next = start + index / rate, .turn = (unsigned)index};
    }
  }
  // Garbage takes as long as it takes.
  for (double time = start; time < start + seconds || (phase->counts[noisy] == 8 && garbage < megabytes); time = now()) {
    struct pollfd polls[most];
    for (unsigned index = 0; index < client_count; index++) {
      struct client *client = &clients[index];
      act(client, time, phase->counts[client->kind] / (client->kind == caller ? call_rate : connect_rate));
      short events = client->kind == caller || client->kind == visitor ? POLLIN : 0;
      if (client->kind == slow || (client->kind == noisy && garbage < megabytes)) events = POLLOUT;
      polls[index] = (struct pollfd){.fd = client->socket, .events = events};
    }
    poll(polls, client_count, 1);
    for (unsigned index = 0; index < client_count; index++) {
      struct client *client = &clients[index];
      if (client->socket < 0) continue;
      if (polls[index].revents & POLLIN) hear(client);
      else if (polls[index].revents & (POLLHUP | POLLERR)) leave(client);
    }
  }
}

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "load SOCKET [SECONDS [CALLS CONNECTS MEGABYTES]]\n");
    return 2;
  }
  strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
  double *const settings[] = {&seconds, &call_rate, &connect_rate, &megabytes};
  for (int index = 2; index < count && index < 6; index++) *settings[index - 2] = strtod(arguments[index], NULL);

  witness = open_socket(0);
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(witness, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) fail("SO_PEERCRED");
  server = peer.pid;

  int status = 0;
  printf("%-14s %7s %9s %10s %9s %6s %7s %5s %7s %6s %6s %7s\n", "", "seconds", "replies/s", "connects/s", "garbage MB",
         "shown", "skipped", "late", "missed", "CPU %", "RSS kB", "fds");
  for (unsigned index = 0; index < sizeof phases / sizeof *phases; index++) {
    const struct phase *phase = &phases[index];
    ask(hide, sizeof hide);
    ask(show, sizeof show);  // every phase begins with the same picture, and moving
    usleep(700000);
    struct figures calm = look();
    double start = now();
    run(phase);
    double length = now() - start;
    struct figures after = look();
    for (unsigned other = 0; other < client_count; other++) leave(&clients[other]);
    sleep(2);  // what was begun is given up after one
    struct figures rest = look();
    long shown = after.shown - calm.shown, skipped = after.skipped - calm.skipped, late = after.late - calm.late;
    double missed = shown + skipped > 0 ? 100.0 * (skipped + late) / (shown + skipped) : 100;
    printf("%-14s %7.1f %9.0f %10.0f %10.0f %6ld %7ld %5ld %6.2f%% %6.0f %6ld %3ld\n", phase->name, length, replies / length,
           connects / length, garbage, shown, skipped, late, missed, 100 * (after.cpu - calm.cpu) / length, rest.memory,
           rest.descriptors);
    fflush(stdout);
    if (missed > 1 || rest.descriptors != calm.descriptors || rest.memory > calm.memory + tolerance) status = 1;
    if (refusals > 0) printf("  of %.0f connects %.0f were told that there are too many\n", connects, refusals);
  }
  return status;
}
