/* resume.c -- the first moments after a start.
 *
 * A hand is known to two: the director, and the table on the room.  Both have records, written one
 * after the other, so that a crash finds them apart in few ways:
 *
 *   director          table                          then
 *   under way         the same hand is under way     it goes on
 *   under way         the same hand is over          its result is the director's
 *   under way         it never began, or was void    it never was
 *   between hands     a hand is under way            it never was
 *
 * and seats that differ are made as the director's. */
#include "server/room/tournaments/tournaments_parts.h"

#include <inttypes.h>

static void give(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                 const struct felt_director_input *input)
{
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, *input);
    if (no)
        felt_tournaments_note(tournaments, "alarm", tournament, "after the start: %s",
                              felt_director_no_text(no));
}

static void bring_together(struct felt_tournaments *tournaments, struct felt_tournament *tournament,
                           uint32_t table)
{
    struct felt_tournament_table *at = &tournament->table[table];
    struct felt_room_directed_look look = {0};
    struct felt_director_hand hand;
    bool there =
        at->room >= 0 && felt_room_directed_look(tournaments->room, (uint32_t)at->room, &look);
    at->dirty = true;
    at->next_ms = tournaments->now_ms + tournament->row.pause_ms;
    if (at->room >= 0 && !there) {
        felt_tournament_set_table(tournaments, tournament, table, -1);
        felt_tournaments_write_table(tournaments, tournament, table);
    }
    bool under_way = felt_director_under_way(tournament->director, table, &hand);
    bool same = there && look.any && look.number == at->hand;
    if (under_way && same && look.hand) return;
    if (look.hand)
        felt_room_directed_void(tournaments->room, (uint32_t)at->room, "the server was down",
                                tournaments->services->room_ms(tournaments->services->self));
    if (!under_way) return;
    struct felt_director_input input = {.what = FELT_DIRECTOR_VOID, .table = table};
    if (same && !look.is_void) {
        input.what = FELT_DIRECTOR_RESULT;
        for (int i = 0; i < FELT_SEATS_MAX; i++) input.stack[i] = look.stack[i];
    }
    enum felt_director_no no = felt_tournament_give(tournaments, tournament, input);
    if (no == FELT_DIRECTOR_OK) return;
    input.what = FELT_DIRECTOR_VOID;
    give(tournaments, tournament, &input);
}

/* Tables that were opened for a tournament, which never heard of it. */
static void close_strays(struct felt_tournaments *tournaments)
{
    struct felt_room_directed_look look;
    int64_t room_ms = tournaments->services->room_ms(tournaments->services->self);
    for (uint32_t i = 0; i < tournaments->config.tables_max; i++) {
        if (tournaments->at[i] || !felt_room_directed_look(tournaments->room, i, &look)) continue;
        if (look.hand)
            felt_room_directed_void(tournaments->room, i, "the server was down", room_ms);
        felt_room_directed_close(tournaments->room, i, room_ms);
    }
}

static void get_stake(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    struct felt_complaint why = {0};
    struct felt_director_face face;
    if (tournament->stake >= 0) return; /* it was added in this life */
    tournament->stake =
        tournaments->services->stake(tournaments->services->self, &tournament->row, &why);
    if (tournament->stake >= 0) return;
    felt_director_face(tournament->director, &face);
    felt_tournaments_note(tournaments, "alarm", tournament,
                          "its game cannot be played any more: %s", why.text);
    if (face.state == FELT_DIRECTOR_RUNNING && !face.paused)
        give(tournaments, tournament,
             &(struct felt_director_input){.what = FELT_DIRECTOR_PAUSE}); /* Q5 */
}

static void tell_hired(const struct felt_tournaments *tournaments,
                       const struct felt_tournament *tournament)
{
    const struct felt_tournaments_services *services = tournaments->services;
    for (uint32_t i = 0; i < tournament->row.plan.entrants_max; i++) {
        const struct felt_director_entry *entry = felt_director_entry(tournament->director, i);
        bool is_in =
            entry->state == FELT_DIRECTOR_ENTRY_WAITS || entry->state == FELT_DIRECTOR_ENTRY_IN;
        if (is_in && entry->flags & FELT_DIRECTOR_ENTRY_HOUSE)
            services->hired(services->self, entry->user);
    }
    for (uint32_t i = 0; i < tournament->payments; i++) {
        const struct felt_tournament_payment *payment = &tournament->payment[i];
        if (!payment->done && payment->kind == FELT_ORDER_ENTER && payment->who.local)
            services->hired(services->self, payment->user);
    }
}

static void wake(struct felt_tournaments *tournaments, struct felt_tournament *tournament)
{
    struct felt_director_face face;
    felt_director_face(tournament->director, &face);
    tournament->gather_ms = tournaments->now_ms + tournaments->config.gather_ms;
    if (face.state == FELT_DIRECTOR_RUNNING)
        give(tournaments, tournament, &(struct felt_director_input){.what = FELT_DIRECTOR_WAKE});
    tell_hired(tournaments, tournament);
    get_stake(tournaments, tournament);
    for (uint32_t i = 0; i < tournament->row.plan.tables_max; i++)
        bring_together(tournaments, tournament, i);
    felt_tournament_arrange(tournaments, tournament);
}

void felt_tournaments_resume(struct felt_tournaments *tournaments, int64_t wall_ms)
{
    felt_assert(!tournaments->awake);
    tournaments->now_ms = wall_ms;
    tournaments->awake = true;
    tournaments->stir = true;
    tournaments->services->entropy(tournaments->services->self, tournaments->life,
                                   sizeof tournaments->life);
    felt_tournaments_write_life(tournaments);
    close_strays(tournaments);
    for (uint32_t i = 0; i < tournaments->count; i++) {
        struct felt_tournament *tournament = tournaments->event[i];
        if (felt_tournament_is_settled(tournament))
            tournament->done = true;
        else
            wake(tournaments, tournament);
    }
}
