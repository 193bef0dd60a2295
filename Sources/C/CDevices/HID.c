#include "HID.h"

#include <errno.h>
#include <linux/hidraw.h>
#include <string.h>
#include <sys/ioctl.h>

const size_t beeline_hid_longest_descriptor = HID_MAX_DESCRIPTOR_SIZE;

ssize_t beeline_hid_descriptor(int device, uint8_t *bytes, size_t room) {
    int size = 0;
    if (ioctl(device, HIDIOCGRDESCSIZE, &size) < 0) return -errno;
    if (size < 0 || size > HID_MAX_DESCRIPTOR_SIZE || (size_t)size > room) return -EMSGSIZE;
    struct hidraw_report_descriptor descriptor = {.size = (uint32_t)size};
    if (ioctl(device, HIDIOCGRDESC, &descriptor) < 0) return -errno;
    memcpy(bytes, descriptor.value, (size_t)size);
    return size;
}

int beeline_hid_identity(int device, uint16_t *vendor, uint16_t *product) {
    struct hidraw_devinfo info;
    if (ioctl(device, HIDIOCGRAWINFO, &info) < 0) return errno;
    *vendor = (uint16_t)info.vendor;
    *product = (uint16_t)info.product;
    return 0;
}

int beeline_hid_send_feature(int device, const uint8_t *report, size_t length) {
    uint8_t copy[64];
    if (length > sizeof copy) return EMSGSIZE;
    memcpy(copy, report, length);
    return ioctl(device, HIDIOCSFEATURE(length), copy) < 0 ? errno : 0;
}
