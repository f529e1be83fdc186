/* certificate.c -- see certificate.h. */
#define _GNU_SOURCE /* timegm */
#include "os/certificate.h"

#include <errno.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Nobody is asked for a password: a server that starts by itself could not answer. */
static int no_password(char *out, int bytes, int writing, void *self)
{
    (void)out, (void)bytes, (void)writing, (void)self;
    return -1;
}

static int64_t read_time(const ASN1_TIME *time)
{
    struct tm parts = {0};
    if (ASN1_TIME_to_tm(time, &parts) != 1) return 0;
    return (int64_t)timegm(&parts) * 1000;
}

static void read_name(X509 *cert, struct felt_certificate *out)
{
    BIO *text = BIO_new(BIO_s_mem());
    const char *bytes = NULL;
    out->name[0] = '\0';
    if (!text) return;
    (void)X509_NAME_print_ex(text, X509_get_subject_name(cert), 0, XN_FLAG_ONELINE);
    long length = BIO_get_mem_data(text, &bytes);
    if (length > 0)
        (void)snprintf(out->name, sizeof out->name, "%.*s", (int)(length > 127 ? 127 : length),
                       bytes);
    BIO_free(text);
}

enum felt_status felt_certificate_read(const char *cert, const char *key,
                                       struct felt_certificate *out,
                                       struct felt_complaint *complaint)
{
    FILE *cert_file = fopen(cert, "re");
    if (!cert_file)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "%s: %s", cert, strerror(errno));
    X509 *read = PEM_read_X509(cert_file, NULL, no_password, NULL);
    (void)fclose(cert_file);
    if (!read)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "%s holds no certificate (PEM)",
                             cert);
    out->from_ms = read_time(X509_get0_notBefore(read));
    out->until_ms = read_time(X509_get0_notAfter(read));
    read_name(read, out);
    FILE *key_file = fopen(key, "re");
    enum felt_status status = FELT_OK;
    if (!key_file) {
        status = felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "%s: %s", key, strerror(errno));
    } else {
        EVP_PKEY *secret = PEM_read_PrivateKey(key_file, NULL, no_password, NULL);
        (void)fclose(key_file);
        if (!secret)
            status = felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                   "%s holds no key (PEM) without a password", key);
        else if (X509_check_private_key(read, secret) != 1)
            status = felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                                   "%s is not the key of this certificate", key);
        EVP_PKEY_free(secret);
    }
    X509_free(read);
    return status;
}
