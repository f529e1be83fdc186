/* place.c -- see place.h. */
#include "place.h"

#include "os/secret.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool place_open(struct place *place, const char *kind)
{
    *place = (struct place){.sql = {.wait_ms = 30000}};
    place->sql.place = place->text;
    if (strcmp(kind, "sqlite") == 0) {
        (void)snprintf(place->root, sizeof place->root, "%s/felt_ledger_XXXXXX",
                       felt_test_folder());
        if (!mkdtemp(place->root)) return false;
        place->sql.kind = FELT_SQL_SQLITE;
        return snprintf(place->text, sizeof place->text, "%s", place->root) > 0;
    }
    if (strcmp(kind, "postgres") != 0) return false;
    place->sql.kind = FELT_SQL_POSTGRES;
    return felt_cluster_database(place->text);
}

void place_remove(const char *directory)
{
    static const char *const names[] = {"felt.db", "felt.db-wal", "felt.db-shm"};
    char path[256];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(directory);
}

void place_close(struct place *place)
{
    if (place->root[0])
        place_remove(place->root);
    else
        felt_cluster_drop(place->text);
}

void place_config(const struct place *place, struct felt_ledger_store_config *out)
{
    *out = felt_ledger_store_config_usual;
    out->sql = place->sql;
    out->ledger.digests = &felt_secret_digests;
    memset(out->ledger.secret, 7, sizeof out->ledger.secret);
}

const char *option_text(int argc, char *const *argv, const char *name, const char *usual)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0) return argv[i + 1];
    return usual;
}

uint64_t option_number(int argc, char *const *argv, const char *name, uint64_t usual)
{
    const char *text = option_text(argc, argv, name, NULL);
    char *end = NULL;
    if (!text) return usual;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && *text != '-') return number;
    fprintf(stderr, "%s wants a number, not '%s'\n", name, text);
    exit(2);
}

void rest_us(int64_t us)
{
    struct timespec left = {.tv_sec = (time_t)(us / 1000000),
                            .tv_nsec = (long)(us % 1000000) * 1000};
    while (us > 0 && nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}
