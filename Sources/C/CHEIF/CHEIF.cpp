#include "CHEIF.h"

#include "../Headers/Decoding.h"

#include <libheif/heif.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace {

struct Free {
    void operator()(heif_context *context) const { heif_context_free(context); }
    void operator()(heif_image_handle *handle) const { heif_image_handle_release(handle); }
    void operator()(heif_image *image) const { heif_image_release(image); }
    void operator()(heif_decoding_options *options) const { heif_decoding_options_free(options); }
    void operator()(heif_color_profile_nclx *profile) const { heif_nclx_color_profile_free(profile); }
};

template <typename Handle>
using Owned = std::unique_ptr<Handle, Free>;

constexpr size_t wordsLength = 256;
constexpr int mostPictures = 1 << 16;

}  // namespace

struct beeline_heif {
    Owned<heif_context> context;
    std::vector<heif_item_id> pictures;
    Owned<heif_image_handle> handle;
    Owned<heif_image> image;
    char words[wordsLength] = "";
};

namespace {

BeelineHEIFStatus status(const heif_error &error, char *words) {
    if (error.code == heif_error_Ok) return BeelineHEIFDone;
    std::snprintf(words, wordsLength, "%s", error.message ? error.message : "");
    switch (error.subcode) {
    // Where that should be, the file is over: boxes that are not whole are looked for before.
    case heif_suberror_No_meta_box:
    case heif_suberror_End_of_data: return BeelineHEIFCut;
    case heif_suberror_Unsupported_codec: return BeelineHEIFNoDecoder;
    // Its own limit, not that of this process.
    case heif_suberror_Security_limit_exceeded: return BeelineHEIFUnsupported;
    default: break;
    }
    switch (error.code) {
    case heif_error_Memory_allocation_error: return BeelineHEIFNoMemory;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature: return BeelineHEIFUnsupported;
    default: return BeelineHEIFDamaged;
    }
}

BeelineHEIFStatus damaged(char *words, const char *reason) {
    std::snprintf(words, wordsLength, "%s", reason);
    return BeelineHEIFDamaged;
}

/// Calls the library; what it throws becomes a status.
template <typename Body>
BeelineHEIFStatus guarded(char *words, Body body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        return BeelineHEIFNoMemory;
    } catch (const std::exception &error) {
        return damaged(words, error.what());
    } catch (...) {
        return damaged(words, "libheif gives no reason");
    }
}

BeelineHEIFStatus openContext(beeline_heif &heif, const uint8_t *bytes, size_t count, uint64_t mostPixels) {
    heif.context.reset(heif_context_alloc());
    if (!heif.context) return BeelineHEIFNoMemory;
#if LIBHEIF_HAVE_VERSION(1, 7, 0)
    // A sandbox may forbid threads, and the other cores have images of their own to read.
    heif_context_set_max_decoding_threads(heif.context.get(), 0);
#endif
#if LIBHEIF_HAVE_VERSION(1, 19, 0)
    heif_security_limits limits = *heif_context_get_security_limits(heif.context.get());
    // Pictures are packed in blocks of up to 128 × 128 pixels, and what lies outside of the picture counts.
    limits.max_image_size_pixels = std::min(limits.max_image_size_pixels, mostPixels * 8 + (1 << 20));
    heif_context_set_security_limits(heif.context.get(), &limits);
#else
    (void)mostPixels;
#endif
    const heif_error error =
        heif_context_read_from_memory_without_copy(heif.context.get(), bytes, count, nullptr);
    if (auto failed = status(error, heif.words)) return failed;

    const int most = std::clamp(heif_context_get_number_of_top_level_images(heif.context.get()), 0, mostPictures);
    heif.pictures.resize(static_cast<size_t>(most));
    const int listed =
        most == 0 ? 0 : heif_context_get_list_of_top_level_image_IDs(heif.context.get(), heif.pictures.data(), most);
    heif.pictures.resize(static_cast<size_t>(std::clamp(listed, 0, most)));
    heif_item_id primary = 0;
    if (auto failed = status(heif_context_get_primary_image_ID(heif.context.get(), &primary), heif.words)) return failed;
    heif.pictures.erase(std::remove(heif.pictures.begin(), heif.pictures.end(), primary), heif.pictures.end());
    heif.pictures.insert(heif.pictures.begin(), primary);
    return BeelineHEIFDone;
}

/// Whether the pixels are stored as a luma of 8 bits and nothing that would have to be laid under it.
bool mayBeLuma(const heif_image_handle *handle) {
    return heif_image_handle_get_luma_bits_per_pixel(handle) == 8 && !heif_image_handle_has_alpha_channel(handle);
}

/// Takes the luma as it is stored.
///
/// - Returns: false when what is stored is not the luma that gray is made of, but red, green or blue.
bool takeLuma(const heif_image *image, beeline_heif_pixels &pixels) {
    const heif_colorspace space = heif_image_get_colorspace(image);
    if (space != heif_colorspace_YCbCr && space != heif_colorspace_monochrome) return false;
    if (heif_image_get_bits_per_pixel(image, heif_channel_Y) != 8) return false;
    heif_color_profile_nclx *profile = nullptr;
    const heif_error error = heif_image_get_nclx_color_profile(image, &profile);
    Owned<heif_color_profile_nclx> owned(profile);
    bool isVideoRange = false;
    if (error.code == heif_error_Ok && profile) {
        if (profile->matrix_coefficients == heif_matrix_coefficients_RGB_GBR) return false;
        isVideoRange = !profile->full_range_flag;
    }
    int stride = 0;
    pixels.start = heif_image_get_plane_readonly(image, heif_channel_Y, &stride);
    pixels.stride = static_cast<uint64_t>(std::max(stride, 0));
    pixels.width = static_cast<uint32_t>(std::max(heif_image_get_width(image, heif_channel_Y), 0));
    pixels.height = static_cast<uint32_t>(std::max(heif_image_get_height(image, heif_channel_Y), 0));
    pixels.is_colors = false;
    pixels.is_video_range = isVideoRange;
    return true;
}

void takeColors(const heif_image *image, beeline_heif_pixels &pixels) {
    int stride = 0;
    pixels.start = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
    pixels.stride = static_cast<uint64_t>(std::max(stride, 0));
    pixels.width = static_cast<uint32_t>(std::max(heif_image_get_width(image, heif_channel_interleaved), 0));
    pixels.height = static_cast<uint32_t>(std::max(heif_image_get_height(image, heif_channel_interleaved), 0));
    pixels.is_colors = true;
    pixels.is_video_range = false;
}

/// While there is one, what C libraries print on standard error goes nowhere: libde265 reports damage there, and has no
/// switch for it. This is so for all threads, but only for what is printed by C's streams.
class Silence {
public:
    Silence() {
        const std::lock_guard lock(mutex);
        if (!nowhere) nowhere = fopencookie(nullptr, "w", {});
        if (!nowhere || count++ > 0) return;
        usual = stderr;
        stderr = nowhere;
    }
    ~Silence() {
        const std::lock_guard lock(mutex);
        if (nowhere && --count == 0) stderr = usual;
    }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

private:
    static inline std::mutex mutex;
    static inline int count = 0;
    /// A stream without a file, which a sandbox would not open.
    static inline FILE *nowhere = nullptr;
    static inline FILE *usual = nullptr;
};

BeelineHEIFStatus decode(beeline_heif &heif, heif_colorspace space, heif_chroma chroma) {
    Owned<heif_decoding_options> options(heif_decoding_options_alloc());
    if (!options) return BeelineHEIFNoMemory;
    options->convert_hdr_to_8bit = 1;
    options->strict_decoding = 1;
    heif.image.reset();
    heif_image *image = nullptr;
    const Silence silence;
    const heif_error error = heif_decode_image(heif.handle.get(), &image, space, chroma, options.get());
    heif.image.reset(image);
    return status(error, heif.words);
}

}  // namespace

extern "C" {

void beeline_heif_prepare(void) {
#if LIBHEIF_HAVE_VERSION(1, 13, 0)
    // It counts its calls, and one is enough for ever.
    static std::once_flag once;
    char words[wordsLength];
    guarded(words, [] {
        std::call_once(once, [] { heif_init(nullptr); });
        return BeelineHEIFDone;
    });
#endif
}

beeline_heif *beeline_heif_open(
    const uint8_t *bytes, size_t count, uint64_t most_pixels, BeelineHEIFStatus *result, char *words) {
    words[0] = '\0';
    std::unique_ptr<beeline_heif> heif(new (std::nothrow) beeline_heif());
    if (!heif) {
        *result = BeelineHEIFNoMemory;
        return nullptr;
    }
    beeline_heif_prepare();
    *result = guarded(heif->words, [&] {
        return openContext(*heif, bytes, count, most_pixels);
    });
    if (*result == BeelineHEIFDone) return heif.release();
    std::snprintf(words, wordsLength, "%s", heif->words);
    return nullptr;
}

void beeline_heif_close(beeline_heif *heif) { delete heif; }

uint32_t beeline_heif_count(const beeline_heif *heif) { return static_cast<uint32_t>(heif->pictures.size()); }

BeelineHEIFStatus beeline_heif_go(beeline_heif *heif, uint32_t index, uint32_t *width, uint32_t *height) {
    *width = *height = 0;
    return guarded(heif->words, [&] {
        heif->image.reset();
        heif->handle.reset();
        if (index >= heif->pictures.size()) return damaged(heif->words, "no such picture");
        heif_image_handle *handle = nullptr;
        const heif_error error =
            heif_context_get_image_handle(heif->context.get(), heif->pictures[index], &handle);
        heif->handle.reset(handle);
        if (auto failed = status(error, heif->words)) return failed;
        *width = static_cast<uint32_t>(std::max(heif_image_handle_get_width(handle), 0));
        *height = static_cast<uint32_t>(std::max(heif_image_handle_get_height(handle), 0));
        return BeelineHEIFDone;
    });
}

BeelineHEIFStatus beeline_heif_decode(beeline_heif *heif, beeline_heif_pixels *pixels) {
    *pixels = beeline_heif_pixels{};
    return guarded(heif->words, [&] {
        if (!heif->handle) return damaged(heif->words, "no such picture");
        if (mayBeLuma(heif->handle.get())) {
            if (auto failed = decode(*heif, heif_colorspace_undefined, heif_chroma_undefined)) return failed;
            if (takeLuma(heif->image.get(), *pixels)) return BeelineHEIFDone;
        }
        if (auto failed = decode(*heif, heif_colorspace_RGB, heif_chroma_interleaved_RGBA)) return failed;
        takeColors(heif->image.get(), *pixels);
        return BeelineHEIFDone;
    });
}

const char *beeline_heif_words(const beeline_heif *heif) { return heif->words; }

}  // extern "C"
