#include "CZXing.h"
#include "Library.h"
#include "PaddedMemory.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Found {
    uint32_t format;
    std::vector<uint8_t> bytes;
    std::string text;
    std::string aim;
    bool has_eci;
    bool is_mirrored;
    int32_t corners[8];
    int32_t line_count;
    int32_t sequence_size;
    int32_t sequence_index;
    std::string sequence_id;
};

}  // namespace

struct BeelineZXingList {
    std::vector<Found> found;
};

namespace {

using beeline::read_beyond;

constexpr uint32_t retail = BeelineZXingEAN13 | BeelineZXingEAN8 | BeelineZXingUPCA | BeelineZXingUPCE;

size_t common_length(const std::string &one, const std::string &other) {
    const size_t most = std::min(one.size(), other.size());
    return static_cast<size_t>(std::mismatch(one.begin(), one.begin() + most, other.begin()).first - one.begin());
}

Found with_text_cut(Found found, const std::string &other) {
    size_t length = common_length(found.text, other);
    // Not within a character.
    while (length > 0 && length < found.text.size() && (found.text[length] & 0xC0) == 0x80) length--;
    found.text.resize(length);
    return found;
}

std::vector<Found> find_at_once(const ZXing::ImageView &view, const BeelineZXingOptions &asked) {
    std::vector<Found> all;
    for (const auto &result : ZXing::ReadBarcodes(view, beeline::theirs(asked))) {
        uint32_t format = beeline::ours(result.format());
        std::string text = result.text();
        if (format & retail) beeline::spell_retail(result, asked.formats, format, text);
        // Asked for UPC-A alone, 1.4 gives any EAN-13 that it meets.
        if (!result.isValid() || !(format & asked.formats) || beeline::is_overcorrected(result, format)) continue;
        const auto &bytes = result.bytes();
        Found found = {
            format, {bytes.begin(), bytes.end()}, std::move(text), result.symbologyIdentifier(),
            result.hasECI(), result.isMirrored(), {}, result.lineCount(), result.sequenceSize(),
            result.sequenceIndex(), result.sequenceId()};
        for (size_t corner = 0; corner < 4; corner++) {
            found.corners[corner * 2] = result.position()[corner].x;
            found.corners[corner * 2 + 1] = result.position()[corner].y;
        }
        all.push_back(std::move(found));
    }
    return all;
}

// The library follows each edge that could be one of a Data Matrix as far as it goes: of a picture of stripes, from one end to
// the other, and again for the next stripe. So a long picture is searched for these in parts, which overlap; a larger symbol
// is found at half the size.
constexpr int part_length = 4096, part_overlap = 1024, longest_ratio = 4;

std::vector<Found> find(const ZXing::ImageView &view, const BeelineZXingOptions &asked) {
    const int width = view.width(), height = view.height();
    const int length = std::max(width, height), breadth = std::min(width, height);
    if (!(asked.formats & BeelineZXingDataMatrix) || length <= part_length || length / longest_ratio < breadth) {
        return find_at_once(view, asked);
    }
    BeelineZXingOptions one = asked;
    one.formats &= ~static_cast<uint32_t>(BeelineZXingDataMatrix);
    std::vector<Found> all;
    if (one.formats != 0) all = find_at_once(view, one);
    one.formats = BeelineZXingDataMatrix;
    for (int start = 0; start + part_overlap < length; start += part_length - part_overlap) {
        const int end = std::min(start + part_length, length);
        const int left = width == length ? start : 0, top = width == length ? 0 : start;
        const int part_width = width == length ? end - start : width, part_height = width == length ? height : end - start;
        for (Found &found : find_at_once(view.cropped(left, top, part_width, part_height), one)) {
            for (size_t corner = 0; corner < 4; corner++) {
                found.corners[corner * 2] += left;
                found.corners[corner * 2 + 1] += top;
            }
            all.push_back(std::move(found));
        }
    }
    return all;
}

std::vector<Found> find_padded(const ZXing::ImageView &view, const BeelineZXingOptions &asked, uint8_t fill) {
    std::vector<Found> all;
    {
        const beeline::PaddedMemory padded(fill);
        all = find(view, asked);
    }
    // Copies, so that what is kept has no padding.
    return std::vector<Found>(all);
}

bool is_same_place(const Found &one, const Found &other) {
    return one.format == other.format && std::equal(std::begin(one.corners), std::end(one.corners), other.corners);
}

// Truncates a symbol to its data, whatever is in memory after that; false when nothing is left.
bool keep_own_data(Found &found, const std::vector<Found> &one, const std::vector<Found> &other) {
    const auto is_it = [&](const Found &candidate) { return is_same_place(candidate, found); };
    const auto first = std::find_if(one.begin(), one.end(), is_it);
    const auto second = std::find_if(other.begin(), other.end(), is_it);
    if (first == one.end() || second == other.end()) return false;
    const size_t most = std::min(first->bytes.size(), second->bytes.size());
    const auto differing = std::mismatch(first->bytes.begin(), first->bytes.begin() + most, second->bytes.begin()).first;
    const bool is_whole = differing == first->bytes.end() && first->bytes.size() == second->bytes.size();
    std::vector<uint8_t> bytes(first->bytes.begin(), differing);
    found = is_whole ? *first : with_text_cut(*first, second->text);
    found.bytes = std::move(bytes);
    return !found.bytes.empty();
}

// Appends what the library finds.
void append(const ZXing::ImageView &view, const BeelineZXingOptions &asked, BeelineZXingList &list) {
    std::vector<Found> all = find(view, asked);
    const auto may_read_beyond = [](const Found &found) { return (found.format & read_beyond) != 0; };
    if (std::any_of(all.begin(), all.end(), may_read_beyond)) {
        BeelineZXingOptions again = asked;
        again.formats &= read_beyond;
        const std::vector<Found> zeros = find_padded(view, again, 0x00), ones = find_padded(view, again, 0xFF);
        const auto is_foreign = [&](Found &found) { return may_read_beyond(found) && !keep_own_data(found, zeros, ones); };
        all.erase(std::remove_if(all.begin(), all.end(), is_foreign), all.end());
    }
    std::move(all.begin(), all.end(), std::back_inserter(list.found));
}

// The same, format by format where the library throws, so that only the format is lost that it throws at.
void read(const ZXing::ImageView &view, const BeelineZXingOptions &asked, BeelineZXingList &list) {
    try {
        return append(view, asked, list);
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
    }
    for (uint32_t format = 1; format != 0; format <<= 1) {
        BeelineZXingOptions alone = asked;
        alone.formats &= format & beeline_zxing_formats();
        if (alone.formats == 0 || alone.formats == asked.formats) continue;
        try {
            append(view, alone, list);
        } catch (const std::bad_alloc &) {
            throw;
        } catch (const std::exception &) {
        }
        if (asked.most != 0 && list.found.size() >= asked.most) return;
    }
}

}  // namespace

uint32_t beeline_zxing_formats(void) {
    uint32_t formats = 0;
    for (const beeline::Row &row : beeline::table) formats |= row.ours;
    return formats;
}

int32_t beeline_zxing_version(void) { return BEELINE_ZXING_VERSION; }

BeelineZXingList *beeline_zxing_read(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t stride, const BeelineZXingOptions *asked) {
    try {
        auto list = new BeelineZXingList;
        try {
            // Without formats the library looks for all.
            if (width <= 0 || height <= 0 || stride < width || !(asked->formats & beeline_zxing_formats())) return list;
            const ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum, stride);
            read(view, *asked, *list);
            return list;
        } catch (...) {
            delete list;
            return nullptr;
        }
    } catch (...) {
        return nullptr;
    }
}

size_t beeline_zxing_count(const BeelineZXingList *list) { return list->found.size(); }

BeelineZXingSymbol beeline_zxing_symbol(const BeelineZXingList *list, size_t index) {
    const Found &found = list->found[index];
    BeelineZXingSymbol symbol = {};
    symbol.format = found.format;
    symbol.bytes = found.bytes.data();
    symbol.byte_count = found.bytes.size();
    symbol.text = found.text.data();
    symbol.text_length = found.text.size();
    std::memcpy(symbol.aim, found.aim.data(), std::min(found.aim.size(), sizeof(symbol.aim) - 1));
    symbol.has_eci = found.has_eci;
    symbol.is_mirrored = found.is_mirrored;
    std::copy(std::begin(found.corners), std::end(found.corners), symbol.corners);
    symbol.line_count = found.line_count;
    symbol.sequence_size = found.sequence_size;
    symbol.sequence_index = found.sequence_index;
    symbol.sequence_id = found.sequence_id.data();
    symbol.sequence_id_length = found.sequence_id.size();
    return symbol;
}

void beeline_zxing_free(BeelineZXingList *list) { delete list; }
