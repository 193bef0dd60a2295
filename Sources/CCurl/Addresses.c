#include "CCurl.h"

#include <string.h>

struct range {
    uint8_t start[4];
    int bits;
};

// IANA's registry of special addresses (RFC 6890), and multicast (RFC 5771).
static const struct range special[] = {
    {{0, 0, 0, 0}, 8},      {{10, 0, 0, 0}, 8},    {{100, 64, 0, 0}, 10}, {{127, 0, 0, 0}, 8},
    {{169, 254, 0, 0}, 16}, {{172, 16, 0, 0}, 12}, {{192, 0, 0, 0}, 24},  {{192, 0, 2, 0}, 24},
    {{192, 88, 99, 0}, 24}, {{192, 168, 0, 0}, 16}, {{198, 18, 0, 0}, 15}, {{198, 51, 100, 0}, 24},
    {{203, 0, 113, 0}, 24}, {{224, 0, 0, 0}, 4},   {{240, 0, 0, 0}, 4},
};

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool is_public_v4(const uint8_t *bytes) {
    for (size_t index = 0; index < sizeof special / sizeof *special; index++) {
        uint32_t mask = UINT32_MAX << (32 - special[index].bits);
        if ((number(bytes) & mask) == number(special[index].start)) return false;
    }
    return true;
}

static bool is_public_v6(const uint8_t *bytes) {
    static const uint8_t translated[12] = {0, 0x64, 0xFF, 0x9B};
    // RFC 6052 and RFC 3056: an IPv4 address behind a gateway.
    if (memcmp(bytes, translated, sizeof translated) == 0) return is_public_v4(bytes + 12);
    if (bytes[0] == 0x20 && bytes[1] == 0x02) return is_public_v4(bytes + 2);
    // All that is given out so far begins so (RFC 4291, section 2.4); the rest, ::1 and ::ffff:127.0.0.1 among it, is not.
    if ((bytes[0] & 0xE0) != 0x20) return false;
    // RFC 2928 (2001::/23, Teredo among it), RFC 3849 and RFC 9637: for protocols, and for examples.
    if (bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] < 0x02) return false;
    if (bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8) return false;
    return !(bytes[0] == 0x3F && bytes[1] == 0xFF && bytes[2] < 0x10);
}

bool beeline_http_is_public(const uint8_t *bytes, size_t count) {
    switch (count) {
    case 4: return is_public_v4(bytes);
    case 16: return is_public_v6(bytes);
    default: return false;
    }
}
