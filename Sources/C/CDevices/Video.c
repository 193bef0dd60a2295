#include "Video.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>

static const uint32_t numbers[] = {
    [BeelineVideoControlLight] = V4L2_CID_FLASH_LED_MODE,
    [BeelineVideoControlZoom] = V4L2_CID_ZOOM_ABSOLUTE,
    [BeelineVideoControlAutofocus] = V4L2_CID_FOCUS_AUTO,
    [BeelineVideoControlFocus] = V4L2_CID_FOCUS_ABSOLUTE,
};

static int ask(int device, unsigned long request, void *argument) {
    int code;
    do code = ioctl(device, request, argument);
    while (code < 0 && errno == EINTR);
    return code < 0 ? errno : 0;
}

int beeline_video_open(const char *path) {
    int device = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    return device < 0 ? -errno : device;
}

int beeline_video_look(int device, struct BeelineVideoDevice *answer) {
    struct v4l2_capability found = {0};
    int code = ask(device, VIDIOC_QUERYCAP, &found);
    if (code != 0) return code;
    // Of all devices of the hardware, or of this one.
    const uint32_t can = found.capabilities & V4L2_CAP_DEVICE_CAPS ? found.device_caps : found.capabilities;
    _Static_assert(sizeof answer->title > sizeof found.card, "there is room for the title and a NUL");
    memcpy(answer->title, found.card, sizeof found.card);
    answer->title[sizeof found.card] = 0;
    answer->captures = (can & (V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE)) != 0;
    return 0;
}

int beeline_video_range(int device, enum BeelineVideoControl control, struct BeelineVideoRange *answer) {
    struct v4l2_query_ext_ctrl found = {.id = numbers[control]};
    int code = ask(device, VIDIOC_QUERY_EXT_CTRL, &found);
    if (code != 0) return code;
    if (found.flags & (V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)) return EINVAL;
    if (found.maximum < found.minimum) return ERANGE;
    *answer = (struct BeelineVideoRange){
        .minimum = found.minimum, .maximum = found.maximum, .step = found.step > INT64_MAX ? 1 : (int64_t)found.step};
    return 0;
}

int beeline_video_set(int device, enum BeelineVideoControl control, int64_t value) {
    if (value < INT32_MIN || value > INT32_MAX) return ERANGE;
    struct v4l2_ext_control setting = {.id = numbers[control], .value = (int32_t)value};
    struct v4l2_ext_controls all = {.which = V4L2_CTRL_WHICH_CUR_VAL, .count = 1, .controls = &setting};
    return ask(device, VIDIOC_S_EXT_CTRLS, &all);
}
