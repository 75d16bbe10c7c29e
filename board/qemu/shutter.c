// shutter PERIOD: pauses the machine every PERIOD milliseconds by a write to its pvpanic device, so that film.py can
// take a picture. Prints the time of each pause (CLOCK_MONOTONIC nanoseconds). SIGTERM ends it.
#include <signal.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/io.h>
#include <sys/mman.h>
#include <time.h>

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
    if (mlockall(MCL_CURRENT | MCL_FUTURE) || sched_setscheduler(0, SCHED_FIFO, &priority) || ioperm(0x505, 1, 1)) {
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
        outb(1, 0x505);
    }
    return 0;
}
