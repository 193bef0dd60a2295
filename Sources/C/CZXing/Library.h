// All that differs between versions of the library: headers, names of formats, options with their defaults, and how it
// spells what it reads. It was tried with 1.4.0, 2.2.1, 2.3.0 and 3.1.1. The rest of the shim knows no version.
#pragma once

#include "CZXing.h"

#include "../Headers/Decoding.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

// 1.4 has two forms of text(), by this; later versions do not look at it.
#define ZX_USE_UTF8 1

#include <ZXing/ReadBarcode.h>

#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#define BEELINE_ZXING_VERSION (ZXING_VERSION_MAJOR * 10000 + ZXING_VERSION_MINOR * 100 + ZXING_VERSION_PATCH)

namespace beeline {

using Format = ZXing::BarcodeFormat;

#if __has_include(<ZXing/ReaderOptions.h>)
using Options = ZXing::ReaderOptions;
#else
using Options = ZXing::DecodeHints;
#endif
#if __has_include(<ZXing/Barcode.h>)
using Symbol = ZXing::Barcode;
#else
using Symbol = ZXing::Result;
#endif

/// Formats whose decoders read on behind their data, where the data say so: the digits behind a MaxiCode's NS, and in 1.4
/// the length of an Aztec code's run of bytes and the fields of a DataBar Expanded. What they find there is memory of this
/// process. The other decoders (QR, Data Matrix, PDF417) count what is left; later ones of those two find nothing.
constexpr uint32_t read_beyond =
    BEELINE_ZXING_VERSION < 20300 ? BeelineZXingAztec | BeelineZXingMaxiCode | BeelineZXingDataBarExpanded
                                  : BeelineZXingMaxiCode;

/// The one table of formats: ours, and those of the library that it is asked for.
struct Row {
    BeelineZXingFormat ours;
    Format theirs;
};

constexpr Row table[] = {
    {BeelineZXingCodabar, Format::Codabar},
    {BeelineZXingCode93, Format::Code93},
    {BeelineZXingCode128, Format::Code128},
    {BeelineZXingDataMatrix, Format::DataMatrix},
    {BeelineZXingEAN8, Format::EAN8},
    {BeelineZXingEAN13, Format::EAN13},
    {BeelineZXingITF, Format::ITF},
    {BeelineZXingMaxiCode, Format::MaxiCode},
    {BeelineZXingUPCA, Format::UPCA},
    {BeelineZXingUPCE, Format::UPCE},
#if BEELINE_ZXING_VERSION >= 30000
    // A format is a family here, and some members of it are formats of ours: a search for a family finds all of them.
    // What is found as the family is the first of them in this list.
    {BeelineZXingAztec, Format::AztecCode},
    {BeelineZXingAztec, Format::AztecRune},
    {BeelineZXingDataBar, Format::DataBarOmni},
    {BeelineZXingDataBar, Format::DataBarStk},
    {BeelineZXingDataBar, Format::DataBarStkOmni},
    {BeelineZXingDataBarExpanded, Format::DataBarExp},
    {BeelineZXingDataBarExpanded, Format::DataBarExpStk},
    {BeelineZXingDataBarLimited, Format::DataBarLtd},
    {BeelineZXingQR, Format::QRCodeModel1},
    {BeelineZXingQR, Format::QRCodeModel2},
    // Not as full ASCII, and not as what pharmacies make of it: that is for those to say who know what it is about.
    {BeelineZXingCode39, Format::Code39Std},
    // Asked for these, it finds PDF417 that is not compact as well, but no MicroPDF417.
    {BeelineZXingPDF417, Format::CompactPDF417},
    {BeelineZXingMicroPDF417, Format::MicroPDF417},
#if BEELINE_ZXING_VERSION >= 30100
    {BeelineZXingTelepen, Format::Telepen},
#endif
#else
    {BeelineZXingAztec, Format::Aztec},
    {BeelineZXingDataBar, Format::DataBar},
    {BeelineZXingDataBarExpanded, Format::DataBarExpanded},
#if BEELINE_ZXING_VERSION >= 20300
    {BeelineZXingDataBarLimited, Format::DataBarLimited},
#endif
    {BeelineZXingQR, Format::QRCode},
    {BeelineZXingCode39, Format::Code39},
    {BeelineZXingPDF417, Format::PDF417},
#endif
    {BeelineZXingMicroQR, Format::MicroQRCode},
#if BEELINE_ZXING_VERSION >= 20300
    {BeelineZXingRectangularMicroQR, Format::RMQRCode},
    {BeelineZXingDXFilmEdge, Format::DXFilmEdge},
#endif
};

/// Which of ours a found format is; 0 for none.
inline uint32_t ours(Format found) {
    for (const Row &row : table) {
        if (row.theirs == found) return row.ours;
    }
#if BEELINE_ZXING_VERSION >= 30000
    // QR codes, Code 39 and PDF417.
    for (const Row &row : table) {
        if (row.theirs <= found) return row.ours;
    }
#endif
    return 0;
}

inline ZXing::Binarizer theirs(BeelineZXingBinarizer binarizer) {
    switch (binarizer) {
    case BeelineZXingLocalAverage: return ZXing::Binarizer::LocalAverage;
    case BeelineZXingGlobalHistogram: return ZXing::Binarizer::GlobalHistogram;
    case BeelineZXingFixedThreshold: return ZXing::Binarizer::FixedThreshold;
    }
    return ZXing::Binarizer::LocalAverage;
}

inline ZXing::BarcodeFormats theirs(uint32_t formats) {
#if BEELINE_ZXING_VERSION >= 30000
    std::vector<Format> wanted;
    for (const Row &row : table) {
        if (formats & row.ours) wanted.push_back(row.theirs);
    }
    return ZXing::BarcodeFormats(std::move(wanted));
#else
    ZXing::BarcodeFormats wanted;
    for (const Row &row : table) {
        if (formats & row.ours) wanted |= row.theirs;
    }
    return wanted;
#endif
}

/// Every option of the library, whatever its default.
inline Options theirs(const BeelineZXingOptions &asked) {
    Options options;
    options.setFormats(theirs(asked.formats));
    options.setBinarizer(theirs(asked.binarizer));
    options.setTryHarder(asked.try_harder);
    options.setTryRotate(asked.try_rotate);
    options.setTryDownscale(asked.try_downscale);
    options.setDownscaleThreshold(500);
    options.setDownscaleFactor(3);
    options.setMinLineCount(asked.least_lines);
    options.setMaxNumberOfSymbols(asked.most == 0 ? 0xFF : asked.most);
    options.setEanAddOnSymbol(asked.reads_add_ons ? ZXing::EanAddOnSymbol::Read : ZXing::EanAddOnSymbol::Ignore);
    // Character sets are guessed.
    options.setCharacterSet("");
    // It corrupts the heap of 1.4.
    options.setIsPure(false);
    options.setReturnErrors(false);
#if BEELINE_ZXING_VERSION >= 20200
    // The passes invert by themselves, and say so.
    options.setTryInvert(false);
    options.setTextMode(ZXing::TextMode::Plain);
#endif
    // Whether a Code 39 or an ITF has a check character only its reader knows.
#if BEELINE_ZXING_VERSION >= 30000
    options.setValidateOptionalChecksum(false);
#else
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    options.setValidateCode39CheckSum(false);
    options.setValidateITFCheckSum(false);
    // Which letters they are is part of what some codes say; later versions always give them.
    options.setReturnCodabarStartEnd(true);
#pragma clang diagnostic pop
    // It takes any $M for a line feed.
    options.setTryCode39ExtendedMode(false);
#endif
    return options;
}

/// Whether all error correction of a PDF417 was used up. Then 3.1 sometimes invents a text where rows are too low to be
/// separated; earlier versions return none, and do not report it.
inline bool is_overcorrected(const Symbol &symbol, uint32_t format) {
#if BEELINE_ZXING_VERSION >= 30000
    if (format != BeelineZXingPDF417 && format != BeelineZXingMicroPDF417) return false;
    const std::string unused = symbol.extra("UEC");
    return !unused.empty() && std::strtod(unused.c_str(), nullptr) <= 0;
#else
    (void)symbol, (void)format;
    return false;
#endif
}

/// Writes retail codes as 1.4 does, where the library does not: a UPC-A with 12 digits if that is asked for, a UPC-E with
/// 8, an add-on behind a blank. From 3.0 on all have the 13 digits of an EAN-13, and what is added follows at once.
inline void spell_retail(const Symbol &symbol, uint32_t asked, uint32_t &format, std::string &text) {
#if BEELINE_ZXING_VERSION >= 30000
    const std::string add_on = symbol.extra("EanAddOn");
    std::string digits = text.substr(0, text.size() - (add_on.size() <= text.size() ? add_on.size() : 0));
    if (format == BeelineZXingUPCE) {
        if (const std::string short_form = symbol.extra("UPCE"); !short_form.empty()) digits = short_form;
    } else if (format == BeelineZXingEAN13 && (asked & BeelineZXingUPCA) && digits.size() == 13 && digits[0] == '0') {
        format = BeelineZXingUPCA;
    }
    if (format == BeelineZXingUPCA && digits.size() == 13) digits.erase(0, 1);
    text = add_on.empty() ? digits : digits + " " + add_on;
#else
    (void)symbol, (void)asked, (void)format, (void)text;
#endif
}

}  // namespace beeline
