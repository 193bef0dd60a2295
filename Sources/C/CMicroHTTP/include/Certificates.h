// Certificates of X.509, by GnuTLS.
//
// Ownership: what is written into `beeline_httpd_pem` is the caller's, who frees it with `beeline_httpd_free_pem`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { beeline_httpd_sha256_length = 32 };

/// Loads libgnutls, unless it is there already. Returns NULL, or why it could not be loaded; that text stays valid
/// permanently.
const char *_Nullable beeline_httpd_load_gnutls(void);

/// A subject of a certificate: a name of a host, or where `address_length` is not 0 an address (4 or 16 bytes).
struct beeline_httpd_name {
    const char *_Nullable name;
    uint8_t address[16];
    size_t address_length;
};
typedef struct beeline_httpd_name beeline_httpd_name;

/// A certificate and its private key, in PEM, each followed by a NUL.
struct beeline_httpd_pem {
    char *_Nullable certificate;
    char *_Nullable key;
};
typedef struct beeline_httpd_pem beeline_httpd_pem;

// Before all functions here, `beeline_httpd_load_gnutls` must have returned NULL. Each returns NULL, or an error text
// that stays valid permanently.

/// Makes a key (ECDSA, P-256), and a certificate for a server that is signed with it.
///
/// - `names`: all that it stands for.
/// - `common`: its name for people.
/// - `begin`, `end`: seconds since 1970.
const char *_Nullable beeline_httpd_make_certificate(
    const char *_Nonnull common, const beeline_httpd_name *_Nonnull names, size_t count, int64_t begin, int64_t end,
    beeline_httpd_pem *_Nonnull pem);

/// Whether a certificate in PEM stands for a name of a host, or for an address that is written in numbers.
bool beeline_httpd_certificate_names(const char *_Nonnull certificate, const char *_Nonnull host);

void beeline_httpd_free_pem(beeline_httpd_pem *_Nonnull pem);

/// What a certificate says, the first one of a text in PEM. Fails where the key is not its own.
///
/// - `key`: NULL: not looked at.
/// - `end`: the end of its validity, in seconds since 1970.
const char *_Nullable beeline_httpd_examine_certificate(
    const char *_Nonnull certificate, const char *_Nullable key,
    uint8_t fingerprint[_Nonnull beeline_httpd_sha256_length], int64_t *_Nonnull end);
