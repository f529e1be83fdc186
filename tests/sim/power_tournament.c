/* power_tournament.c -- sit-and-gos of power_room.c: how they are made, and what was told of
 * entries. */
#include "power_room.h"

#include "felt/assert.h"
#include "os/secret.h"

#include <stdio.h>
#include <string.h>

enum { EVENT_HOUSE = 6, HOUSE_SEAT_MS = 3000 };

static const char *const settings[] = {"id",       "sng",
                                       "title",    "A quick one",
                                       "entrants", "3",
                                       "seats",    "3",
                                       "house",    "70",
                                       "stack",    "100",
                                       "buy-in",   "50",
                                       "fee",      "5",
                                       "prizes",   "winner",
                                       "clock",    "5s",
                                       "bank",     "0s",
                                       "pause",    "1s",
                                       "levels",   "20s 5/10 10/20 25/50"};

/* ---- making ---- */

static const struct felt_stake *make_stake(void *self, const struct felt_tournament_row *row,
                                           struct felt_complaint *why)
{
    struct power_room *room = self;
    struct felt_buffer out = felt_buffer_make(room->text, sizeof room->text);
    felt_buffer_text(&out, FELT_EVENT_STAKE_MARK);
    felt_tournament_row_write(row, &out);
    room->stake = (struct felt_stake){.title = "A quick one",
                                      .variant = "holdem",
                                      .limit = "no-limit",
                                      .directed = true,
                                      .games = row->plan.levels,
                                      .seats = row->plan.seats,
                                      .small_blind = row->plan.level[0].small,
                                      .big_blind = row->plan.level[0].big,
                                      .buy_in_min = row->plan.stack,
                                      .buy_in_max = row->plan.stack,
                                      .move_ms = row->clock_ms,
                                      .bank_ms = row->bank_ms,
                                      .text = room->text,
                                      .text_bytes = (uint32_t)out.used};
    memcpy(room->stake.id, row->id, sizeof row->id);
    felt_assert(row->plan.levels <= POWER_LEVELS);
    for (int i = 0; i < row->plan.levels; i++) {
        enum felt_status status =
            felt_poker_adapter_make(&room->level[i], "holdem", FELT_NO_LIMIT,
                                    row->plan.level[i].small, row->plan.level[i].big, why);
        felt_assert(status == FELT_OK);
        room->stake.game[i] = &room->level[i].adapter;
    }
    return &room->stake;
}

static const struct felt_stake *make_stake_again(void *self, const char *text, size_t bytes)
{
    struct felt_tournament_row row;
    size_t mark = strlen(FELT_EVENT_STAKE_MARK);
    if (felt_tournament_row_read(&row, text + mark, bytes - mark, NULL) != FELT_OK) return NULL;
    return make_stake(self, &row, NULL);
}

static void drop_stake(void *self, const struct felt_stake *stake)
{
    (void)self, (void)stake;
}

void power_tournament_configure(struct power_room *room)
{
    struct fake_room *fake_room = &room->fake_room;
    fake_room->config.tournaments = true;
    fake_room->config.event_house = EVENT_HOUSE;
    fake_room->config.event_seat_ms = HOUSE_SEAT_MS;
    fake_room->config.room.state_bytes = felt_poker_game.state_bytes;
    fake_room->services.event_stake = make_stake;
    fake_room->services.stake_again = make_stake_again;
    fake_room->services.stake_gone = drop_stake;
}

static bool all_settled(const struct felt_tournaments *tournaments)
{
    struct felt_tournament_face face;
    for (uint32_t i = 0; i < felt_tournaments_count(tournaments); i++) {
        felt_tournaments_face(tournaments, i, &face);
        if (!face.settled) return false;
    }
    return true;
}

void power_tournament_add(struct power_room *room)
{
    struct fake_room *fake_room = &room->fake_room;
    struct felt_tournaments *tournaments = felt_room_session_tournaments(fake_room->session);
    struct felt_tournament_row row;
    struct felt_complaint complaint = {0};
    int64_t wall_ms = FAKE_ROOM_WALL_MS + fake_room->now_us / 1000;
    if (!felt_room_is_open(felt_room_session_room(fake_room->session)) || !all_settled(tournaments))
        return;
    felt_tournament_row_usual(&row);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i += 2) {
        enum felt_status status =
            felt_tournament_row_set(&row, settings[i], settings[i + 1], &complaint);
        felt_assert(status == FELT_OK);
    }
    felt_tournament_row_fix(&row, wall_ms, &felt_secret_digests);
    if (felt_tournaments_add(tournaments, &row, wall_ms, &complaint) < 0)
        power_journal_complain(&room->power, "no tournament: %s", complaint.text);
    fake_room_turn(fake_room);
}

/* ---- what was told ---- */

void power_tournament_hear(struct power_room *room, uint32_t conn, const json_t *frame)
{
    struct power_person *person = &room->person[conn];
    const char *state = json_string_value(json_object_get(frame, "state"));
    felt_assert(state);
    person->event = (uint32_t)json_integer_value(json_object_get(frame, "number"));
    person->is_out = strcmp(state, "out") == 0;
    person->has_entry = person->is_out || strcmp(state, "waits") == 0 || strcmp(state, "in") == 0;
    person->place = (uint32_t)json_integer_value(json_object_get(frame, "place"));
}

static const struct felt_director *director_of(const struct power_room *room, uint32_t number)
{
    struct felt_tournaments *tournaments = felt_room_session_tournaments(room->fake_room.session);
    struct felt_tournament_face face;
    for (uint32_t i = 0; i < felt_tournaments_count(tournaments); i++) {
        felt_tournaments_face(tournaments, i, &face);
        if (face.number == number) return felt_tournaments_director(tournaments, i);
    }
    return NULL;
}

static void verify_entry(struct power_room *room, const struct power_person *person)
{
    const struct felt_director *director = director_of(room, person->event);
    uint32_t entry =
        director ? felt_director_entry_of(director, person->user) : FELT_DIRECTOR_NOBODY;
    room->result->compared++;
    if (entry == FELT_DIRECTOR_NOBODY) {
        power_journal_complain(&room->power,
                               "P1: the entry of user %lld in tournament %u is "
                               "forgotten",
                               (long long)person->user, person->event);
        return;
    }
    uint32_t place = felt_director_place(director, entry);
    if (person->is_out && person->place && place != person->place)
        power_journal_complain(&room->power, "P1: place %u was told, it is %u now", person->place,
                               place);
}

/* All stacks, with what is in hands, are what was handed out. */
static void verify_stacks(struct power_room *room, const struct felt_director *director)
{
    struct felt_director_face face;
    felt_chips sum = 0;
    felt_director_face(director, &face);
    if (face.state != FELT_DIRECTOR_RUNNING) return;
    for (uint32_t i = 0; i < face.entries; i++)
        if (felt_director_entry(director, i)->state == FELT_DIRECTOR_ENTRY_IN)
            sum += felt_director_entry(director, i)->stack;
    if (sum != (felt_chips)face.entries * 100)
        power_journal_complain(&room->power, "P3: %u entries have %lld chips", face.entries,
                               (long long)sum);
}

void power_tournament_restored(struct power_room *room)
{
    struct felt_tournaments *tournaments = felt_room_session_tournaments(room->fake_room.session);
    for (int i = 0; i < POWER_PEOPLE; i++)
        if (room->person[i].has_entry) verify_entry(room, &room->person[i]);
    for (uint32_t i = 0; i < felt_tournaments_count(tournaments); i++)
        verify_stacks(room, felt_tournaments_director(tournaments, i));
}
