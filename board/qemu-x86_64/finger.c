// finger touch|keys NAME STEP...: creates an input device through uinput and sends events with it.
//
// Steps: tap X Y and hold X Y MILLISECONDS with a finger, in thousandths of the screen; press CODE, a key; wait
// MILLISECONDS; flood SECONDS, up to 100000 events a second. flood prints the number of events a second.
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int device;
static struct input_event batch[1000];
static int count;

static void flush(void)
{
    if (write(device, batch, count * sizeof *batch) < 0)
        perror("finger");
    count = 0;
}

static void add(int type, int code, int value)
{
    batch[count++] = (struct input_event){ .type = type, .code = code, .value = value };
}

static void report(void) { add(EV_SYN, SYN_REPORT, 0); }

static void rest(long milliseconds)
{
    nanosleep(&(struct timespec){ milliseconds / 1000, milliseconds % 1000 * 1000000 }, NULL);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void place(int x, int y)
{
    add(EV_ABS, ABS_MT_POSITION_X, x);
    add(EV_ABS, ABS_MT_POSITION_Y, y);
    add(EV_ABS, ABS_X, x);
    add(EV_ABS, ABS_Y, y);
}

static void hold(int x, int y, long milliseconds)
{
    static int contact;
    add(EV_ABS, ABS_MT_TRACKING_ID, ++contact);
    place(x, y);
    add(EV_KEY, BTN_TOUCH, 1);
    report();
    flush();
    rest(milliseconds);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
    add(EV_KEY, BTN_TOUCH, 0);
    report();
    flush();
    rest(100);
}

static void press(int code)
{
    for (int value = 1; value >= 0; value--) {
        add(EV_MSC, MSC_SCAN, code);
        add(EV_KEY, code, value);
        report();
    }
}

// 1000 events every 10 ms.
static void flood(int is_touch, double seconds)
{
    double start = now(), sent = 0;
    for (int step = 0; now() < start + seconds; step++) {
        while (count < 970) {
            if (is_touch) {
                add(EV_ABS, ABS_MT_TRACKING_ID, 60000);
                place(count, 999 - count);
                report();
            } else {
                for (int scan = 0; scan < 20; scan++)
                    add(EV_MSC, MSC_SCAN, scan);
                press(KEY_ESC);
            }
        }
        sent += count;
        flush();
        while (now() < start + (step + 1) * 0.01 && now() < start + seconds)
            rest(1);
    }
    printf("%.0f\n", sent / (now() - start));
    if (is_touch)
        hold(500, 500, 10);
}

static void axis(int code, int most)
{
    struct uinput_abs_setup setup = { .code = code, .absinfo = { .maximum = most, .resolution = 10 } };
    ioctl(device, UI_SET_ABSBIT, code);
    ioctl(device, UI_ABS_SETUP, &setup);
}

int main(int words, char **word)
{
    if (words < 3)
        return 2;
    int is_touch = !strcmp(word[1], "touch");
    struct uinput_setup setup = { .id = { .bustype = BUS_USB, .vendor = 1, .product = 1 } };
    device = open("/dev/uinput", O_RDWR);
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    if (is_touch) {
        ioctl(device, UI_SET_EVBIT, EV_ABS);
        ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
        ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
        axis(ABS_X, 999), axis(ABS_Y, 999), axis(ABS_MT_POSITION_X, 999), axis(ABS_MT_POSITION_Y, 999);
        axis(ABS_MT_SLOT, 9), axis(ABS_MT_TRACKING_ID, 65535);
    } else {
        ioctl(device, UI_SET_EVBIT, EV_MSC);
        ioctl(device, UI_SET_MSCBIT, MSC_SCAN);
        for (int code = KEY_ESC; code <= KEY_MICMUTE; code++)
            ioctl(device, UI_SET_KEYBIT, code);
    }
    snprintf(setup.name, sizeof setup.name, "%s", word[2]);
    if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) {
        perror("finger: /dev/uinput");
        return 1;
    }
    rest(1500);  // until the input helper has opened the device
    for (word += 3; *word; word++) {
        if (!strcmp(*word, "tap"))
            hold(atoi(word[1]), atoi(word[2]), 60), word += 2;
        else if (!strcmp(*word, "hold"))
            hold(atoi(word[1]), atoi(word[2]), atol(word[3])), word += 3;
        else if (!strcmp(*word, "press"))
            press(atoi(*++word)), flush(), rest(400);
        else if (!strcmp(*word, "wait"))
            rest(atol(*++word));
        else if (!strcmp(*word, "flood"))
            flood(is_touch, atof(*++word));
    }
    return 0;
}
