/* private_stakes.c -- see private_stakes.h. */
#include "server/config/private_stakes.h"

#include "server/config/conf.h"
#include "server/config/practice.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = FELT_STAKE_TEXT_BYTES + 1, BUY_IN_MOST = 100000 };

/* A stake with what it points to. */
struct one {
    struct felt_stake stake; /* first: the room knows it by this                                */
    struct one *next;
    void *adapters; /* of poker or of a genome */
    char text[TEXT_BYTES];
};

/* Games that are played no more, the oldest first. */
struct retired {
    struct retired *next;
    void *adapters;
    size_t bytes;
    int64_t until_ms; /* somebody may look at them so long                                       */
};

struct felt_private_stakes {
    struct one *first;
    struct retired *oldest, **newest;
    size_t retired; /* bytes                                                                     */
    int64_t (*now_ms)(void);
    struct felt_practices *practices;
};

struct felt_private_stakes *felt_private_stakes_open(int64_t (*now_ms)(void))
{
    struct felt_private_stakes *privates = calloc(1, sizeof *privates);
    if (!privates) return NULL;
    privates->now_ms = now_ms;
    privates->newest = &privates->oldest;
    privates->practices = felt_practices_open();
    if (privates->practices) return privates;
    free(privates);
    return NULL;
}

struct felt_practices *felt_private_stakes_practices(struct felt_private_stakes *privates)
{
    return privates->practices;
}

static void forget_oldest(struct felt_private_stakes *privates)
{
    struct retired *oldest = privates->oldest;
    privates->oldest = oldest->next;
    if (!privates->oldest) privates->newest = &privates->oldest;
    privates->retired -= oldest->bytes;
    free(oldest->adapters);
    free(oldest);
}

static void forget_old(struct felt_private_stakes *privates)
{
    int64_t now_ms = privates->now_ms();
    while (privates->oldest && privates->oldest->until_ms <= now_ms) forget_oldest(privates);
}

void felt_private_stakes_close(struct felt_private_stakes *privates)
{
    if (!privates) return;
    while (privates->first) felt_private_stakes_gone(privates, &privates->first->stake);
    while (privates->oldest) forget_oldest(privates);
    felt_practices_close(privates->practices);
    free(privates);
}

void felt_private_stakes_gone(struct felt_private_stakes *privates, const struct felt_stake *stake)
{
    struct one **link = &privates->first;
    while (*link && &(*link)->stake != stake) link = &(*link)->next;
    felt_assert(*link);
    struct one *gone = *link;
    *link = gone->next;
    struct retired *retired = calloc(1, sizeof *retired);
    if (retired) {
        size_t bytes = gone->stake.practice
                           ? sizeof(struct felt_genome_adapter)
                           : (size_t)gone->stake.games * sizeof(struct felt_poker_adapter);
        *retired = (struct retired){.adapters = gone->adapters,
                                    .bytes = bytes + sizeof *retired,
                                    .until_ms = privates->now_ms() + FELT_PRIVATE_STAKES_KEPT_MS};
        *privates->newest = retired;
        privates->newest = &retired->next;
        privates->retired += retired->bytes;
    } /* else they stay where they are: somebody may look at them */
    forget_old(privates);
    free(gone);
}

/* ---- rows and texts ---- */

/* The row of a text; false: it is none, or it can be played no more. */
static bool read_row(const char *text, size_t bytes, struct felt_lobby_row *row)
{
    struct felt_conf *conf = calloc(1, sizeof *conf);
    struct felt_complaint complaint;
    static const char head[] = "[table ";
    bool good = conf && bytes > sizeof head && memcmp(text, head, sizeof head - 1) == 0 &&
                felt_conf_read(conf, text, bytes, &complaint) == FELT_OK && conf->rows == 1;
    if (good) *row = conf->row[0];
    free(conf);
    return good && felt_lobby_games(row) > 0;
}

/* The stake of a row, and its adapters, for free(); NULL: the text is none, or there is no memory.
 */
static void *fill_poker(const char *text, size_t bytes, struct felt_stake *out)
{
    struct felt_lobby_row row;
    if (!read_row(text, bytes, &row)) return NULL;
    struct felt_poker_adapter *adapters = calloc((size_t)felt_lobby_games(&row), sizeof *adapters);
    if (adapters) felt_lobby_fill(&row, adapters, out);
    return adapters;
}

const struct felt_stake *felt_private_stakes_again(struct felt_private_stakes *privates,
                                                   const char *text, size_t bytes)
{
    if (bytes >= TEXT_BYTES) return NULL;
    struct one *one = calloc(1, sizeof *one);
    if (!one) return NULL;
    one->adapters = felt_practice_wrote(text, bytes) ? felt_practice_read(text, bytes, &one->stake)
                                                     : fill_poker(text, bytes, &one->stake);
    if (!one->adapters) {
        free(one);
        return NULL;
    }
    memcpy(one->text, text, bytes);
    one->stake.tables = 0; /* not one that is always there */
    one->stake.text = one->text;
    one->stake.text_bytes = bytes;
    one->next = privates->first;
    privates->first = one;
    return &one->stake;
}

/* ---- what a host wants ---- */

static const char *apply_words(const struct felt_room_client_terms *terms,
                               struct felt_lobby_row *row)
{
    if (felt_room_terms_say(terms, FELT_TERM_TITLE)) {
        if (!terms->title[0] || strchr(terms->title, '#')) return "title: a text without #";
        (void)snprintf(row->title, sizeof row->title, "%s", terms->title);
    }
    if (felt_room_terms_say(terms, FELT_TERM_GAME)) {
        if (strchr(terms->game, ':') || strstr(terms->game, "narc"))
            return "game: games of poker only, as felt variants lists them";
        if (!terms->game[0] || strchr(terms->game, '#')) return "game: a game, a list, or all";
        (void)snprintf(row->game, sizeof row->game, "%s", terms->game);
    }
    if (felt_room_terms_say(terms, FELT_TERM_LIMIT)) {
        int limit = felt_lobby_limit_find(terms->limit);
        if (limit < 0) return "limit: no-limit, pot-limit, fixed-limit, or usual";
        row->limit = (uint8_t)limit;
    }
    return NULL;
}

static void apply_numbers(const struct felt_room_client_terms *terms, struct felt_lobby_row *row)
{
    if (felt_room_terms_say(terms, FELT_TERM_BLINDS)) {
        row->small_blind = terms->small_blind;
        row->big_blind = terms->big_blind;
    }
    if (felt_room_terms_say(terms, FELT_TERM_BUY_IN)) {
        row->buy_in_min = terms->buy_in_min;
        row->buy_in_max = terms->buy_in_max;
    }
    if (felt_room_terms_say(terms, FELT_TERM_SEATS)) row->seats = terms->seats;
    if (felt_room_terms_say(terms, FELT_TERM_HOUSE)) row->house = terms->house;
    if (felt_room_terms_say(terms, FELT_TERM_BOTS)) row->bots = terms->bots;
    if (felt_room_terms_say(terms, FELT_TERM_MOVE)) row->clock_ms = terms->move_ms;
    if (felt_room_terms_say(terms, FELT_TERM_BANK)) row->bank_ms = terms->bank_ms;
    if (felt_room_terms_say(terms, FELT_TERM_PAUSE)) row->pause_ms = terms->pause_ms;
}

static void apply_options(const struct felt_room_client_terms *terms,
                          struct felt_room_table_options *options)
{
    enum { USUAL_UNITS = 2 };
    if (felt_room_terms_say(terms, FELT_TERM_ANTE)) {
        options->ante_by = terms->options.ante_by;
        options->ante = terms->options.ante;
    }
    if (felt_room_terms_say(terms, FELT_TERM_STRADDLE)) options->straddle = terms->options.straddle;
    if (felt_room_terms_say(terms, FELT_TERM_TWICE)) options->twice = terms->options.twice;
    if (felt_room_terms_say(terms, FELT_TERM_RATHOLE))
        options->no_rathole = terms->options.no_rathole;
    if (!felt_room_terms_say(terms, FELT_TERM_BOMB)) return;
    options->bomb_every = terms->options.bomb_every;
    options->bomb_units = options->bomb_every == 0         ? 0
                          : terms->options.bomb_units != 0 ? terms->options.bomb_units
                                                           : USUAL_UNITS;
}

const struct felt_stake *felt_private_stakes_make(struct felt_private_stakes *privates,
                                                  const char *id,
                                                  const struct felt_room_client_terms *terms,
                                                  const struct felt_stake *old,
                                                  char why[FELT_ROOM_TEXT_BYTES])
{
    struct felt_lobby_row row = felt_lobby_row_usual;
    struct felt_complaint complaint = {0};
    char text[TEXT_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    forget_old(privates);
    if (privates->retired > FELT_PRIVATE_STAKES_RETIRED) {
        (void)snprintf(why, FELT_ROOM_TEXT_BYTES,
                       "too many tables were closed or changed just now: try again in a moment");
        return NULL;
    }
    if (!old && felt_practice_named(terms->game)) {
        if (!felt_practices_write(privates->practices, id, terms, &out, why)) return NULL;
        return felt_private_stakes_again(privates, text, out.used);
    }
    row.house = 0; /* friends among themselves, unless the host says otherwise */
    if (old && !read_row(old->text, old->text_bytes, &row)) {
        (void)snprintf(why, FELT_ROOM_TEXT_BYTES, "this table cannot be changed: open another");
        return NULL;
    }
    (void)snprintf(row.id, sizeof row.id, "%s", id);
    if (!old) (void)snprintf(row.title, sizeof row.title, "%s", "A private table");
    const char *wrong = apply_words(terms, &row);
    apply_numbers(terms, &row);
    apply_options(terms, &row.options);
    if (!wrong && (row.buy_in_max > BUY_IN_MOST)) wrong = "buy-in: too many big blinds";
    if (!wrong && felt_lobby_row_verify(&row, &complaint) != FELT_OK) wrong = complaint.text;
    felt_conf_print_row(&out, &row);
    const struct felt_stake *stake = NULL;
    if (!wrong && !out.overflow) /* without the empty line before a section */
        stake = felt_private_stakes_again(privates, text + 1, out.used - 1);
    if (stake) return stake;
    (void)snprintf(why, FELT_ROOM_TEXT_BYTES, "%.150s",
                   wrong ? wrong : "no table can be like that");
    return NULL;
}
