/* practice.c -- see practice.h.
 *
 * The text of a stake is a head and the genome as it was prepared:
 *
 *     [practice p-x7k3qd]
 *     seats = 3
 *     pause = 12000
 *     {"format":"betlab.genome", ...} */
#include "server/config/practice.h"

#include "command/lab_file.h"
#include "felt/assert.h"
#include "felt/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char word[] = "lab:";
static const char head[] = "[practice ";

/* The pause is long enough to say how a game was. */
enum { HEAD_BYTES = 128, MOVE_MS = 60000, BANK_MS = 120000, PAUSE_MS = 12000 };
_Static_assert((int)FELT_PRACTICE_TEXT_BYTES + (int)HEAD_BYTES <= (int)FELT_STAKE_TEXT_BYTES,
               "a stake's text has room for the longest");

struct ready {
    char key[FELT_PRACTICE_KEY_BYTES + 1];
    int seats;
    uint64_t asked; /* when it was asked for last; 0: the place is free                          */
    char *genome;
    size_t bytes;
};

struct felt_practices {
    uint64_t asked;
    struct ready ready[FELT_PRACTICES_READY];
};

struct felt_practices *felt_practices_open(void)
{
    return calloc(1, sizeof(struct felt_practices));
}

void felt_practices_close(struct felt_practices *practices)
{
    if (!practices) return;
    for (int i = 0; i < FELT_PRACTICES_READY; i++) free(practices->ready[i].genome);
    free(practices);
}

/* ---- games that lie ready ---- */

void felt_practice_key(const char *genome, size_t bytes, char out[FELT_PRACTICE_KEY_BYTES + 1])
{
    uint64_t hash = felt_hash_bytes(felt_hash_text("practice"), genome, bytes);
    (void)snprintf(out, FELT_PRACTICE_KEY_BYTES + 1, "%s%016llx", word, (unsigned long long)hash);
}

static struct ready *find_ready(struct felt_practices *practices, const char *key)
{
    for (int i = 0; i < FELT_PRACTICES_READY; i++)
        if (practices->ready[i].asked && strcmp(practices->ready[i].key, key) == 0)
            return &practices->ready[i];
    return NULL;
}

static struct ready *oldest(struct felt_practices *practices)
{
    struct ready *found = &practices->ready[0];
    for (int i = 1; i < FELT_PRACTICES_READY; i++)
        if (practices->ready[i].asked < found->asked) found = &practices->ready[i];
    return found;
}

bool felt_practices_prepare(struct felt_practices *practices, int seats, const char *genome,
                            size_t bytes)
{
    char key[FELT_PRACTICE_KEY_BYTES + 1];
    if (bytes == 0 || bytes > FELT_PRACTICE_TEXT_BYTES) return false;
    felt_practice_key(genome, bytes, key);
    struct ready *ready = find_ready(practices, key);
    if (!ready) {
        char *copy = malloc(bytes);
        if (!copy) return false;
        memcpy(copy, genome, bytes);
        ready = oldest(practices);
        free(ready->genome);
        *ready = (struct ready){.genome = copy, .bytes = bytes};
        memcpy(ready->key, key, sizeof key);
    }
    ready->seats = seats;
    ready->asked = ++practices->asked;
    return true;
}

/* ---- texts ---- */

bool felt_practice_named(const char *game)
{
    return strncmp(game, word, sizeof word - 1) == 0;
}

bool felt_practice_wrote(const char *text, size_t bytes)
{
    return bytes > sizeof head - 1 && memcmp(text, head, sizeof head - 1) == 0;
}

/* A genome that can be played, for free(). */
static struct felt_genome *read_genome(const char *text, size_t bytes)
{
    struct felt_genome_error error;
    struct felt_genome *genome = calloc(1, sizeof *genome);
    if (genome && felt_genome_json_read(text, bytes, genome, &error) == FELT_OK &&
        felt_genome_verify(genome, &error, 1) == 0)
        return genome;
    free(genome);
    return NULL;
}

static int table_seats_of(const struct felt_genome *genome, int wanted)
{
    int least = genome->players.gene[FELT_PLAYERS_MIN],
        most = genome->players.gene[FELT_PLAYERS_MAX];
    return wanted < least ? least : wanted > most ? most : wanted;
}

/* What lies ready under that name; known games do without being asked for. */
static struct ready find_game(struct felt_practices *practices, const char *game)
{
    const struct ready *ready = find_ready(practices, game);
    const struct felt_lab_known *known = felt_lab_known_find(game + sizeof word - 1);
    if (ready) return *ready;
    /* The table only looks at it. */
    if (known)
        return (struct ready){.genome = (char *)(uintptr_t)known->text, .bytes = known->bytes};
    return (struct ready){0};
}

bool felt_practices_write(struct felt_practices *practices, const char *id,
                          const struct felt_room_client_terms *terms, struct felt_buffer *out,
                          char why[FELT_ROOM_TEXT_BYTES])
{
    struct ready ready = find_game(practices, terms->game);
    struct felt_genome *genome = NULL;
    if (ready.genome && ready.bytes <= FELT_PRACTICE_TEXT_BYTES)
        genome = read_genome(ready.genome, ready.bytes);
    if (!genome) {
        (void)snprintf(why, FELT_ROOM_TEXT_BYTES,
                       "game: it does not lie ready any more: ask the lab for its table again");
        return false;
    }
    bool says = felt_room_terms_say(terms, FELT_TERM_SEATS);
    int wanted = says ? terms->seats : ready.seats, seats = table_seats_of(genome, wanted);
    uint32_t pause =
        felt_room_terms_say(terms, FELT_TERM_PAUSE) ? terms->pause_ms : (uint32_t)PAUSE_MS;
    free(genome);
    if (says && seats != wanted) {
        (void)snprintf(why, FELT_ROOM_TEXT_BYTES, "seats: this game is not for so many");
        return false;
    }
    felt_buffer_text(out, head);
    felt_buffer_text(out, id);
    felt_buffer_text(out, "]\nseats = ");
    felt_buffer_int(out, seats);
    felt_buffer_text(out, "\npause = ");
    felt_buffer_int(out, pause < FELT_PRACTICE_PAUSE_MS ? (int64_t)pause
                                                        : (int64_t)FELT_PRACTICE_PAUSE_MS);
    felt_buffer_char(out, '\n');
    felt_buffer_bytes(out, ready.genome, ready.bytes);
    return !out->overflow;
}

/* ---- stakes ---- */

struct said {
    char id[FELT_STAKE_ID_BYTES + 1];
    int seats, pause;
    size_t genome; /* where it begins                                                            */
};

static bool read_head(const char *text, size_t bytes, struct said *out)
{
    char copy[HEAD_BYTES];
    int end = 0;
    size_t most = bytes < sizeof copy - 1 ? bytes : sizeof copy - 1;
    memcpy(copy, text, most);
    copy[most] = '\0';
    _Static_assert(FELT_STAKE_ID_BYTES == 23, "as the line below has it");
    if (sscanf(copy, "[practice %23[a-z0-9-]] seats = %2d pause = %5d%n", out->id, &out->seats,
               &out->pause, &end) != 3 ||
        end <= 0 || copy[end] != '\n' || out->pause < 0 || out->pause > FELT_PRACTICE_PAUSE_MS)
        return false;
    out->genome = (size_t)end + 1;
    return out->genome < bytes;
}

static void fill_stake(const struct said *said, const struct felt_genome_adapter *adapter,
                       struct felt_stake *out)
{
    *out = (struct felt_stake){.variant = "genome",
                               .limit = "score",
                               .game = {&adapter->adapter},
                               .games = 1,
                               .seats = (uint8_t)said->seats,
                               .house = (uint8_t)said->seats,
                               .practice = true,
                               .markers = true,
                               .big_blind = 1,
                               .buy_in_min = 1, /* Q2 */
                               .buy_in_max = 1,
                               .move_ms = MOVE_MS,
                               .bank_ms = BANK_MS,
                               .pause_ms = (uint32_t)said->pause};
    memcpy(out->id, said->id, sizeof out->id);
    (void)snprintf(out->title, sizeof out->title, "%s",
                   adapter->variant[0] ? adapter->variant : "A game of the lab");
}

struct felt_genome_adapter *felt_practice_read(const char *text, size_t bytes,
                                               struct felt_stake *out)
{
    struct said said = {0};
    if (!felt_practice_wrote(text, bytes) || !read_head(text, bytes, &said)) return NULL;
    struct felt_genome *genome = read_genome(text + said.genome, bytes - said.genome);
    struct felt_genome_adapter *adapter = NULL;
    if (genome && table_seats_of(genome, said.seats) == said.seats)
        adapter = malloc(sizeof *adapter);
    if (adapter) {
        felt_genome_adapter_make(adapter, genome, 0);
        fill_stake(&said, adapter, out);
    }
    free(genome);
    return adapter;
}
