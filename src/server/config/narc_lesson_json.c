/* narc_lesson_json.c -- the lesson as frames: what a table of the room would tell the Player, cut
 * into steps.
 *
 * A step is what happens until the Player is asked, the comment, and what is wanted then; the last
 * one of a hand has nothing wanted.  Frames are written by the same functions as those of real
 * tables, from the Player's view: what lies hidden is in none of them. */
#include "base/json_member.h"
#include "lab/narc/narc_lesson.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "server/table/narc_adapter.h"
#include "server/protocol/write_room_server.h"

#include <stdlib.h>

static const char table_id[] = "lesson";

struct teller {
    struct felt_narc_adapter adapter;
    struct felt_table_config config;
    struct felt_table_face face;
    struct felt_room_face room_face;
    struct felt_announcer announcer;
    struct felt_narc_state state;
    struct felt_view view;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_json json;
    felt_chips stacks[FELT_SEATS_MAX];
    felt_seat player;
    const char *hand_id;
    uint32_t seq;
    uint64_t req_id;
    int32_t banked; /* by the hands before */
    bool first;     /* no frame of this step yet */
};

/* ---- members ---- */

static void put_list(struct felt_json *json, const char *key)
{
    felt_json_key(json, key);
    felt_json_array(json);
}

/* As `act` and `action` call it. */
static const char *action_word(enum felt_action_kind kind)
{
    switch (kind) {
    case FELT_FOLD: return "FOLD";
    case FELT_COMMIT: return "COMMIT";
    case FELT_CONTINUE: return "CONTINUE";
    default: return "CHECK";
    }
}

/* ---- frames ---- */

static void tell_frame(struct teller *teller, struct felt_arena_server_msg *msg)
{
    struct felt_room_server_msg out = {.kind = FELT_ROOM_SERVER_HAND,
                                       .table = &teller->room_face,
                                       .seat = teller->player,
                                       .seq = teller->seq++,
                                       .tell = msg};
    msg->table = &teller->face;
    if (!teller->first) felt_buffer_char(teller->json.out, ',');
    teller->first = false;
    felt_protocol_write_room_server(&out, 0, 0, teller->json.out);
}

static void hear(void *self, const struct felt_announcement *said)
{
    struct teller *teller = self;
    struct felt_announcement mine = felt_announcement_for(said, teller->player);
    tell_frame(teller,
               &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = &mine});
}

static void announce(struct teller *teller, const struct felt_event_log *log)
{
    felt_announce(&teller->announcer, &teller->adapter.adapter, log->event, log->count, hear,
                  teller);
}

/* What the Player sees, with the marker of a table that plays for the score before each seat. */
static void look(struct teller *teller)
{
    struct felt_view *view = &teller->view;
    felt_narc_game.view(&teller->adapter.rules.narc, &teller->state, teller->player, view);
    view->button = 0;
    for (int seat = 0; seat < FELT_ROLES; seat++)
        view->start[seat] = view->betting.stack[seat] = teller->stacks[seat];
}

static void ask(struct teller *teller)
{
    look(teller);
    tell_frame(teller, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_ACT,
                                                       .seat = teller->player,
                                                       .hand_id = teller->hand_id,
                                                       .view = &teller->view,
                                                       .req_id = ++teller->req_id});
}

/* ---- steps ---- */

static void open_step(struct teller *teller, int hand)
{
    felt_json_object(&teller->json);
    felt_json_put_int(&teller->json, "hand", hand + 1);
    put_list(&teller->json, "frames");
    teller->first = true;
}

static void put_wanted(struct teller *teller, struct felt_action action)
{
    const struct felt_narc_rules *rules = &teller->adapter.rules.narc;
    uint8_t hand[FELT_NARC_HAND_MAX];
    struct felt_json *json = &teller->json;
    felt_json_key(json, "wanted");
    felt_json_object(json);
    felt_json_put_text(json, "action", action_word((enum felt_action_kind)action.kind));
    if (action.kind == FELT_COMMIT) {
        (void)felt_narc_hand(rules, &teller->state, teller->player, hand);
        int kind = felt_narc_kind(rules, &teller->state, hand[__builtin_ctzll(action.cards)]);
        felt_json_put_text(json, "card", rules->catalogue.card[kind].id);
    }
    felt_json_end(json);
}

static void apply(struct teller *teller, struct felt_action action)
{
    const struct felt_narc_rules *rules = &teller->adapter.rules.narc;
    struct felt_event_log log = {teller->event, 0, FELT_EVENTS_MAX};
    felt_seat seat = felt_narc_actor(rules, &teller->state);
    enum felt_status status = felt_narc_apply(rules, &teller->state, seat, action, &log);
    felt_assert(status == FELT_OK);
    announce(teller, &log);
}

/* The Player's turn: all of a step but its frames so far; the next one is open then. */
static void teach(struct teller *teller, const struct felt_narc_step *step, int hand)
{
    struct felt_action wanted =
        felt_narc_lesson_action(&teller->adapter.rules.narc, &teller->state, step);
    ask(teller);
    felt_json_end(&teller->json);
    const char *comment = step->page ? step->page : step->comment;
    if (comment) felt_json_put_text(&teller->json, "comment", comment);
    put_wanted(teller, wanted);
    felt_json_end(&teller->json);
    open_step(teller, hand);
    apply(teller, wanted);
}

static void begin(struct teller *teller, int hand)
{
    static const char *const ids[FELT_NARC_LESSON_HANDS] = {"lesson-1", "lesson-2"};
    struct felt_event_log log = {teller->event, 0, FELT_EVENTS_MAX};
    struct felt_deal deal = {.seats = (1u << FELT_ROLES) - 1, .button = 0};
    for (int seat = 0; seat < FELT_ROLES; seat++) deal.stack[seat] = teller->stacks[seat];
    teller->hand_id = ids[hand];
    felt_announcer_begin(&teller->announcer, &deal);
    tell_frame(teller, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_START_HAND,
                                                       .hand_id = teller->hand_id,
                                                       .hand_number = (uint32_t)hand + 1,
                                                       .stacks = teller->stacks});
    felt_narc_lesson_begin(&teller->adapter.rules.narc, hand, &teller->state, &log);
    teller->state.session_banked = teller->banked;
    announce(teller, &log);
}

static void end(struct teller *teller)
{
    int32_t won = teller->state.session_banked - teller->banked;
    struct felt_event score = {.kind = FELT_EVENT_SCORE,
                               .seat = teller->player,
                               .amount = won,
                               .to = teller->state.session_banked,
                               .cards_to = (felt_seats)-1};
    if (won) announce(teller, &(struct felt_event_log){&score, 1, 1});
    teller->banked = teller->state.session_banked;
    tell_frame(teller, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_END_HAND,
                                                       .hand_id = teller->hand_id,
                                                       .stacks = teller->stacks});
}

static void put_hand(struct teller *teller, int hand)
{
    const struct felt_narc_rules *rules = &teller->adapter.rules.narc;
    const struct felt_narc_lesson_hand *lesson = felt_narc_lesson_hand(hand);
    open_step(teller, hand);
    begin(teller, hand);
    for (int i = 0; i < lesson->steps; i++) {
        const struct felt_narc_step *step = &lesson->step[i];
        felt_seat seat = felt_narc_actor(rules, &teller->state);
        if (seat < 0) break;
        if ((int)felt_narc_role(rules, seat) != step->role) continue;
        if (seat == teller->player)
            teach(teller, step, hand);
        else
            apply(teller, felt_narc_lesson_action(rules, &teller->state, step));
    }
    end(teller);
    felt_json_end(&teller->json);
    felt_json_end(&teller->json);
}

/* ---- all of it ---- */

static void put_question(struct felt_json *json, const struct felt_narc_question *question)
{
    felt_json_object(json);
    felt_json_put_text(json, "text", question->text);
    put_list(json, "answers");
    for (int i = 0; i < question->answers; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "text", question->answer[i].text);
        if (question->answer[i].wrong) felt_json_put_text(json, "wrong", question->answer[i].wrong);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_put_text(json, "right", question->right);
    felt_json_end(json);
}

static void open_teller(struct teller *teller, const struct felt_narc_rules *rules,
                        struct felt_buffer *out)
{
    felt_narc_adapter_make(&teller->adapter, rules, 0, false);
    teller->config = (struct felt_table_config){.adapter = &teller->adapter.adapter,
                                                .seats = FELT_ROLES,
                                                .min_players = FELT_ROLES,
                                                .stack = 1};
    teller->face.id = teller->room_face.id = table_id;
    teller->face.config = &teller->config;
    teller->room_face.adapter = &teller->adapter.adapter;
    for (int seat = 0; seat < FELT_ROLES; seat++) {
        teller->stacks[seat] = 1;
        teller->face.seat[seat] = (struct felt_seat_face){
            .team = teller->adapter.roles[seat], .connected = true, .stack = 1};
    }
    teller->player = felt_narc_seat(rules, FELT_ROLE_PLAYER);
    teller->json = felt_json_make(out);
}

enum felt_status felt_narc_lesson_write(const struct felt_narc_rules *rules,
                                        struct felt_buffer *out)
{
    struct teller *teller = calloc(1, sizeof *teller);
    if (!teller) return FELT_FULL;
    struct felt_json *json = &teller->json;
    open_teller(teller, rules, out);
    felt_json_object(json);
    felt_json_put_text(json, "game", teller->adapter.variant);
    felt_json_put_text(json, "table", table_id);
    felt_json_put_int(json, "seat", teller->player);
    put_list(json, "roles");
    for (int seat = 0; seat < FELT_ROLES; seat++) felt_json_text(json, teller->adapter.roles[seat]);
    felt_json_end(json);
    put_list(json, "steps");
    for (int hand = 0; hand < FELT_NARC_LESSON_HANDS; hand++) put_hand(teller, hand);
    felt_json_end(json);
    put_list(json, "questions");
    for (int i = 0; i < FELT_NARC_QUESTIONS; i++) put_question(json, felt_narc_lesson_question(i));
    felt_json_end(json);
    felt_json_put_text(json, "end", felt_narc_lesson_end);
    felt_json_end(json);
    free(teller);
    return FELT_OK;
}
