#include "Input.h"

#include <errno.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>

const size_t beeline_input_record_length = sizeof(struct input_event);

struct beeline_input_event beeline_read_input_event(const void *record) {
    struct input_event event;
    memcpy(&event, record, sizeof event);
    return (struct beeline_input_event){.type = event.type, .code = event.code, .value = event.value};
}

void beeline_write_input_event(struct beeline_input_event event, void *record) {
    const struct input_event copy = {.type = event.type, .code = event.code, .value = event.value};
    memcpy(record, &copy, sizeof copy);
}

int beeline_input_grab(int device) { return ioctl(device, EVIOCGRAB, 1) < 0 ? errno : 0; }

int beeline_input_has_key_down(int device) {
    uint8_t keys[KEY_CNT / 8];
    memset(keys, 0, sizeof keys);
    if (ioctl(device, EVIOCGKEY(sizeof keys), keys) < 0) return -errno;
    for (size_t index = 0; index < sizeof keys; index++)
        if (keys[index]) return 1;
    return 0;
}
