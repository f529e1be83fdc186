/* arena_sim_ear.c -- looks at every frame the moment it is sent: shape, order, chips, cards. */
#include "arena_sim_parts.h"

#include "os/secret.h"

#include <stdlib.h>
#include <string.h>

/* ---- shape ---- */

#define OPTIONS                                                                                    \
    "call_amount:i? min_raise_to:i? max_raise_to:i? bring_in:i? discard_min:i? discard_max:i? "    \
    "choice_max:i? "
#define MIDDLE "community:a second_community:a? pot:i current_bet:i min_raise_increment:i "

/* Name, then fields with their types; `?`: may be absent.  n is a number or null. */
static const char *const shapes[][2] = {
    {"welcome", "table_id:s seat:i? config:o match_id:s "},
    {"lobby", "players:a "},
    {"start_hand", "hand_id:s seed:i button:i stacks:a hand_number:i commit:s fresh:s "},
    {"act",
     "hand_id:s seat:i phase:s you:o table:o players:a " MIDDLE "legal:a " OPTIONS "req_id:i "},
    {"end_hand", "hand_id:s stacks:a reveal:s? "},
    {"snapshot", "at_hand_id:s phase:s you:o table:o players:a " MIDDLE
                 "next_actor:n time_ms_remaining:i? legal:a? " OPTIONS "req_id:i? history:a "},
    {"match_end", "winner:o? final_stacks:a reason:s tied:a? match_id:s secret:s reveals:a "
                  "reveals_omitted:i? "},
    {"error", "code:s msg:s "},
    {"notice", "msg:s "},
    {"status", "table_id:s match_id:s pace:s paused:b over:b in_hand:b hands:i hand_id:s? "
               "next_actor:n time_ms_remaining:i? players:a "},
    {"POST_BLINDS", "sb_seat:i? bb_seat:i sb:i? bb:i "},
    {"ANTE", "seat:i amount:i all_in:b "},
    {"BRING_IN", "seat:i amount:i to:i all_in:b "},
    {"BET", "seat:i amount:i to:i all_in:b "},
    {"CALL", "seat:i amount:i to:i all_in:b "},
    {"CHECK", "seat:i "},
    {"FOLD", "seat:i "},
    {"DEAL", "seat:i? count:i cards:a? up:b? "},
    {"DRAW", "seat:i count:i cards:a? "},
    {"DISCARD", "seat:i count:i cards:a? "},
    {"FLOP", "cards:a "},
    {"TURN", "card:s "},
    {"RIVER", "card:s "},
    {"RETURN", "seat:i amount:i "},
    {"SHUFFLE", "count:i "},
    {"SHOWDOWN", "seat:i hand:a board:a rank:s name:s "},
    {"POT_AWARD", "seat:i amount:i pot:i "},
    {"ELIMINATED", "seat:i "},
    {"you", "seat:i? hole:a up:a? stack:i committed:i to_call:i time_ms:i? "},
    {"player", "seat:i stack:i has_folded:b committed:i up:a? "},
};

static bool is_of(const json_t *value, char kind)
{
    switch (kind) {
    case 's': return json_is_string(value);
    case 'i': return json_is_integer(value) && json_integer_value(value) >= 0;
    case 'a': return json_is_array(value);
    case 'o': return json_is_object(value);
    case 'b': return json_is_boolean(value);
    case 'n': return json_is_null(value) || json_is_integer(value);
    default: return false;
    }
}

/* S3.  `also`: keys of the envelope. */
static void verify_shape(struct sim *sim, const json_t *object, const char *name, size_t also)
{
    const char *fields = "";
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        if (strcmp(shapes[i][0], name) == 0) fields = shapes[i][1];
    if (!*fields) sim_fail(sim, "S3: a frame of unknown type %s", name);
    size_t count = also;
    while (*fields) {
        char key[32] = {0};
        size_t length = strcspn(fields, ":");
        memcpy(key, fields, length);
        char kind = fields[length + 1];
        bool may_miss = fields[length + 2] == '?';
        fields += length + (may_miss ? 4 : 3);
        const json_t *value = json_object_get(object, key);
        if (!value && may_miss) continue;
        if (!value || !is_of(value, kind)) sim_fail(sim, "S3: %s without a good %s", name, key);
        count++;
    }
    if (json_object_size(object) != count) sim_fail(sim, "S3: %s has a field too many", name);
}

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static bool lists(const json_t *frame, const char *word)
{
    size_t index;
    json_t *item;
    json_array_foreach(json_object_get(frame, "legal"), index, item)
    {
        if (strcmp(json_string_value(item), word) == 0) return true;
    }
    return false;
}

/* ---- S1 ---- */

static void verify_chips(struct sim *sim, const json_t *seats, felt_chips more, const char *what)
{
    size_t index;
    json_t *seat;
    felt_chips sum = more;
    json_array_foreach(seats, index, seat) sum += number(seat, "stack");
    felt_chips brought = (felt_chips)json_array_size(seats) * sim->fake_arena.table.stack;
    if (sum != brought)
        sim_fail(sim, "S1: %s has %lld chips of %lld", what, (long long)sum, (long long)brought);
}

/* ---- S4 ---- */

static felt_cards card_of(const char *word)
{
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    if (!word || strlen(word) != 2 || !strchr(ranks, word[0]) || !strchr(suits, word[1])) return 0;
    return felt_cards_of(felt_card_make((int)(strchr(ranks, word[0]) - ranks),
                                        (int)(strchr(suits, word[1]) - suits)));
}

/* Every card that stands anywhere in a value. */
static felt_cards cards_in(const json_t *value)
{
    const char *key;
    size_t index;
    json_t *item;
    felt_cards cards = card_of(json_string_value(value));
    if (json_is_array(value)) json_array_foreach(value, index, item) cards |= cards_in(item);
    if (json_is_object(value)) {
        json_object_foreach((json_t *)value, key, item)
        {
            if (strcmp(key, "team") != 0) cards |= cards_in(item);
        }
    }
    return cards;
}

/* PROTOCOL 8.5: the cards of a seat that lie face down, and all of them. */
static felt_cards dealt_to(struct sim *sim, const struct sim_hand *hand, felt_seat seat, bool down)
{
    const struct felt_poker_rules *rules = &sim->poker.rules;
    int count = felt_seats_count(hand->dealt), place = 0;
    int cards = sim->plan.variant ? rules->variant->hole_cards : 1;
    if (!felt_seats_has(hand->dealt, seat)) return 0;
    for (felt_seat at = felt_seats_from(hand->dealt, hand->button + 1); at != seat; place++)
        at = felt_seats_from(hand->dealt, at + 1);
    felt_cards mask = 0;
    bool stud = sim->plan.variant && strcmp(sim->plan.variant, "stud") == 0;
    /* Eight hands of stud are more than a deck: their last cards are another matter. */
    if (cards * count > sim->fake_arena.table.adapter->deck_count) cards--;
    for (int i = 0; i < cards; i++)
        if (!down || !stud || i < 2 || i == 6) mask |= felt_cards_of(hand->deck[i * count + place]);
    return mask;
}

static bool draws(const struct sim *sim)
{
    return sim->plan.variant && strcmp(sim->plan.variant, "badugi") == 0;
}

static void verify_secrets(struct sim *sim, const struct sim_ear *ear, const json_t *frame)
{
    const struct sim_hand *hand = sim_book_place(sim, ear->counter);
    felt_cards seen = cards_in(frame);
    if (!seen || sim->plan.practice || (draws(sim) && hand->shuffled)) return;
    if (!ear->in_hand) sim_fail(sim, "S4: cards outside of a hand");
    bool shows = strcmp(text(frame, "ev"), "SHOWDOWN") == 0;
    for (felt_seats left = hand->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (seat == ear->seat || (shows && seat == number(frame, "seat"))) continue;
        if (seen & dealt_to(sim, hand, seat, true))
            sim_fail(sim, "S4: seat %d is told a card of seat %d", ear->seat, seat);
    }
}

/* Fields that hold cards of a seat are for that seat. */
static void verify_owner(struct sim *sim, const struct sim_ear *ear, const json_t *event)
{
    bool up = json_is_true(json_object_get(event, "up"));
    const char *ev = text(event, "ev");
    bool owned = strcmp(ev, "DEAL") == 0 || strcmp(ev, "DRAW") == 0 || strcmp(ev, "DISCARD") == 0;
    if (owned && !up && json_object_get(event, "cards") &&
        (ear->seat < 0 || number(event, "seat") != ear->seat))
        sim_fail(sim, "S4: %s of another seat has its cards", ev);
}

static void verify_hole(struct sim *sim, const struct sim_ear *ear, const json_t *frame)
{
    const struct sim_hand *hand = sim_book_place(sim, ear->counter);
    felt_cards hole = cards_in(json_object_get(json_object_get(frame, "you"), "hole"));
    if (sim->plan.practice || draws(sim)) return;
    felt_cards mine = dealt_to(sim, hand, ear->seat, false);
    if (sim->plan.variant && felt_seats_count(hand->dealt) * sim->poker.rules.variant->hole_cards >
                                 sim->fake_arena.table.adapter->deck_count)
        return;
    if (hole & ~mine) sim_fail(sim, "seat %d has a card that was not dealt to it", ear->seat);
    if (sim->plan.variant && strcmp(sim->plan.variant, "holdem") == 0 && hole != mine)
        sim_fail(sim, "seat %d does not have the cards of PROTOCOL 8.5", ear->seat);
}

/* ---- hands ---- */

static void verify_commit(struct sim *sim, const struct sim_hand *hand, const char *hex, bool key)
{
    uint8_t bytes[FELT_KEY_BYTES];
    char mine[2 * FELT_KEY_BYTES + 1];
    if (key)
        memcpy(bytes, hand->key, sizeof bytes);
    else
        felt_secret_hash(hand->key, FELT_KEY_BYTES, bytes);
    for (int i = 0; i < FELT_KEY_BYTES; i++) snprintf(mine + 2 * i, 3, "%02x", bytes[i]);
    if (strcmp(mine, hex) != 0) sim_fail(sim, "a commitment or key is not that of its hand");
}

static void hear_start(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    if (ear->in_hand) sim_fail(sim, "S3: a hand begins inside another one");
    ear->in_hand = true;
    ear->stage = SIM_OPENING;
    verify_chips(sim, json_object_get(frame, "stacks"), 0, "start_hand");
    if (sim->plan.practice) return;
    const struct sim_hand *hand = sim_book_hand(sim, text(frame, "hand_id"), &ear->counter);
    if ((int)hand->table != ear->table) sim_fail(sim, "a hand of another table");
    if (ear->seat < 0 && !hand->over) sim_fail(sim, "S4: a watcher hears a hand that runs");
    verify_commit(sim, hand, text(frame, "commit"), false);
    if (number(frame, "button") != hand->button || number(frame, "hand_number") != hand->number)
        sim_fail(sim, "start_hand is not what the journal says");
}

static void hear_end(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    uint32_t counter;
    if (!ear->in_hand || ear->stage < SIM_AWARD) sim_fail(sim, "S3: end_hand comes too early");
    ear->in_hand = false;
    verify_chips(sim, json_object_get(frame, "stacks"), 0, "end_hand");
    if (sim->plan.practice) return;
    const struct sim_hand *hand = sim_book_hand(sim, text(frame, "hand_id"), &counter);
    if (counter != ear->counter) sim_fail(sim, "S3: another hand ends than the one that began");
    if (!hand->over) sim_fail(sim, "S5: a hand is told to be over before the journal says so");
    if (json_object_get(frame, "reveal")) verify_commit(sim, hand, text(frame, "reveal"), true);
    sim->book[ear->table].pending = FELT_SEAT_NONE;
}

static enum sim_stage stage_of(const char *ev)
{
    if (strcmp(ev, "SHOWDOWN") == 0) return SIM_SHOW;
    if (strcmp(ev, "POT_AWARD") == 0) return SIM_AWARD;
    if (strcmp(ev, "ELIMINATED") == 0) return SIM_OUT;
    return SIM_PLAY;
}

static bool is_action(const char *ev)
{
    static const char *const words[] = {"BET",      "CALL",    "CHECK", "FOLD",
                                        "BRING_IN", "DISCARD", "ACTION"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], ev) == 0) return true;
    return false;
}

static void hear_event(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    const char *ev = text(frame, "ev");
    enum sim_stage stage = stage_of(ev);
    if (!ear->in_hand) sim_fail(sim, "S3: %s outside of a hand", ev);
    if (ear->stage == SIM_OPENING) {
        const char *first = sim->fake_arena.table.adapter->small_blind ? "POST_BLINDS" : "ANTE";
        if (strcmp(ev, first) != 0) sim_fail(sim, "S3: a hand begins with %s", ev);
        ear->stage = SIM_PLAY;
    }
    if (stage < ear->stage) sim_fail(sim, "S3: %s comes too late", ev);
    if (stage == SIM_OUT && ear->stage < SIM_AWARD) sim_fail(sim, "S3: %s before awards", ev);
    ear->stage = stage;
    verify_owner(sim, ear, frame);
    if (strcmp(ev, "SHUFFLE") == 0) sim_book_place(sim, ear->counter)->shuffled = true;
    if (sim->plan.practice) return;
    struct sim_book *book = &sim->book[ear->table];
    int64_t seat = number(frame, "seat");
    if (is_action(ev) && ear->seat >= 0 && book->pending == seat) book->pending = FELT_SEAT_NONE;
    if (stage != SIM_OUT) return;
    if (felt_seats_has(ear->eliminated, (int)seat) ||
        (book->eliminated[seat] && book->eliminated[seat] != ear->counter))
        sim_fail(sim, "S3: seat %d is eliminated twice", (int)seat);
    ear->eliminated |= felt_seats_of((int)seat);
    book->eliminated[seat] = ear->counter;
}

/* ---- questions ---- */

static void verify_players(struct sim *sim, const json_t *frame)
{
    size_t index;
    json_t *player;
    int64_t last = -1;
    verify_shape(sim, json_object_get(frame, "you"), "you", 0);
    json_array_foreach(json_object_get(frame, "players"), index, player)
    {
        verify_shape(sim, player, "player", 0);
        if (number(player, "seat") <= last) sim_fail(sim, "S3: players are not in order");
        last = number(player, "seat");
    }
    verify_chips(sim, json_object_get(frame, "players"), number(frame, "pot"), "players");
}

static void verify_options(struct sim *sim, const json_t *frame)
{
    const json_t *you = json_object_get(frame, "you");
    int64_t stack = number(you, "stack"), to_call = number(you, "to_call");
    bool call = lists(frame, "CALL"), raise = lists(frame, "RAISE_TO");
    if (!json_array_size(json_object_get(frame, "legal"))) sim_fail(sim, "nothing is legal");
    if (call != (json_object_get(frame, "call_amount") != NULL) ||
        raise != (json_object_get(frame, "min_raise_to") != NULL) ||
        raise != (json_object_get(frame, "max_raise_to") != NULL))
        sim_fail(sim, "S3: amounts and legal do not agree");
    if (call && number(frame, "call_amount") != (to_call < stack ? to_call : stack))
        sim_fail(sim, "call_amount is not the smaller of to_call and stack");
    if (raise && number(frame, "min_raise_to") > number(frame, "max_raise_to"))
        sim_fail(sim, "min_raise_to is more than max_raise_to");
    if (!sim->plan.variant || strcmp(sim->plan.variant, "holdem") != 0) return;
    if (raise && number(frame, "max_raise_to") != stack + number(you, "committed"))
        sim_fail(sim, "max_raise_to is not everything");
    if (lists(frame, "CHECK") == call || !lists(frame, "FOLD")) sim_fail(sim, "CHECK or CALL");
    if (call != (to_call > 0)) sim_fail(sim, "CALL without a price, or a price without CALL");
}

static void hear_act(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    uint32_t counter;
    if (!ear->in_hand) sim_fail(sim, "S3: act outside of a hand");
    if (ear->seat < 0 || number(frame, "seat") != ear->seat) sim_fail(sim, "S3: act to another");
    verify_players(sim, frame);
    verify_options(sim, frame);
    if (number(json_object_get(frame, "you"), "time_ms") > sim->fake_arena.table.move_ms &&
        number(json_object_get(frame, "you"), "time_ms") > sim->fake_arena.table.absent_ms)
        sim_fail(sim, "more time than there is");
    if (sim->plan.practice) return;
    struct sim_book *book = &sim->book[ear->table];
    const char *hand_id = text(frame, "hand_id");
    sim_book_hand(sim, hand_id, &counter);
    if (counter != ear->counter) sim_fail(sim, "S3: act of another hand");
    verify_hole(sim, ear, frame);
    if (book->pending != FELT_SEAT_NONE && book->pending != ear->seat)
        sim_fail(sim, "two seats are asked at table %s", book->name);
    uint64_t req_id = (uint64_t)number(frame, "req_id");
    bool again = strcmp(book->req_hand, hand_id) == 0 ? req_id == book->req_id : false;
    if (req_id <= book->req_id && !again && book->req_hand[0])
        sim_fail(sim, "req_id %llu after %llu", (unsigned long long)req_id,
                 (unsigned long long)book->req_id);
    book->req_id = req_id;
    book->pending = ear->seat;
    snprintf(book->req_hand, sizeof book->req_hand, "%s", hand_id);
}

static void hear_snapshot(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    size_t index;
    json_t *event;
    if (!ear->snapshot_may || ear->in_hand) sim_fail(sim, "S3: a snapshot out of place");
    if (number(json_object_get(frame, "you"), "seat") != ear->seat) sim_fail(sim, "whose seat?");
    verify_players(sim, frame);
    if (json_object_get(frame, "legal")) verify_options(sim, frame);
    bool mine = json_is_integer(json_object_get(frame, "next_actor")) &&
                number(frame, "next_actor") == ear->seat;
    if (mine != (json_object_get(frame, "legal") != NULL)) sim_fail(sim, "legal to another");
    ear->in_hand = true;
    ear->stage = SIM_OPENING;
    if (!sim->plan.practice) {
        sim_book_hand(sim, text(frame, "at_hand_id"), &ear->counter);
        verify_hole(sim, ear, frame);
    }
    json_array_foreach(json_object_get(frame, "history"), index, event)
    {
        verify_shape(sim, event, text(event, "ev"), 1);
        hear_event(sim, ear, event);
    }
}

/* ---- the table ---- */

static void hear_welcome(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    if (ear->welcomed) sim_fail(sim, "S3: welcome twice");
    *ear = (struct sim_ear){.welcomed = true, .lobby_due = true, .table = -1};
    ear->seat = json_object_get(frame, "seat") ? (felt_seat)number(frame, "seat")
                                               : (felt_seat)FELT_SEAT_NONE;
    if (!sim->plan.practice) sim_book_of(sim, text(frame, "table_id"), &ear->table);
}

static void hear_match_end(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    size_t index;
    json_t *reveal;
    uint32_t counter;
    if (ear->in_hand || ear->match_over) sim_fail(sim, "S3: match_end inside of a hand, or twice");
    ear->match_over = true;
    verify_chips(sim, json_object_get(frame, "final_stacks"), 0, "match_end");
    if (sim->plan.practice) return;
    json_array_foreach(json_object_get(frame, "reveals"), index, reveal)
    {
        const struct sim_hand *hand = sim_book_hand(sim, text(reveal, "hand_id"), &counter);
        verify_commit(sim, hand, text(reveal, "key"), true);
    }
}

static void hear_frame(struct sim *sim, struct sim_ear *ear, const json_t *frame)
{
    const char *type = text(frame, "type");
    bool event = strcmp(type, "event") == 0;
    if (number(frame, "v") != 1) sim_fail(sim, "S3: v is not 1");
    verify_shape(sim, frame, event ? text(frame, "ev") : type, event ? 3 : 2);
    if (strcmp(type, "welcome") == 0) {
        hear_welcome(sim, ear, frame);
        return;
    }
    if (strcmp(type, "error") == 0) return;
    if (!ear->welcomed) sim_fail(sim, "S3: %s before welcome", type);
    bool lobby = strcmp(type, "lobby") == 0;
    if (ear->lobby_due && !lobby) sim_fail(sim, "S3: %s before lobby", type);
    if (strcmp(type, "status") == 0 || strcmp(type, "notice") == 0) return;
    if (lobby) {
        ear->snapshot_may = ear->lobby_due && ear->seat >= 0;
        ear->lobby_due = false;
        return;
    }
    if (ear->match_over) sim_fail(sim, "S3: %s after match_end", type);
    if (strcmp(type, "start_hand") == 0) hear_start(sim, ear, frame);
    if (strcmp(type, "snapshot") == 0) hear_snapshot(sim, ear, frame);
    if (event) hear_event(sim, ear, frame);
    if (strcmp(type, "act") == 0) hear_act(sim, ear, frame);
    verify_secrets(sim, ear, frame);
    if (strcmp(type, "end_hand") == 0) hear_end(sim, ear, frame);
    if (strcmp(type, "match_end") == 0) hear_match_end(sim, ear, frame);
    ear->snapshot_may = false;
}

void sim_ear_hear(void *self, uint32_t conn, const char *bytes, size_t count, bool droppable)
{
    struct sim *sim = self;
    (void)droppable;
    if (sim->failing) sim_fail(sim, "O1: a frame leaves after the journal failed");
    if (sim->fake_arena.flushed != sim->fake_arena.records)
        sim_fail(sim, "O1: a frame leaves before its records are flushed");
    json_t *frame = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(frame)) sim_fail(sim, "S3: a frame is no JSON object");
    sim->result->frames++;
    for (int i = 0; i < sim->clients; i++)
        if (sim->client[i].conn == (int)conn) sim->client[i].unread += count;
    hear_frame(sim, &sim->ear[conn], frame);
    json_decref(frame);
}
