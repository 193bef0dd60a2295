#include "CRE2.h"

#include "../Headers/Beeline.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <re2/re2.h>
#include <re2/set.h>
#include <re2/stringpiece.h>

struct BeelinePattern {
    RE2 re2;
};

struct BeelinePatternSet {
    RE2::Set set;
};

namespace {

// What a pattern means, in one place, so that a set and a single pattern never differ.
RE2::Options options(int64_t memory) {
    RE2::Options options;
    options.set_encoding(RE2::Options::EncodingUTF8);
    options.set_posix_syntax(false);
    options.set_longest_match(false);
    options.set_literal(false);
    options.set_never_nl(false);
    options.set_dot_nl(false);
    options.set_case_sensitive(true);
    options.set_log_errors(false);
    options.set_max_mem(memory);
    return options;
}

// An empty text gets an address, too: RE2 marks a group that did not take part with a null pointer, and an empty group
// must differ from that.
re2::StringPiece piece(const uint8_t *bytes, size_t length) {
    return bytes ? re2::StringPiece(reinterpret_cast<const char *>(bytes), length) : re2::StringPiece("", 0);
}

// Offsets are 32-bit numbers.
bool is_too_long(size_t length) {
    return length > static_cast<size_t>(std::numeric_limits<int32_t>::max());
}

}  // namespace

BeelinePattern *beeline_pattern_compile(const uint8_t *pattern, size_t length, int64_t memory) {
    try {
        return new BeelinePattern{RE2(piece(pattern, length), options(memory))};
    } catch (...) {
        return nullptr;
    }
}

void beeline_pattern_free(BeelinePattern *pattern) {
    try {
        delete pattern;
    } catch (...) {
    }
}

BeelinePatternFault beeline_pattern_fault(const BeelinePattern *pattern) {
    try {
        switch (pattern->re2.error_code()) {
        case RE2::NoError: return BeelinePatternFaultNone;
        case RE2::ErrorInternal: return BeelinePatternFaultInternal;
        case RE2::ErrorBadEscape: return BeelinePatternFaultEscape;
        case RE2::ErrorBadCharClass: return BeelinePatternFaultClass;
        case RE2::ErrorBadCharRange: return BeelinePatternFaultRange;
        case RE2::ErrorMissingBracket: return BeelinePatternFaultMissingBracket;
        case RE2::ErrorMissingParen: return BeelinePatternFaultMissingParenthesis;
        case RE2::ErrorUnexpectedParen: return BeelinePatternFaultUnexpectedParenthesis;
        case RE2::ErrorTrailingBackslash: return BeelinePatternFaultTrailingBackslash;
        case RE2::ErrorRepeatArgument: return BeelinePatternFaultNothingToRepeat;
        case RE2::ErrorRepeatSize: return BeelinePatternFaultRepetitionSize;
        case RE2::ErrorRepeatOp: return BeelinePatternFaultRepetitionOperator;
        case RE2::ErrorBadPerlOp: return BeelinePatternFaultGroupKind;
        case RE2::ErrorBadUTF8: return BeelinePatternFaultEncoding;
        case RE2::ErrorBadNamedCapture: return BeelinePatternFaultGroupName;
        case RE2::ErrorPatternTooLarge: return BeelinePatternFaultTooLarge;
        }
    } catch (...) {
    }
    return BeelinePatternFaultInternal;
}

const uint8_t *beeline_pattern_fault_argument(const BeelinePattern *pattern, size_t *length) {
    try {
        const std::string &argument = pattern->re2.error_arg();
        *length = argument.size();
        return reinterpret_cast<const uint8_t *>(argument.data());
    } catch (...) {
        *length = 0;
        return reinterpret_cast<const uint8_t *>("");
    }
}

int32_t beeline_pattern_size(const BeelinePattern *pattern) {
    try {
        return std::max(0, pattern->re2.ProgramSize());
    } catch (...) {
        return std::numeric_limits<int32_t>::max();
    }
}

int32_t beeline_pattern_group_count(const BeelinePattern *pattern) {
    try {
        return std::max(0, pattern->re2.NumberOfCapturingGroups());
    } catch (...) {
        return 0;
    }
}

bool beeline_pattern_matches(const BeelinePattern *pattern, const uint8_t *text, size_t length) {
    try {
        if (is_too_long(length)) return false;
        return pattern->re2.Match(piece(text, length), 0, length, RE2::ANCHOR_BOTH, nullptr, 0);
    } catch (...) {
        return false;
    }
}

bool beeline_pattern_captures(
    const BeelinePattern *pattern, const uint8_t *text, size_t length, int32_t *offsets, int32_t groups) {
    try {
        if (is_too_long(length) || groups < 0) return false;
        const re2::StringPiece whole = piece(text, length);
        // The first of them is the whole match.
        std::vector<re2::StringPiece> found(static_cast<size_t>(groups) + 1);
        if (!pattern->re2.Match(whole, 0, length, RE2::ANCHOR_BOTH, found.data(), groups + 1)) return false;
        for (int32_t group = 0; group < groups; group++) {
            const re2::StringPiece &part = found[static_cast<size_t>(group) + 1];
            const bool took_part = part.data() != nullptr;
            const auto start = took_part ? static_cast<int32_t>(part.data() - whole.data()) : -1;
            offsets[2 * group] = start;
            offsets[2 * group + 1] = took_part ? start + static_cast<int32_t>(part.size()) : -1;
        }
        return true;
    } catch (...) {
        return false;
    }
}

BeelinePatternSet *beeline_pattern_set_create(int64_t memory) {
    try {
        return new BeelinePatternSet{RE2::Set(options(memory), RE2::ANCHOR_BOTH)};
    } catch (...) {
        return nullptr;
    }
}

void beeline_pattern_set_free(BeelinePatternSet *set) {
    try {
        delete set;
    } catch (...) {
    }
}

bool beeline_pattern_set_add(BeelinePatternSet *set, const uint8_t *pattern, size_t length) {
    try {
        return set->set.Add(piece(pattern, length), nullptr) >= 0;
    } catch (...) {
        return false;
    }
}

bool beeline_pattern_set_compile(BeelinePatternSet *set) {
    try {
        return set->set.Compile();
    } catch (...) {
        return false;
    }
}

int32_t beeline_pattern_set_match(
    const BeelinePatternSet *set, const uint8_t *text, size_t length, int32_t *numbers, int32_t capacity) {
    try {
        if (is_too_long(length)) return 0;
        std::vector<int> found;
        RE2::Set::ErrorInfo error{RE2::Set::kNoError};
        if (!set->set.Match(piece(text, length), &found, &error)) {
            return error.kind == RE2::Set::kNoError ? 0 : -1;
        }
        std::sort(found.begin(), found.end());
        const auto room = std::min(found.size(), static_cast<size_t>(std::max(0, capacity)));
        std::copy_n(found.begin(), room, numbers);
        return static_cast<int32_t>(found.size());
    } catch (...) {
        return -1;
    }
}
