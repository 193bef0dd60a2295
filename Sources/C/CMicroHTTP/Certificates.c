#define _GNU_SOURCE
#include "Certificates.h"
#include "CLinux.h"

#include "../Headers/Server.h"

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

#define BEELINE_GNUTLS_FUNCTIONS(each) \
    each(gnutls_, strerror) each(gnutls_, rnd) each(gnutls_, x509_privkey_init) \
    each(gnutls_, x509_privkey_deinit) each(gnutls_, x509_privkey_generate) each(gnutls_, x509_privkey_export) \
    each(gnutls_, x509_privkey_import2) each(gnutls_, x509_privkey_get_key_id) each(gnutls_, x509_crt_init) \
    each(gnutls_, x509_crt_deinit) each(gnutls_, x509_crt_set_version) each(gnutls_, x509_crt_set_serial) \
    each(gnutls_, x509_crt_set_activation_time) each(gnutls_, x509_crt_set_expiration_time) \
    each(gnutls_, x509_crt_set_dn_by_oid) each(gnutls_, x509_crt_set_subject_alt_name) \
    each(gnutls_, x509_crt_set_basic_constraints) each(gnutls_, x509_crt_set_key_usage) \
    each(gnutls_, x509_crt_set_key_purpose_oid) each(gnutls_, x509_crt_set_key) each(gnutls_, x509_crt_sign2) \
    each(gnutls_, x509_crt_export) each(gnutls_, x509_crt_import) each(gnutls_, x509_crt_get_key_id) \
    each(gnutls_, x509_crt_get_fingerprint) each(gnutls_, x509_crt_get_expiration_time) \
    each(gnutls_, x509_crt_check_hostname)

// It starts by itself when it is loaded.
BEELINE_LIBRARY(library, "libgnutls.so.30", BEELINE_GNUTLS_FUNCTIONS, NULL)

const char *beeline_httpd_load_gnutls(void) { return library_load(); }

static const char *words(int code) { return code < 0 ? library.strerror(code) : NULL; }

/// What is being made: both parts are freed together.
struct pair {
    gnutls_x509_crt_t certificate;
    gnutls_x509_privkey_t key;
};

static int make_pair(struct pair *pair) {
    *pair = (struct pair){0};
    int code = library.x509_crt_init(&pair->certificate);
    return code < 0 ? code : library.x509_privkey_init(&pair->key);
}

static void free_pair(struct pair *pair) {
    if (pair->certificate) library.x509_crt_deinit(pair->certificate);
    if (pair->key) library.x509_privkey_deinit(pair->key);
}

static int add_names(gnutls_x509_crt_t certificate, const beeline_httpd_name *names, size_t count) {
    int code = 0;
    for (size_t index = 0; index < count && code >= 0; index++) {
        const beeline_httpd_name *name = &names[index];
        code = name->address_length
            ? library.x509_crt_set_subject_alt_name(
                  certificate, GNUTLS_SAN_IPADDRESS, name->address, (unsigned)name->address_length,
                  GNUTLS_FSAN_APPEND)
            : library.x509_crt_set_subject_alt_name(
                  certificate, GNUTLS_SAN_DNSNAME, name->name, (unsigned)strlen(name->name), GNUTLS_FSAN_APPEND);
    }
    return code;
}

static int fill(
    struct pair *pair, const char *common, const beeline_httpd_name *names, size_t count, int64_t begin, int64_t end) {
    uint8_t serial[16] = {0};
    gnutls_x509_crt_t certificate = pair->certificate;
    int code = library.x509_privkey_generate(
        pair->key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    if (code >= 0) code = library.rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
    // A serial number is positive, and does not begin with a zero (RFC 5280, section 4.1.2.2).
    serial[0] = (serial[0] & 0x3f) | 0x40;
    if (code >= 0) code = library.x509_crt_set_version(certificate, 3);
    if (code >= 0) code = library.x509_crt_set_serial(certificate, serial, sizeof serial);
    if (code >= 0) code = library.x509_crt_set_activation_time(certificate, (time_t)begin);
    if (code >= 0) code = library.x509_crt_set_expiration_time(certificate, (time_t)end);
    if (code >= 0)
        code = library.x509_crt_set_dn_by_oid(
            certificate, GNUTLS_OID_X520_COMMON_NAME, 0, common, (unsigned)strlen(common));
    if (code >= 0) code = add_names(certificate, names, count);
    if (code >= 0) code = library.x509_crt_set_basic_constraints(certificate, 0, -1);
    if (code >= 0) code = library.x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
    if (code >= 0) code = library.x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
    if (code >= 0) code = library.x509_crt_set_key(certificate, pair->key);
    if (code >= 0) code = library.x509_crt_sign2(certificate, certificate, pair->key, GNUTLS_DIG_SHA256, 0);
    return code;
}

/// Writes both in PEM, for which a few kilobytes are enough.
static int export(const struct pair *pair, beeline_httpd_pem *pem) {
    enum { ROOM = 32768 };
    pem->certificate = calloc(1, ROOM);
    pem->key = calloc(1, ROOM);
    if (!pem->certificate || !pem->key) return GNUTLS_E_MEMORY_ERROR;
    size_t size = ROOM - 1;
    int code = library.x509_crt_export(pair->certificate, GNUTLS_X509_FMT_PEM, pem->certificate, &size);
    if (code < 0) return code;
    size = ROOM - 1;
    return library.x509_privkey_export(pair->key, GNUTLS_X509_FMT_PEM, pem->key, &size);
}

const char *beeline_httpd_make_certificate(
    const char *common, const beeline_httpd_name *names, size_t count, int64_t begin, int64_t end,
    beeline_httpd_pem *pem) {
    *pem = (beeline_httpd_pem){0};
    struct pair pair;
    int code = make_pair(&pair);
    if (code >= 0) code = fill(&pair, common, names, count, begin, end);
    if (code >= 0) code = export(&pair, pem);
    free_pair(&pair);
    if (code < 0) beeline_httpd_free_pem(pem);
    return words(code);
}

bool beeline_httpd_certificate_names(const char *certificate, const char *host) {
    struct pair pair;
    bool names = false;
    if (make_pair(&pair) >= 0) {
        const gnutls_datum_t text = {(unsigned char *)certificate, (unsigned)strlen(certificate)};
        names = library.x509_crt_import(pair.certificate, &text, GNUTLS_X509_FMT_PEM) >= 0
            && library.x509_crt_check_hostname(pair.certificate, host) != 0;
    }
    free_pair(&pair);
    return names;
}

void beeline_httpd_free_pem(beeline_httpd_pem *pem) {
    free(pem->certificate);
    if (pem->key) explicit_bzero(pem->key, strlen(pem->key));
    free(pem->key);
    *pem = (beeline_httpd_pem){0};
}

static int examine(
    struct pair *pair, const char *certificate, const char *key, uint8_t *fingerprint, int64_t *end) {
    const gnutls_datum_t text = {(unsigned char *)certificate, (unsigned)strlen(certificate)};
    int code = library.x509_crt_import(pair->certificate, &text, GNUTLS_X509_FMT_PEM);
    if (code < 0) return code;
    size_t size = beeline_httpd_sha256_length;
    code = library.x509_crt_get_fingerprint(pair->certificate, GNUTLS_DIG_SHA256, fingerprint, &size);
    if (code < 0) return code;
    *end = library.x509_crt_get_expiration_time(pair->certificate);
    if (!key) return 0;
    const gnutls_datum_t secret = {(unsigned char *)key, (unsigned)strlen(key)};
    code = library.x509_privkey_import2(pair->key, &secret, GNUTLS_X509_FMT_PEM, NULL, 0);
    if (code < 0) return code;
    uint8_t ours[64] = {0};
    uint8_t its[64] = {0};
    size_t our_size = sizeof ours;
    size_t its_size = sizeof its;
    code = library.x509_crt_get_key_id(pair->certificate, GNUTLS_KEYID_USE_SHA256, ours, &our_size);
    if (code >= 0) code = library.x509_privkey_get_key_id(pair->key, GNUTLS_KEYID_USE_SHA256, its, &its_size);
    if (code < 0) return code;
    return our_size == its_size && memcmp(ours, its, our_size) == 0 ? 0 : GNUTLS_E_CERTIFICATE_KEY_MISMATCH;
}

const char *beeline_httpd_examine_certificate(
    const char *certificate, const char *key, uint8_t fingerprint[beeline_httpd_sha256_length], int64_t *end) {
    struct pair pair;
    *end = 0;
    int code = make_pair(&pair);
    if (code >= 0) code = examine(&pair, certificate, key, fingerprint, end);
    free_pair(&pair);
    return words(code);
}
