/* salon_stakes.c -- stakes that are added in a salon: no-limit hold'em or Omaha by a host's terms.
 *
 * The text of one is its numbers in a row; a stake is made of its text alone.  All of them stay
 * until the salon closes, so that one that is used after it is gone is found: its games are NULL.
 */
#include "salon.h"

#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 15 };

struct salon_added {
    struct salon_added *next;
    struct felt_stake stake;
    struct felt_poker_plug plug;
    bool live;
    char text[256];
};

static const struct felt_stake *make_of_text(struct salon *salon, const char *text, size_t bytes)
{
    struct salon_added *added = calloc(1, sizeof *added);
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
                felt_poker_plug_make(&added->plug, omaha ? "omaha" : "holdem",
                                     omaha ? FELT_POT_LIMIT : FELT_NO_LIMIT, n[0], n[1],
                                     &complaint) == FELT_OK;
    if (!good) {
        free(added);
        return NULL;
    }
    struct felt_stake *stake = &added->stake;
    stake->variant = added->plug.plug.variant;
    stake->limit = "no-limit";
    stake->game[0] = &added->plug.plug;
    stake->games = 1;
    stake->small_blind = n[0], stake->big_blind = n[1];
    stake->seats = (uint8_t)n[2];
    stake->buy_in_min = n[3] * n[1], stake->buy_in_max = n[4] * n[1];
    stake->house = (uint8_t)n[5];
    stake->options = (struct felt_table_options){.ante_by = (uint8_t)n[6],
                                                 .ante = n[7],
                                                 .straddle = (uint8_t)n[8],
                                                 .bomb_every = (uint16_t)n[9],
                                                 .bomb_units = (uint16_t)n[10],
                                                 .twice = (uint8_t)n[11],
                                                 .no_rathole = n[12] != 0};
    added->plug.rules.run_twice = stake->options.twice != FELT_TWICE_NEVER;
    stake->pause_ms = (uint32_t)n[13];
    stake->move_ms = 15000, stake->bank_ms = 30000;
    stake->bots_welcome = true;
    (void)snprintf(stake->title, sizeof stake->title, "Private %s", stake->id);
    stake->text = added->text, stake->text_bytes = bytes;
    added->live = true;
    added->next = salon->added;
    salon->added = added;
    salon->stakes_live++;
    return stake;
}

static const struct felt_stake *again(void *self, const char *text, size_t bytes)
{
    return bytes < 256 ? make_of_text(self, text, bytes) : NULL;
}

static void gone(void *self, const struct felt_stake *stake)
{
    struct salon *salon = self;
    for (struct salon_added *at = salon->added; at; at = at->next)
        if (&at->stake == stake) {
            if (!at->live) salon_fail(salon, "a stake is gone twice");
            at->live = false;
            at->stake.game[0] = NULL;
            salon->stakes_live--;
            return;
        }
    salon_fail(salon, "a stake that nobody made is gone");
}

#define SAID(term, value, usual) (felt_terms_say(terms, FELT_TERM_##term) ? (value) : (usual))

static const struct felt_stake *make(void *self, const char *id,
                                     const struct felt_want_terms *terms,
                                     const struct felt_stake *old, char why[FELT_FLOOR_TEXT_BYTES])
{
    char text[256];
    static const struct felt_stake usual = {.small_blind = 5,
                                            .big_blind = 10,
                                            .seats = 6,
                                            .buy_in_min = 200,
                                            .buy_in_max = 1000,
                                            .pause_ms = 2000};
    const struct felt_stake *from = old ? old : &usual;
    const struct felt_table_options *was = &from->options, *new = &terms->options;
    bool omaha = old && strcmp(old->variant, "PO") == 0;
    omaha = SAID(GAME, strcmp(terms->game, "omaha") == 0, omaha);
    int used = snprintf(
        text, sizeof text, "%s %lld %lld %d %lld %lld %d %d %lld %d %d %d %d %d %u %d", id,
        (long long)SAID(BLINDS, terms->small_blind, from->small_blind),
        (long long)SAID(BLINDS, terms->big_blind, from->big_blind),
        SAID(SEATS, terms->seats, from->seats),
        (long long)SAID(BUY_IN, terms->buy_in_min, from->buy_in_min / from->big_blind),
        (long long)SAID(BUY_IN, terms->buy_in_max, from->buy_in_max / from->big_blind),
        SAID(HOUSE, terms->house, from->house), SAID(ANTE, new->ante_by, was->ante_by),
        (long long)SAID(ANTE, new->ante, was->ante), SAID(STRADDLE, new->straddle, was->straddle),
        SAID(BOMB, new->bomb_every, was->bomb_every), SAID(BOMB, new->bomb_units, was->bomb_units),
        SAID(TWICE, new->twice, was->twice), SAID(RATHOLE, new->no_rathole, was->no_rathole),
        SAID(PAUSE, terms->pause_ms, from->pause_ms), omaha);
    const struct felt_stake *stake = make_of_text(self, text, (size_t)used);
    if (!stake) (void)snprintf(why, FELT_FLOOR_TEXT_BYTES, "no table can be like that");
    return stake;
}

void salon_stakes_join(struct salon *salon)
{
    salon->config.state_bytes = felt_poker_game.state_bytes;
    salon->services.stake_make = make;
    salon->services.stake_again = again;
    salon->services.stake_gone = gone;
}

void salon_stakes_forget(struct salon *salon)
{
    for (struct salon_added *at = salon->added; at; at = at->next) at->live = false;
    salon->stakes_live = 0;
}

void salon_stakes_close(struct salon *salon)
{
    while (salon->added) {
        struct salon_added *first = salon->added;
        salon->added = first->next;
        free(first);
    }
}
