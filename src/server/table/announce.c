/* announce.c -- what a dealer says aloud.
 *
 * Most events of the engine are said as they come.  Three things are kept back for a while:
 *
 *   blinds            until the first event that is no forced bet: they are said in one breath;
 *   uncalled chips    (hold'em) until the hand is over: they are the last award;
 *   chips won alone   (hold'em) likewise: with the uncalled ones they are one award. */
#include "server/table/announce.h"

#include "felt/assert.h"

#include <string.h>

const char *felt_said_word(enum felt_said said)
{
    static const char *const words[FELT_SAIDS] = {
        [FELT_SAID_POST_BLINDS] = "POST_BLINDS",
        [FELT_SAID_ANTE] = "ANTE",
        [FELT_SAID_BRING_IN] = "BRING_IN",
        [FELT_SAID_BET] = "BET",
        [FELT_SAID_CALL] = "CALL",
        [FELT_SAID_CHECK] = "CHECK",
        [FELT_SAID_FOLD] = "FOLD",
        [FELT_SAID_DISCARD] = "DISCARD",
        [FELT_SAID_DEAL] = "DEAL",
        [FELT_SAID_DRAW] = "DRAW",
        [FELT_SAID_FLOP] = "FLOP",
        [FELT_SAID_TURN] = "TURN",
        [FELT_SAID_RIVER] = "RIVER",
        [FELT_SAID_RETURN] = "RETURN",
        [FELT_SAID_SHUFFLE] = "SHUFFLE",
        [FELT_SAID_REDEAL] = "REDEAL",
        [FELT_SAID_RAKE] = "RAKE",
        [FELT_SAID_OTHER] = "ACTION",
        [FELT_SAID_SHOWDOWN] = "SHOWDOWN",
        [FELT_SAID_POT_AWARD] = "POT_AWARD",
        [FELT_SAID_ELIMINATED] = "ELIMINATED",
        [FELT_SAID_HAND] = "HAND",
        [FELT_SAID_PLAY] = "PLAY",
        [FELT_SAID_TAKE] = "TAKE",
        [FELT_SAID_GIVE] = "GIVE",
        [FELT_SAID_SAY] = "SAY",
        [FELT_SAID_SCORE] = "SCORE",
        [FELT_SAID_EFFECT] = "EFFECT",
        [FELT_SAID_OUT] = "OUT",
        [FELT_SAID_SHOW] = "SHOW",
        [FELT_SAID_ROUND] = "ROUND",
        [FELT_SAID_COMMIT] = "COMMIT",
        [FELT_SAID_STAY] = "STAY",
        [FELT_SAID_INITIATIVE] = "INITIATIVE",
        [FELT_SAID_FLIP] = "FLIP",
        [FELT_SAID_TALLY] = "TALLY",
        [FELT_SAID_OUTCOME] = "OUTCOME",
    };
    felt_assert((unsigned)said < FELT_SAIDS);
    return words[said];
}

struct felt_announcement felt_announcement_for(const struct felt_announcement *said, felt_seat seat)
{
    struct felt_announcement heard = *said;
    bool everybody = said->cards_to == (felt_seats)-1;
    if (everybody || (seat >= 0 && felt_seats_has(said->cards_to, seat))) return heard;
    memset(heard.cards, FELT_CARD_NONE, sizeof heard.cards);
    return heard;
}

/* ---- one hand ---- */

/* Who listens, and what is known while one list of events is told. */
struct telling {
    struct felt_announcer *announcer;
    const struct felt_game_adapter *adapter;
    felt_say say;
    void *self;
};

static struct felt_announcement make(enum felt_said ev, felt_seat seat)
{
    return (struct felt_announcement){.ev = (uint8_t)ev, .seat = seat, .other = FELT_SEAT_NONE};
}

static void say(const struct telling *telling, struct felt_announcement *said)
{
    said->adapter = telling->adapter;
    telling->say(telling->self, said);
}

/* Of two equal blinds the small one is posted first: heads-up by the button. */
static bool posts_first(const struct felt_deal *deal, felt_seat a, felt_seat b)
{
    if (deal->blind[a] != deal->blind[b]) return deal->blind[a] < deal->blind[b];
    if (felt_seats_count(deal->seats) == 2) return a == deal->button;
    felt_seats both = felt_seats_of(a) | felt_seats_of(b);
    return felt_seats_from(both, deal->button + 1) == a;
}

void felt_announcer_begin(struct felt_announcer *announcer, const struct felt_deal *deal)
{
    felt_seat first = FELT_SEAT_NONE, second = FELT_SEAT_NONE;
    *announcer = (struct felt_announcer){0};
    for (felt_seats left = deal->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        announcer->stack[seat] = deal->stack[seat];
        if (deal->blind[seat] == 0) continue;
        if (second < 0) {
            second = seat;
        } else if (first < 0) {
            bool swap = posts_first(deal, second, seat);
            first = swap ? second : seat;
            second = swap ? seat : second;
        } else if (posts_first(deal, seat, first)) {
            /* Of three or more (straddles) the two smallest are the blinds. */
            second = first;
            first = seat;
        } else if (posts_first(deal, seat, second)) {
            second = seat;
        }
    }
    announcer->small_blind = first;
    announcer->big_blind = second;
    announcer->blinds_due = second >= 0;
}

/* ---- forced bets ---- */

/* A small blind of nothing is told too, so that a reader finds both seats. */
static void say_blinds(const struct telling *telling)
{
    struct felt_announcer *announcer = telling->announcer;
    struct felt_announcement said = make(FELT_SAID_POST_BLINDS, announcer->small_blind);
    announcer->blinds_due = false;
    if (announcer->posted[0] + announcer->posted[1] == 0) return; /* antes took everything */
    said.other = announcer->big_blind;
    said.amount = announcer->posted[0];
    said.to = announcer->posted[1];
    say(telling, &said);
}

static void take_blind(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcer *announcer = telling->announcer;
    if (event->seat == announcer->small_blind) {
        announcer->posted[0] = event->amount;
    } else if (event->seat == announcer->big_blind) {
        announcer->posted[1] = event->amount;
    } else {
        struct felt_announcement said = make(FELT_SAID_POST_BLINDS, FELT_SEAT_NONE);
        if (announcer->blinds_due && announcer->posted[1]) say_blinds(telling);
        said.other = event->seat;
        said.to = event->amount;
        say(telling, &said);
    }
}

/* ---- cards ---- */

static void put_cards(struct felt_announcement *said, const struct felt_event *event)
{
    said->count = event->count;
    said->cards_to = event->cards_to;
    memcpy(said->cards, event->cards, event->count);
}

static void say_cards(const struct telling *telling, enum felt_said ev,
                      const struct felt_event *event)
{
    struct felt_announcement said = make(ev, event->seat);
    put_cards(&said, event);
    if (event->kind == FELT_EVENT_DEAL_UP) {
        said.up = true;
        telling->announcer->up = true;
    }
    say(telling, &said);
}

/* To the table or the discards of a game without streets. */
static void say_dealt(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_DEAL, FELT_SEAT_NONE);
    said.rank = event->to ? "discards" : "table";
    said.up = event->cards_to == (felt_seats)-1;
    put_cards(&said, event);
    say(telling, &said);
}

static void say_board(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcer *announcer = telling->announcer;
    if (telling->adapter->no_streets) {
        say_dealt(telling, event);
        return;
    }
    int run = event->board ? 1 : 0, had = announcer->board_count[run];
    if (run && had == 0) { /* the cards in common are there already */
        had = announcer->common;
        memcpy(announcer->board[1], announcer->board[0], (size_t)had);
    }
    int now = had + event->count;
    felt_assert(now <= FELT_ANNOUNCED_BOARD);
    memcpy(announcer->board[run] + had, event->cards, event->count);
    announcer->board_count[run] = (uint8_t)now;
    enum felt_said ev = now <= 3 ? FELT_SAID_FLOP : now == 4 ? FELT_SAID_TURN : FELT_SAID_RIVER;
    struct felt_announcement said = make(announcer->up ? FELT_SAID_DEAL : ev, FELT_SEAT_NONE);
    said.up = announcer->up;
    said.run = (uint8_t)run;
    put_cards(&said, event);
    say(telling, &said);
}

static void say_show(const struct telling *telling, const struct felt_event *event)
{
    if (telling->adapter->no_streets && event->amount == 0) { /* cards are shown, not compared */
        say_cards(telling, FELT_SAID_SHOW, event);
        return;
    }
    struct felt_announcer *announcer = telling->announcer;
    int run = event->board ? 1 : 0;
    struct felt_announcement said = make(FELT_SAID_SHOWDOWN, event->seat);
    announcer->showdown = true;
    said.run = (uint8_t)run;
    put_cards(&said, event);
    said.board_count = announcer->board_count[run];
    memcpy(said.board, announcer->board[run], said.board_count);
    said.rank = telling->adapter->rank(telling->adapter, event, said.name);
    say(telling, &said);
}

/* ---- actions ---- */

static enum felt_said said_of(enum felt_action_kind kind)
{
    switch (kind) {
    case FELT_FOLD: return FELT_SAID_FOLD;
    case FELT_CHECK: return FELT_SAID_CHECK;
    case FELT_CALL: return FELT_SAID_CALL;
    case FELT_RAISE_TO: return FELT_SAID_BET;
    case FELT_BRING_IN: return FELT_SAID_BRING_IN;
    case FELT_DISCARD: return FELT_SAID_DISCARD;
    case FELT_COMMIT: return FELT_SAID_COMMIT;
    default: return FELT_SAID_OTHER;
    }
}

/* Chips that leave a stack. */
static void say_chips(const struct telling *telling, struct felt_announcement *said,
                      const struct felt_event *event)
{
    felt_chips *stack = &telling->announcer->stack[event->seat];
    *stack -= event->amount;
    /* Of a game that plays many hands between two decisions not everything may be told. */
    if (telling->adapter->lasts && *stack < 0) *stack = 0;
    felt_assert(*stack >= 0);
    said->amount = event->amount;
    if (said->ev != FELT_SAID_FOLD && said->ev != FELT_SAID_CHECK) said->to = event->to;
    said->all_in = event->amount > 0 && *stack == 0;
    say(telling, said);
}

/* Where a raise is a card no chips move, and an amount says that nobody was asked. */
static void say_commit(const struct telling *telling, const struct felt_event *event)
{
    bool stays = event->act == FELT_CALL;
    struct felt_announcement said = make(stays ? FELT_SAID_STAY : said_of(event->act), event->seat);
    said.act = event->act;
    said.automatic = event->amount != 0;
    put_cards(&said, event);
    say(telling, &said);
}

static void say_action(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(said_of(event->act), event->seat);
    if (telling->adapter->commits) {
        say_commit(telling, event);
        return;
    }
    said.act = event->act;
    if (event->act == FELT_DISCARD) put_cards(&said, event);
    if (event->act == FELT_RUNS) telling->announcer->common = telling->announcer->board_count[0];
    say_chips(telling, &said, event);
}

/* ---- the end ---- */

static void say_award(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcer *announcer = telling->announcer;
    struct felt_announcement said = make(FELT_SAID_POT_AWARD, event->seat);
    announcer->stack[event->seat] += event->amount;
    if (telling->adapter->awards_uncalled && !announcer->showdown) {
        announcer->award[event->seat] += event->amount;
        return;
    }
    said.amount = event->amount;
    said.pot = event->pot;
    said.run = event->board;
    announcer->pots = (uint8_t)(event->pot + 1);
    say(telling, &said);
}

static void say_return(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcer *announcer = telling->announcer;
    struct felt_announcement said = make(FELT_SAID_RETURN, event->seat);
    announcer->stack[event->seat] += event->amount;
    if (telling->adapter->awards_uncalled) {
        announcer->award[event->seat] += event->amount;
        return;
    }
    said.amount = event->amount;
    say(telling, &said);
}

/* What was kept back; uncalled chips count as a pot of their own. */
static void say_kept(const struct telling *telling)
{
    struct felt_announcer *announcer = telling->announcer;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        struct felt_announcement said = make(FELT_SAID_POT_AWARD, (felt_seat)seat);
        if (announcer->award[seat] == 0) continue;
        said.amount = announcer->award[seat];
        said.pot = announcer->pots;
        announcer->award[seat] = 0;
        say(telling, &said);
    }
}

static void say_amount(const struct telling *telling, enum felt_said ev,
                       const struct felt_event *event)
{
    /* Whose deck it is matters where each seat has its own. */
    struct felt_announcement said =
        make(ev, telling->adapter->commits ? event->seat : (felt_seat)FELT_SEAT_NONE);
    said.amount = event->amount;
    say(telling, &said);
}

/* ---- games that are more than betting ---- */

static void say_play(const struct telling *telling, const struct felt_event *event)
{
    static const char *const places[] = {"discards", "table", "pile", "trick"};
    struct felt_announcement said = make(FELT_SAID_PLAY, event->seat);
    said.rank = places[event->to & 3]; /* a journal may hold anything */
    put_cards(&said, event);
    say(telling, &said);
}

static void say_take(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_TAKE, event->seat);
    said.rank = event->to == 0 ? "hand" : "pile";
    said.amount = event->amount;
    put_cards(&said, event);
    say(telling, &said);
}

static void say_give(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_GIVE, event->seat);
    said.other = (felt_seat)event->to;
    put_cards(&said, event);
    say(telling, &said);
}

/* HAND, SAY and EFFECT: words of the game. */
static void say_words(const struct telling *telling, enum felt_said ev,
                      const struct felt_event *event)
{
    struct felt_announcement said = make(ev, event->seat);
    said.amount = event->amount;
    said.to = event->to;
    if (telling->adapter->say)
        said.rank = telling->adapter->say(telling->adapter, event, said.name);
    say(telling, &said);
}

static void say_score(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_SCORE, event->seat);
    said.amount = event->amount;
    said.to = event->to;
    say(telling, &said);
}

/* ---- a raise is a card ---- */

static void say_round(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_ROUND, event->seat);
    said.to = event->to;
    say(telling, &said);
}

/* Four totals in one breath.  Of a history that was cut the first ones may be missing. */
static void say_tally(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcer *announcer = telling->announcer;
    if (event->pot != announcer->tallies && event->pot != 0) {
        announcer->tallies = 0;
        return;
    }
    announcer->tally[event->pot] = (int32_t)event->to;
    announcer->tallies = (uint8_t)(event->pot + 1);
    if (announcer->tallies < FELT_TALLIES) return;
    struct felt_announcement said = make(FELT_SAID_TALLY, FELT_SEAT_NONE);
    memcpy(said.total, announcer->tally, sizeof said.total);
    announcer->tallies = 0;
    say(telling, &said);
}

static void say_outcome(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_OUTCOME, event->seat);
    said.amount = event->amount;
    said.last = event->pot != 0;
    if (telling->adapter->say)
        said.rank = telling->adapter->say(telling->adapter, event, said.name);
    say(telling, &said);
}

/* A card that is lost is thrown away where a raise is a card; else it is played. */
static void say_played(const struct telling *telling, const struct felt_event *event)
{
    if (telling->adapter->commits)
        say_cards(telling, FELT_SAID_DISCARD, event);
    else
        say_play(telling, event);
}

/* ---- all of it ---- */

static void take_event(const struct telling *telling, const struct felt_event *event)
{
    struct felt_announcement said = make(FELT_SAID_ANTE, event->seat);
    switch ((enum felt_event_kind)event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD: say_chips(telling, &said, event); break;
    case FELT_EVENT_BLIND:
        telling->announcer->stack[event->seat] -= event->amount;
        take_blind(telling, event);
        break;
    case FELT_EVENT_DEAL:
        /* Hold'em players learn their cards from `act`. */
        if (!telling->adapter->awards_uncalled) say_cards(telling, FELT_SAID_DEAL, event);
        break;
    case FELT_EVENT_DEAL_UP: say_cards(telling, FELT_SAID_DEAL, event); break;
    case FELT_EVENT_DRAW: say_cards(telling, FELT_SAID_DRAW, event); break;
    case FELT_EVENT_BOARD: say_board(telling, event); break;
    case FELT_EVENT_ACT: say_action(telling, event); break;
    case FELT_EVENT_RETURN: say_return(telling, event); break;
    case FELT_EVENT_SHOW: say_show(telling, event); break;
    case FELT_EVENT_WIN: say_award(telling, event); break;
    case FELT_EVENT_RAKE: say_amount(telling, FELT_SAID_RAKE, event); break;
    case FELT_EVENT_SHUFFLE: say_amount(telling, FELT_SAID_SHUFFLE, event); break;
    case FELT_EVENT_REDEAL:
        telling->announcer->board_count[0] = 0;
        telling->announcer->up = false;
        say_amount(telling, FELT_SAID_REDEAL, event);
        break;
    case FELT_EVENT_OVER: say_kept(telling); break;
    case FELT_EVENT_HAND: say_words(telling, FELT_SAID_HAND, event); break;
    case FELT_EVENT_PLAY: say_played(telling, event); break;
    case FELT_EVENT_TAKE: say_take(telling, event); break;
    case FELT_EVENT_GIVE: say_give(telling, event); break;
    case FELT_EVENT_SAY: say_words(telling, FELT_SAID_SAY, event); break;
    case FELT_EVENT_SCORE: say_score(telling, event); break;
    case FELT_EVENT_EFFECT: say_words(telling, FELT_SAID_EFFECT, event); break;
    case FELT_EVENT_OUT:
        said.ev = FELT_SAID_OUT;
        say(telling, &said);
        break;
    case FELT_EVENT_ROUND: say_round(telling, event); break;
    case FELT_EVENT_INITIATIVE:
        said.ev = FELT_SAID_INITIATIVE;
        say(telling, &said);
        break;
    case FELT_EVENT_FLIP: say_cards(telling, FELT_SAID_FLIP, event); break;
    case FELT_EVENT_TALLY: say_tally(telling, event); break;
    case FELT_EVENT_OUTCOME: say_outcome(telling, event); break;
    case FELT_EVENT_KINDS: break;
    }
}

void felt_announce(struct felt_announcer *announcer, const struct felt_game_adapter *adapter,
                   const struct felt_event *events, uint32_t count, felt_say say_to, void *self)
{
    const struct telling telling = {announcer, adapter, say_to, self};
    for (uint32_t i = 0; i < count; i++) {
        bool forced = events[i].kind == FELT_EVENT_ANTE || events[i].kind == FELT_EVENT_DEAD ||
                      events[i].kind == FELT_EVENT_BLIND;
        if (announcer->blinds_due && !forced) say_blinds(&telling);
        take_event(&telling, &events[i]);
    }
}
