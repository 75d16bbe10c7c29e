// Load test of loaderd's socket with fast, slow and malicious clients; measures how many frames are missed.
//
//   load SOCKET [SECONDS [CALLS CONNECTS MEGABYTES]]
//
// SECONDS per phase, CALLS and CONNECTS per second, MEGABYTES of random bytes in total. Prints one line for each
// phase. Exits with 1 if more than 1 % of the frames of a phase are missed, or if memory or descriptors are not
// released after it.

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

// loaderd accepts 64 clients; one of them is the witness. `tolerance` is in kB: clients may leave 16 MiB of replies
// unread, and malloc keeps some of that memory after it is freed.
enum { client_limit = 63, buffer_size = 65536, tolerance = 4096 };

// Kinds of clients: a caller reads every reply, a visitor makes one call and disconnects, a slow client never reads, a
// halting client never completes its call, and a noisy client sends random bytes.
enum kind { caller, visitor, slow, halting, noisy };

struct client {
  enum kind kind;
  int socket;
  double next;        // time of the next call
  unsigned waiting;   // replies not received yet
  unsigned turn;      // number of calls made
};

struct phase {
  const char *name;
  int counts[5];
};

static const struct phase phases[] = {
    {"nothing", {0}},
    {"calls", {[caller] = client_limit}},
    {"connects", {[visitor] = 16}},
    {"never reading", {[slow] = client_limit}},
    {"half calls", {[halting] = client_limit}},
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
static struct client clients[client_limit];
static unsigned client_count;
static double replies, connects, refusals, garbage;  // in this phase; garbage in megabytes
static int witness = -1;
static pid_t server;

struct figures {
  long time_ms;
  long shown, skipped, late;  // frames
  double cpu;                 // seconds
  long memory;                // kB
  long descriptors;
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
  if (errno != EAGAIN) fail(address.sun_path);  // EAGAIN: the listen queue is full
  close(fd);
  return -1;
}

// A number of a JSON text in thousandths.
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
  const char *fields = strrchr(text, ')');  // proc_pid_stat(5): utime and stime are fields 14 and 15
  if (sscanf(fields, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) fail(path);
  return (double)(user + system) / sysconf(_SC_CLK_TCK);
}

// The reply to a call of the witness, a client that connects first and must be served throughout.
static const char *ask(const char *call, size_t length) {
  static char reply[buffer_size];
  size_t size = 0;
  if (send(witness, call, length, MSG_NOSIGNAL) < 0) fail("the witness");
  do {
    ssize_t count = recv(witness, reply + size, sizeof reply - 1 - size, 0);
    if (count <= 0) fail("the witness");
    size += count;
  } while (reply[size - 1]);
  return reply;
}

static struct figures measure(void) {
  const char *frame = strstr(ask(state, sizeof state), "\"frame\":");
  if (!frame) fail("no frames");
  return (struct figures){
      .time_ms = (long)(now() * 1000),
      .shown = figure(frame, "\"shown\":") / 1000, .skipped = figure(frame, "\"skipped\":") / 1000,
      .late = figure(frame, "\"late\":") / 1000, .cpu = cpu(), .memory = memory(), .descriptors = descriptors(),
  };
}

static void disconnect(struct client *client) {
  if (client->socket >= 0) close(client->socket);
  client->socket = -1;
  client->waiting = 0;
}

static void transmit(struct client *client, const char *text, size_t size) {
  ssize_t sent = send(client->socket, text, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EAGAIN) return disconnect(client);
  // After a partial write, the next call would continue the incomplete one.
  if (sent > 0 && (size_t)sent < size && client->kind != noisy) return disconnect(client);
  if (client->kind == noisy && sent > 0) garbage += sent / 1e6;
  if (sent > 0) client->waiting++;
}

// Reads replies; only for callers and visitors.
static void receive(struct client *client) {
  static char bytes[buffer_size];
  ssize_t count = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT);
  if (count == 0 || (count < 0 && errno != EAGAIN)) return disconnect(client);
  for (ssize_t index = 0; index < count; index++) {
    if (bytes[index]) continue;
    replies++;
    if (client->waiting) client->waiting--;
  }
  if (count > 0 && memmem(bytes, count, "TooManyClients", 14)) refusals++;
  if (client->kind == visitor && count > 0 && !bytes[count - 1]) disconnect(client);
}

static uint32_t random_number(void) {
  static uint32_t state = 1;
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

static void transmit_garbage(struct client *client) {
  static char bytes[buffer_size];
  if (!bytes[1]) for (int index = 0; index < buffer_size; index++) bytes[index] = (char)(random_number() >> 8 | 1);
  // One of: a call without its end, many short messages, a call with one wrong bit.
  switch (random_number() % 3) {
    case 0: return transmit(client, bytes, buffer_size);
    case 1:
      bytes[random_number() % buffer_size] = 0;
      return transmit(client, bytes + random_number() % 1000, buffer_size / 2);
    default: {
      char call[sizeof state];
      memcpy(call, state, sizeof call);
      call[random_number() % (sizeof call - 1)] ^= 1 << random_number() % 7;
      return transmit(client, call, sizeof call);
    }
  }
}

// Connects a client if it is not connected, and sends what is due.
static void act(struct client *client, double time, double interval) {
  if (client->socket < 0) {
    if (client->kind == visitor && time < client->next) return;
    client->socket = open_socket(client->kind == visitor ? SOCK_NONBLOCK : 0);
    if (client->socket < 0) return;
    connects++;
    if (client->kind == visitor) {
      client->next = client->next + interval < time - 1 ? time : client->next + interval;
      if (++client->turn % 4 == 0) return disconnect(client);  // some disconnect without a call
      return transmit(client, state, sizeof state);
    }
    if (client->kind == halting) return transmit(client, state, sizeof state / 2);
  }
  switch (client->kind) {
    case caller:
      while (client->socket >= 0 && time >= client->next && client->waiting < 32) {
        const char *call = calls[client->turn++ % call_count];
        transmit(client, call, strlen(call) + 1);
        client->next += interval;
      }
      if (client->next < time - 1) client->next = time;  // calls more than 1 s overdue are dropped
      break;
    case slow: transmit(client, list, sizeof list); break;
    case noisy: if (garbage < megabytes) transmit_garbage(client); break;
    default: break;
  }
}

static void run(const struct phase *phase) {
  client_count = 0;
  replies = connects = refusals = garbage = 0;
  double start = now();
  for (enum kind kind = caller; kind <= noisy; kind++) {
    for (int index = 0; index < phase->counts[kind]; index++) {
      // The first calls are spread evenly.
      double rate = kind == caller ? call_rate : connect_rate;
      clients[client_count++] =
          (struct client){.kind = kind, .socket = -1, .next = start + index / rate, .turn = (unsigned)index};
    }
  }
  // The garbage phase ends when all megabytes are sent.
  const int is_garbage_phase = phase->counts[noisy] == 8;
  for (double time = start; time < start + seconds || (is_garbage_phase && garbage < megabytes); time = now()) {
    struct pollfd polls[client_limit];
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
      if (polls[index].revents & POLLIN) receive(client);
      else if (polls[index].revents & (POLLHUP | POLLERR)) disconnect(client);
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
    ask(show, sizeof show);  // every phase starts with the same animation
    usleep(700000);
    struct figures calm = measure();
    double start = now();
    run(phase);
    double length = now() - start;
    struct figures after = measure();
    for (unsigned other = 0; other < client_count; other++) disconnect(&clients[other]);
    sleep(2);  // incomplete calls time out after 1 s
    struct figures rest = measure();
    long shown = after.shown - calm.shown, skipped = after.skipped - calm.skipped, late = after.late - calm.late;
    double missed = shown + skipped > 0 ? 100.0 * (skipped + late) / (shown + skipped) : 100;
    printf("%-14s %7.1f %9.0f %10.0f %10.0f %6ld %7ld %5ld %6.2f%% %6.0f %6ld %3ld\n", phase->name, length,
           replies / length, connects / length, garbage, shown, skipped, late, missed,
           100 * (after.cpu - calm.cpu) / length, rest.memory, rest.descriptors);
    fflush(stdout);
    if (missed > 1 || rest.descriptors != calm.descriptors || rest.memory > calm.memory + tolerance) status = 1;
    if (refusals > 0) printf("  of %.0f connects, %.0f were refused as too many\n", connects, refusals);
  }
  return status;
}
