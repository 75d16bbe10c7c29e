// shutter PERIOD: pauses the machine every PERIOD milliseconds by a write to its pvpanic device, so that film.py can
// take a picture. Prints the time of each pause (CLOCK_MONOTONIC nanoseconds). SIGTERM ends it.
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifdef __x86_64__
#include <sys/io.h>

// The ISA device pvpanic.
static int open_panic_device(void) { return ioperm(0x505, 1, 1); }
static void pause_machine(void) { outb(1, 0x505); }
#else
// The PCI device pvpanic-pci, whose BAR 0 is the register.
static volatile uint8_t *event;

static int open_panic_device(void)
{
    glob_t found;
    char path[256], id[8];
    if (glob("/sys/bus/pci/devices/*/device", 0, NULL, &found))
        return -1;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int file = open(found.gl_pathv[i], O_RDONLY);
        ssize_t length = read(file, id, sizeof id);
        close(file);
        if (length < 6 || memcmp(id, "0x0011", 6))
            continue;
        snprintf(path, sizeof path, "%.*senable", (int)strlen(found.gl_pathv[i]) - 6, found.gl_pathv[i]);
        file = open(path, O_WRONLY);
        if (write(file, "1", 1) != 1)
            return -1;
        close(file);
        snprintf(path, sizeof path, "%.*sresource0", (int)strlen(found.gl_pathv[i]) - 6, found.gl_pathv[i]);
        file = open(path, O_RDWR | O_SYNC);
        event = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        return event == MAP_FAILED ? -1 : 0;
    }
    return -1;
}

static void pause_machine(void) { *event = 1; }
#endif

static volatile sig_atomic_t ended;
static void end(int number) { (void)number; ended = 1; }

int main(int count, char **words)
{
    long period = (count > 1 ? atol(words[1]) : 10) * 1000000;
    struct sched_param priority = { .sched_priority = 50 };
    struct sigaction action = { .sa_handler = end };
    struct timespec next, now;
    static char buffer[1 << 20];

    sigaction(SIGTERM, &action, NULL);
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (mlockall(MCL_CURRENT | MCL_FUTURE) || sched_setscheduler(0, SCHED_FIFO, &priority) || open_panic_device()) {
        perror("shutter");
        return 1;
    }
    clock_gettime(CLOCK_MONOTONIC, &next);
    while (!ended) {
        next.tv_nsec += period;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL))
            break;
        clock_gettime(CLOCK_MONOTONIC, &now);
        printf("%lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
        pause_machine();
    }
    return 0;
}
