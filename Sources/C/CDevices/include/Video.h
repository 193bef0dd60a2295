// Properties and settings of cameras (V4L2, linux/videodev2.h), used beside a program that takes their pictures.
//
// Ownership: descriptors are lent. Texts are copied into the structures, and end in NUL.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What a device of video says that it is.
struct BeelineVideoDevice {
    char title[33];
    /// Whether pictures can be taken with it. A camera may have devices besides that have none.
    bool captures;
};

/// A setting that a camera may have.
enum __attribute__((enum_extensibility(closed))) BeelineVideoControl : uint32_t {
    /// A menu; see `BeelineVideoTorch`.
    BeelineVideoControlLight,
    BeelineVideoControlZoom,
    BeelineVideoControlAutofocus,
    /// The greater, the nearer.
    BeelineVideoControlFocus,
};

/// The values of the light that matter here.
enum { BeelineVideoLightOff = 0, BeelineVideoLightTorch = 2 };

struct BeelineVideoRange {
    int64_t minimum;
    int64_t maximum;
    int64_t step;
};

/// Opens a device without waiting for it. Returns its descriptor, which the caller closes, or the negative of an errno value.
int beeline_video_open(const char *_Nonnull path);

/// Returns 0, or an errno value: ENOTTY where it is not a video device.
int beeline_video_look(int device, struct BeelineVideoDevice *_Nonnull answer);

/// In which range a setting can be set. Returns 0, or an errno value: EINVAL where there is no such setting.
int beeline_video_range(int device, enum BeelineVideoControl control, struct BeelineVideoRange *_Nonnull answer);

/// Returns 0, or an errno value.
int beeline_video_set(int device, enum BeelineVideoControl control, int64_t value);
