/* fake_tables_stakes.c -- stakes that are added in a fake tables: no-limit hold'em or Omaha by a
 * host's terms.
 *
 * The text of one is its numbers in a row; a stake is made of its text alone.  All of them stay
 * until the fake tables closes, so that one that is used after it is gone is found: its games are
 * NULL.
 */
#include "fake_tables.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 15 };

struct fake_tables_added {
    struct fake_tables_added *next;
    struct felt_stake stake;
    struct felt_poker_adapter adapter;
    bool live;
    char text[256];
};

static const struct felt_stake *make_of_text(struct fake_tables *fake_tables, const char *text,
                                             size_t bytes)
{
    struct fake_tables_added *added = calloc(1, sizeof *added);
    struct felt_complaint complaint;
    long long n[NUMBERS];
    felt_assert(added && bytes < sizeof added->text);
    memcpy(added->text, text, bytes);
    int got = sscanf(added->text,
                     "%23s %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld %lld "
                     "%lld %lld %lld %lld",
                     added->stake.id, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &n[8],
                     &n[9], &n[10], &n[11], &n[12], &n[13], &n[14]);
    bool omaha = got == NUMBERS + 1 && n[14];
    bool good = got == NUMBERS + 1 && n[2] >= 2 && n[2] <= 10 && n[3] >= 1 && n[3] <= n[4] &&
                felt_poker_adapter_make(&added->adapter, omaha ? "omaha" : "holdem",
                                        omaha ? FELT_POT_LIMIT : FELT_NO_LIMIT, n[0], n[1],
                                        &complaint) == FELT_OK;
    if (!good) {
        free(added);
        return NULL;
    }
    struct felt_stake *stake = &added->stake;
    stake->variant = added->adapter.adapter.variant;
    stake->limit = "no-limit";
    stake->game[0] = &added->adapter.adapter;
    stake->games = 1;
    stake->small_blind = n[0], stake->big_blind = n[1];
    stake->seats = (uint8_t)n[2];
    stake->buy_in_min = n[3] * n[1], stake->buy_in_max = n[4] * n[1];
    stake->house = (uint8_t)n[5];
    stake->options = (struct felt_room_table_options){.ante_by = (uint8_t)n[6],
                                                      .ante = n[7],
                                                      .straddle = (uint8_t)n[8],
                                                      .bomb_every = (uint16_t)n[9],
                                                      .bomb_units = (uint16_t)n[10],
                                                      .twice = (uint8_t)n[11],
                                                      .no_rathole = n[12] != 0};
    added->adapter.rules.run_twice = stake->options.twice != FELT_TWICE_NEVER;
    stake->pause_ms = (uint32_t)n[13];
    stake->move_ms = 15000, stake->bank_ms = 30000;
    stake->bots_welcome = true;
    (void)snprintf(stake->title, sizeof stake->title, "Private %s", stake->id);
    stake->text = added->text, stake->text_bytes = bytes;
    added->live = true;
    added->next = fake_tables->added;
    fake_tables->added = added;
    fake_tables->stakes_live++;
    return stake;
}

static const struct felt_stake *again(void *self, const char *text, size_t bytes)
{
    return bytes < 256 ? make_of_text(self, text, bytes) : NULL;
}

static void gone(void *self, const struct felt_stake *stake)
{
    struct fake_tables *fake_tables = self;
    for (struct fake_tables_added *at = fake_tables->added; at; at = at->next)
        if (&at->stake == stake) {
            if (!at->live) fake_tables_fail(fake_tables, "a stake is gone twice");
            at->live = false;
            at->stake.game[0] = NULL;
            fake_tables->stakes_live--;
            return;
        }
    fake_tables_fail(fake_tables, "a stake that nobody made is gone");
}

#define SAID(term, value, usual) (felt_room_terms_say(terms, FELT_TERM_##term) ? (value) : (usual))

static const struct felt_stake *make(void *self, const char *id,
                                     const struct felt_room_client_terms *terms,
                                     const struct felt_stake *old, char why[FELT_ROOM_TEXT_BYTES])
{
    char text[256];
    static const struct felt_stake usual = {.small_blind = 5,
                                            .big_blind = 10,
                                            .seats = 6,
                                            .buy_in_min = 200,
                                            .buy_in_max = 1000,
                                            .pause_ms = 2000};
    const struct felt_stake *from = old ? old : &usual;
    const struct felt_room_table_options *was = &from->options, *now = &terms->options;
    bool omaha = old && strcmp(old->variant, "PO") == 0;
    omaha = SAID(GAME, strcmp(terms->game, "omaha") == 0, omaha);
    int used = snprintf(
        text, sizeof text, "%s %lld %lld %d %lld %lld %d %d %lld %d %d %d %d %d %u %d", id,
        (long long)SAID(BLINDS, terms->small_blind, from->small_blind),
        (long long)SAID(BLINDS, terms->big_blind, from->big_blind),
        SAID(SEATS, terms->seats, from->seats),
        (long long)SAID(BUY_IN, terms->buy_in_min, from->buy_in_min / from->big_blind),
        (long long)SAID(BUY_IN, terms->buy_in_max, from->buy_in_max / from->big_blind),
        SAID(HOUSE, terms->house, from->house), SAID(ANTE, now->ante_by, was->ante_by),
        (long long)SAID(ANTE, now->ante, was->ante), SAID(STRADDLE, now->straddle, was->straddle),
        SAID(BOMB, now->bomb_every, was->bomb_every), SAID(BOMB, now->bomb_units, was->bomb_units),
        SAID(TWICE, now->twice, was->twice), SAID(RATHOLE, now->no_rathole, was->no_rathole),
        SAID(PAUSE, terms->pause_ms, from->pause_ms), omaha);
    const struct felt_stake *stake = make_of_text(self, text, (size_t)used);
    if (!stake) (void)snprintf(why, FELT_ROOM_TEXT_BYTES, "no table can be like that");
    return stake;
}

void fake_tables_stakes_join(struct fake_tables *fake_tables)
{
    fake_tables->config.state_bytes = felt_poker_game.state_bytes;
    fake_tables->services.stake_make = make;
    fake_tables->services.stake_again = again;
    fake_tables->services.stake_gone = gone;
}

void fake_tables_stakes_forget(struct fake_tables *fake_tables)
{
    for (struct fake_tables_added *at = fake_tables->added; at; at = at->next) at->live = false;
    fake_tables->stakes_live = 0;
}

void fake_tables_stakes_close(struct fake_tables *fake_tables)
{
    while (fake_tables->added) {
        struct fake_tables_added *first = fake_tables->added;
        fake_tables->added = first->next;
        free(first);
    }
}
