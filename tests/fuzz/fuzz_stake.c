/* fuzz_stake.c -- any bytes as the text that the journal has of a private table's stake.
 *
 * What is taken is a stake that the room bears, and it comes back from its own text the same.  One
 * of a game of the lab holds a marker of one chip in each seat, can be played with every number of
 * players that it may have, and moves no chip.  What is refused leaves nothing behind. */
#include "any_move.h"
#include "command/lab_file.h"
#include "server/config/practice.h"
#include "server/config/private_stakes.h"
#include "felt/assert.h"
#include "felt/rng.h"
#include "server/room/room_parts.h"
#include "server/room/tournaments/tournaments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 200, STATE_BYTES = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Tournaments of felt.conf are held by the tournament service; no text of a stake comes so far. */
int64_t felt_tournaments_find(const struct felt_tournaments *tournaments, const char *id)
{
    felt_assert(!tournaments && !id);
    return -1;
}

void felt_tournaments_face(const struct felt_tournaments *tournaments, uint32_t index,
                           struct felt_tournament_face *face)
{
    felt_assert(!tournaments && !index && !face);
}

int64_t felt_tournaments_add(struct felt_tournaments *tournaments,
                             const struct felt_tournament_row *row, int64_t wall_ms,
                             struct felt_complaint *complaint)
{
    felt_assert(!tournaments && !row && !wall_ms && !complaint);
    return -1;
}

static int64_t tell_time(void)
{
    return 1000;
}

static void verify_words(const struct felt_stake *stake)
{
    felt_assert(memchr(stake->id, '\0', sizeof stake->id) != NULL);
    felt_assert(memchr(stake->title, '\0', sizeof stake->title) != NULL);
    felt_assert(stake->id[0] != '\0' && stake->title[0] != '\0');
    felt_assert(strspn(stake->id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(stake->id));
    felt_assert(!stake->directed && stake->tables == 0);
}

static void play(const struct felt_game_adapter *adapter, int seats)
{
    static struct felt_event events[FELT_EVENTS_MAX];
    _Alignas(16) char state[STATE_BYTES] = {0};
    struct felt_rng rng = felt_rng_make(1);
    struct felt_deal deal;
    felt_chips marker[FELT_SEATS_MAX] = {0}, won[FELT_SEATS_MAX];
    for (int seat = 0; seat < seats; seat++) marker[seat] = 1;
    felt_assert(adapter->game->state_bytes <= sizeof state);
    adapter->deal(adapter, (felt_seats)((1u << seats) - 1), marker, 0, &deal);
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    felt_assert(adapter->game->open(adapter->rules, &deal, state, &log) == FELT_OK);
    felt_assert(adapter->game->deal(adapter->rules, &deal, &rng, state, &log) == FELT_OK);
    for (int i = 0; i < MOVES_MAX && adapter->game->actor(adapter->rules, state) >= 0; i++) {
        struct felt_action action = any_move(adapter->game, adapter->rules, state, &rng);
        log.count = 0;
        felt_seat actor = adapter->game->actor(adapter->rules, state);
        felt_assert(adapter->game->apply(adapter->rules, state, actor, action, &log) == FELT_OK);
    }
    if (adapter->game->actor(adapter->rules, state) >= 0) return;
    adapter->game->payoff(adapter->rules, state, won);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) felt_assert(won[seat] == 0); /* Q2 */
}

static void verify_practice(const struct felt_stake *stake)
{
    const struct felt_game_adapter *adapter = stake->game[0];
    felt_assert(stake->games == 1 && stake->house == stake->seats);
    felt_assert(stake->buy_in_min == 1 && stake->buy_in_max == 1); /* Q2 */
    felt_assert(stake->seats >= adapter->seats_min && stake->pause_ms <= FELT_PRACTICE_PAUSE_MS);
    for (int seats = adapter->seats_min; seats <= stake->seats; seats++) play(adapter, seats);
}

static void verify_same(const struct felt_stake *one, const struct felt_stake *two)
{
    felt_assert(strcmp(one->id, two->id) == 0 && strcmp(one->title, two->title) == 0);
    felt_assert(strcmp(one->variant, two->variant) == 0 && strcmp(one->limit, two->limit) == 0);
    felt_assert(one->games == two->games && one->seats == two->seats);
    felt_assert(one->house == two->house && one->practice == two->practice);
    felt_assert(one->small_blind == two->small_blind && one->big_blind == two->big_blind);
    felt_assert(one->buy_in_min == two->buy_in_min && one->buy_in_max == two->buy_in_max);
    felt_assert(one->move_ms == two->move_ms && one->bank_ms == two->bank_ms);
    felt_assert(one->pause_ms == two->pause_ms);
    felt_assert(one->text_bytes == two->text_bytes);
    felt_assert(memcmp(one->text, two->text, one->text_bytes) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct felt_private_stakes *privates = felt_private_stakes_open(tell_time);
    felt_assert(privates);
    const struct felt_stake *stake = felt_private_stakes_again(privates, (const char *)data, size);
    if (stake) {
        felt_stake_verify(stake);
        felt_assert(stake->text_bytes >= 1 && stake->text_bytes <= FELT_STAKE_TEXT_BYTES);
        verify_words(stake);
        if (stake->practice) verify_practice(stake);
        verify_same(stake, felt_private_stakes_again(privates, stake->text, stake->text_bytes));
        felt_private_stakes_gone(privates, stake);
    }
    felt_private_stakes_close(privates);
    return 0;
}
