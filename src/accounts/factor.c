/* factor.c -- see factor.h. */
#include "accounts/factor.h"

#include "base/equal.h"
#include "base/hex.h"

#include <stdio.h>
#include <string.h>

enum {
    STEP_MS = 30000,
    STEP_AT = 1,
    NONCE_AT = 17,
    SECRET_AT = NONCE_AT + 2 * FELT_FACTOR_NONCE_BYTES,
    CODES_AT = SECRET_AT + 2 * FELT_FACTOR_SECRET_BYTES,
    CODE_DIGITS = 2 * FELT_FACTOR_HASH_BYTES,
    TOTP_DIGITS = 6
};
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/* ---- codes ---- */

uint32_t felt_factor_totp(const struct felt_digests *digests, const void *key, size_t bytes,
                          uint64_t step)
{
    uint8_t text[8], digest[FELT_DIGEST_SHA1_BYTES];
    for (int i = 0; i < 8; i++) text[i] = (uint8_t)(step >> (56 - 8 * i));
    digests->sign_sha1(key, bytes, text, sizeof text, digest);
    const uint8_t *at = digest + (digest[FELT_DIGEST_SHA1_BYTES - 1] & 15);
    uint32_t number =
        (uint32_t)(at[0] & 127) << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    return number % 1000000;
}

void felt_factor_base32(const uint8_t *bytes, size_t count, char *out)
{
    uint32_t bits = 0;
    int held = 0;
    for (size_t i = 0; i < count; i++) {
        bits = bits << 8 | bytes[i];
        for (held += 8; held >= 5; held -= 5) *out++ = alphabet[bits >> (held - 5) & 31];
    }
    if (held > 0) *out++ = alphabet[bits << (5 - held) & 31];
    *out = '\0';
}

bool felt_factor_hash(const struct felt_digests *digests, const char *typed,
                      uint8_t out[FELT_FACTOR_HASH_BYTES])
{
    char letters[FELT_FACTOR_CODE_LETTERS];
    uint8_t digest[FELT_DIGEST_BYTES];
    size_t count = 0;
    for (; *typed; typed++) {
        if (*typed == '-' || *typed == ' ') continue;
        char letter = *typed >= 'a' && *typed <= 'z' ? (char)(*typed - 'a' + 'A') : *typed;
        if (count == sizeof letters || !strchr(alphabet, letter)) return false;
        letters[count++] = letter;
    }
    if (count != sizeof letters) return false;
    digests->hash(letters, sizeof letters, digest);
    memcpy(out, digest, FELT_FACTOR_HASH_BYTES);
    return true;
}

/* ---- what is kept ---- */

/* The same once more takes it off again. */
static void cover(const struct felt_factor_lock *lock, const uint8_t nonce[FELT_FACTOR_NONCE_BYTES],
                  uint8_t secret[FELT_FACTOR_SECRET_BYTES])
{
    static const char label[] = "second factor";
    uint8_t text[sizeof label + 8 + FELT_FACTOR_NONCE_BYTES], mask[FELT_DIGEST_BYTES];
    memcpy(text, label, sizeof label);
    for (size_t i = 0; i < 8; i++)
        text[sizeof label + i] = (uint8_t)((uint64_t)lock->user >> (8 * i));
    memcpy(text + sizeof label + 8, nonce, FELT_FACTOR_NONCE_BYTES);
    lock->digests->hmac(lock->secret, text, sizeof text, mask);
    for (int i = 0; i < FELT_FACTOR_SECRET_BYTES; i++) secret[i] ^= mask[i];
}

static void write_step(char *kept, uint64_t step)
{
    uint8_t bytes[8];
    char digits[17];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(step >> (56 - 8 * i));
    felt_hex_write(bytes, sizeof bytes, digits);
    memcpy(kept + STEP_AT, digits, 16);
}

static bool read_step(const char *kept, uint64_t *out)
{
    uint8_t bytes[8];
    if (!felt_hex_read(kept + STEP_AT, 16, bytes, sizeof bytes)) return false;
    *out = 0;
    for (int i = 0; i < 8; i++) *out = *out << 8 | bytes[i];
    return true;
}

void felt_factor_write(const struct felt_factor_lock *lock, const struct felt_factor *factor,
                       char out[FELT_FACTOR_BYTES + 1])
{
    uint8_t secret[FELT_FACTOR_SECRET_BYTES];
    memcpy(secret, factor->secret, sizeof secret);
    cover(lock, factor->nonce, secret);
    out[0] = 'p';
    write_step(out, 0);
    felt_hex_write(factor->nonce, FELT_FACTOR_NONCE_BYTES, out + NONCE_AT);
    felt_hex_write(secret, sizeof secret, out + SECRET_AT);
    felt_hex_write(factor->code, sizeof factor->code, out + CODES_AT);
}

bool felt_factor_is_on(const char *kept)
{
    return kept[0] == 'o';
}

/* ---- accepting ---- */

static bool accept_totp(const struct felt_factor_lock *lock, const char *typed, int64_t now_ms,
                        char *kept)
{
    uint8_t nonce[FELT_FACTOR_NONCE_BYTES], secret[FELT_FACTOR_SECRET_BYTES];
    uint64_t last, now = (uint64_t)(now_ms / STEP_MS), found = 0;
    if (!read_step(kept, &last) ||
        !felt_hex_read(kept + NONCE_AT, 2 * sizeof nonce, nonce, sizeof nonce) ||
        !felt_hex_read(kept + SECRET_AT, 2 * sizeof secret, secret, sizeof secret))
        return false;
    cover(lock, nonce, secret);
    for (uint64_t step = now - 1; step <= now + 1; step++) {
        char digits[TOTP_DIGITS + 6];
        (void)snprintf(digits, sizeof digits, "%06u",
                       felt_factor_totp(lock->digests, secret, sizeof secret, step));
        bool same = felt_equal(digits, typed, TOTP_DIGITS);
        if (same && step > last && !found) found = step;
    }
    memset(secret, 0, sizeof secret);
    if (!found) return false;
    write_step(kept, found);
    return true;
}

static bool accept_recovery(const struct felt_factor_lock *lock, const char *typed, char *kept)
{
    uint8_t hash[FELT_FACTOR_HASH_BYTES];
    char digits[CODE_DIGITS + 1], *found = NULL;
    if (!felt_factor_hash(lock->digests, typed, hash)) return false;
    felt_hex_write(hash, sizeof hash, digits);
    for (char *at = kept + CODES_AT; strlen(at) >= CODE_DIGITS; at += CODE_DIGITS)
        if (felt_equal(at, digits, CODE_DIGITS)) found = at;
    if (!found) return false;
    memmove(found, found + CODE_DIGITS, strlen(found + CODE_DIGITS) + 1);
    return true;
}

bool felt_factor_accept(const struct felt_factor_lock *lock, const char *typed, int64_t now_ms,
                        char kept[FELT_FACTOR_BYTES + 1])
{
    if (now_ms < STEP_MS || strlen(kept) < CODES_AT) return false;
    bool digits = strlen(typed) == TOTP_DIGITS && strspn(typed, "0123456789") == TOTP_DIGITS;
    if (!digits && !felt_factor_is_on(kept)) return false; /* confirmed by the authenticator only */
    if (digits ? !accept_totp(lock, typed, now_ms, kept) : !accept_recovery(lock, typed, kept))
        return false;
    kept[0] = 'o';
    return true;
}
