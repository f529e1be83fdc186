/* narc_words.c -- see narc_words.h. */
#include "lab/narc/narc_words.h"

#include "felt/assert.h"

#include <string.h>

enum { EVIDENCE, COVER, HEAT, PROFIT, TOTALS, PERCENT_OF_STEP = 5 };

struct felt_narc_words felt_narc_words_make(const struct felt_narc_rules *rules, felt_seat viewer)
{
    return (struct felt_narc_words){.rules = rules,
                                    .you = viewer >= 0 ? felt_seats_of(viewer) : (felt_seats)0,
                                    .heat = -1,
                                    .cash = -1};
}

static bool is_you(const struct felt_narc_words *words, felt_seat seat)
{
    return seat >= 0 && felt_seats_has(words->you, seat);
}

const char *felt_narc_words_seat(const struct felt_narc_words *words, felt_seat seat, bool begins)
{
    static const char *const names[FELT_ROLES][2] = {
        [FELT_ROLE_NARC] = {"the Narc", "The Narc"},
        [FELT_ROLE_CUSTOMER] = {"the Customer", "The Customer"},
        [FELT_ROLE_PLAYER] = {"the Player", "The Player"}};
    felt_assert(seat >= 0 && seat < FELT_ROLES);
    if (is_you(words, seat)) return begins ? "You" : "you";
    return names[felt_narc_role(words->rules, seat)][begins];
}

/* ---- numbers ---- */

void felt_narc_words_signed(int64_t number, struct felt_buffer *out)
{
    if (number > 0) felt_buffer_char(out, '+');
    felt_buffer_int(out, number);
}

/* "30 evidence" with what stands between it and the text before. */
struct list {
    struct felt_buffer *out;
    const char *between;
};

static void begin_item(struct list *list)
{
    felt_buffer_text(list->out, list->between);
    list->between = ", ";
}

static void add_number(struct list *list, int number, const char *unit)
{
    if (number == 0) return;
    begin_item(list);
    felt_narc_words_signed(number, list->out);
    felt_buffer_char(list->out, ' ');
    felt_buffer_text(list->out, unit);
}

/* 1.5 for 30 steps, 1.15 for 23. */
static void write_factor(struct felt_buffer *out, int steps)
{
    int percent = steps * PERCENT_OF_STEP;
    felt_buffer_decimal(out, percent / 100.0, percent % 10 ? 2 : 1);
}

/* What only its type has: the price of a product, the base of a location, the terms of a policy. */
static void add_special(struct list *list, const struct felt_narc_worth *worth)
{
    struct felt_buffer *out = list->out;
    switch ((enum felt_narc_type)worth->type) {
    case FELT_NARC_PRODUCT:
        begin_item(list);
        felt_buffer_text(out, "price ");
        felt_buffer_int(out, worth->price);
        break;
    case FELT_NARC_LOCATION:
        begin_item(list);
        felt_buffer_text(out, "base ");
        felt_buffer_int(out, worth->evidence);
        felt_buffer_text(out, " evidence, ");
        felt_buffer_int(out, worth->cover);
        felt_buffer_text(out, " cover");
        break;
    case FELT_NARC_INSURANCE:
        add_number(list, worth->cover, "cover");
        begin_item(list);
        felt_buffer_text(out, "saves once: ");
        felt_buffer_int(out, worth->cost);
        felt_buffer_text(out, " cash, ");
        felt_narc_words_signed(worth->penalty, out);
        felt_buffer_text(out, " heat");
        break;
    case FELT_NARC_CONVICTION:
        begin_item(list);
        felt_buffer_text(out, "voids insurance from heat ");
        felt_buffer_int(out, worth->threshold);
        felt_buffer_text(out, " on");
        break;
    default:
        if (worth->price_steps != FELT_NARC_FACTOR && worth->type == FELT_NARC_MODIFIER) {
            begin_item(list);
            felt_buffer_text(out, "price x");
            write_factor(out, worth->price_steps);
        }
        add_number(list, worth->evidence, "evidence");
        add_number(list, worth->cover, "cover");
        break;
    }
}

void felt_narc_words_effects(const struct felt_narc_rules *rules, int kind, struct felt_buffer *out)
{
    felt_assert(kind >= 0 && kind < rules->catalogue.kinds);
    const struct felt_narc_worth *worth = &rules->worth[kind];
    struct list list = {.out = out, .between = ""};
    bool pays = worth->type == FELT_NARC_MODIFIER || worth->type == FELT_NARC_LOCATION;
    add_special(&list, worth);
    if (pays) add_number(&list, worth->price_flat, "profit");
    add_number(&list, worth->heat, "heat");
    if (*list.between == '\0') felt_buffer_text(out, "nothing");
}

void felt_narc_words_margin(int32_t evidence, int32_t cover, struct felt_buffer *out)
{
    if (cover == evidence) {
        felt_buffer_text(out, "even, which is safe");
    } else if (cover > evidence) {
        felt_buffer_text(out, "safe by ");
        felt_buffer_int(out, (int64_t)cover - evidence);
    } else {
        felt_buffer_int(out, (int64_t)evidence - cover);
        felt_buffer_text(out, " behind");
    }
}

/* ---- events ---- */

static const char *name_card(const struct felt_narc_words *words, felt_card kind)
{
    return kind < words->rules->catalogue.kinds ? words->rules->catalogue.card[kind].name : NULL;
}

/* "Parked Van (+20 evidence, +5 heat)", "a card" */
static void write_card(const struct felt_narc_words *words, felt_card kind, struct felt_buffer *out)
{
    const char *name = name_card(words, kind);
    felt_buffer_text(out, name ? name : "a card");
    if (!name) return;
    felt_buffer_text(out, " (");
    felt_narc_words_effects(words->rules, kind, out);
    felt_buffer_char(out, ')');
}

/* "You check", "The Narc checks" */
static void write_verb(const struct felt_narc_words *words, felt_seat seat, const char *verb,
                       struct felt_buffer *out)
{
    felt_buffer_text(out, felt_narc_words_seat(words, seat, true));
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, verb);
    if (!is_you(words, seat)) felt_buffer_text(out, strcmp(verb, "go") == 0 ? "es" : "s");
}

static void write_count(struct felt_buffer *out, int64_t count, const char *noun)
{
    felt_buffer_int(out, count);
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, noun);
    if (count != 1) felt_buffer_char(out, 's');
}

static void write_raise(struct felt_narc_words *words, const struct felt_event *event,
                        struct felt_buffer *out)
{
    const struct felt_narc_options *options = &words->rules->options;
    bool calls = event->act == FELT_CALL;
    int left = options->cap - words->raises - !calls;
    write_verb(words, event->seat, calls ? "stay" : "raise", out);
    felt_buffer_text(out, " with ");
    write_card(words, event->count ? event->cards[0] : (felt_card)FELT_CARD_NONE, out);
    felt_buffer_text(out, options->open ? ", face up" : ", face down");
    if (!calls) {
        words->raises++;
        felt_buffer_text(out, " (");
        write_count(out, left > 0 ? left : 0, "raise");
        felt_buffer_text(out, left > 0 || options->cap_effect == FELT_CAP_MUTES
                                  ? " left)"
                                  : " left: betting ends)");
    }
    felt_buffer_char(out, '.');
}

static void write_act(struct felt_narc_words *words, const struct felt_event *event,
                      struct felt_buffer *out)
{
    switch (event->act) {
    case FELT_CHECK:
        write_verb(words, event->seat, "check", out);
        felt_buffer_text(out, event->amount ? " by itself: no cards left." : ".");
        break;
    case FELT_COMMIT:
    case FELT_CALL: write_raise(words, event, out); break;
    case FELT_CONTINUE:
        write_verb(words, event->seat, "go", out);
        felt_buffer_text(out, " on.");
        break;
    default:
        write_verb(words, event->seat, "fold", out);
        words->withdrawn |= 1u << felt_narc_role(words->rules, event->seat);
        if (felt_narc_role(words->rules, event->seat) != FELT_ROLE_PLAYER)
            felt_buffer_text(out, ": of its cards only the heat still counts");
        felt_buffer_char(out, '.');
        break;
    }
}

/* Own cards; those of others come without a word. */
static bool write_deal(const struct felt_narc_words *words, const struct felt_event *event,
                       struct felt_buffer *out)
{
    if (event->count == 0 || event->cards[0] >= words->rules->catalogue.kinds) return false;
    write_verb(words, event->seat, "draw", out);
    for (int i = 0; i < event->count; i++) {
        const char *name = name_card(words, event->cards[i]);
        felt_buffer_text(out, i == 0 ? " " : i + 1 < event->count ? ", " : " and ");
        felt_buffer_text(out, name ? name : "a card");
    }
    felt_buffer_char(out, '.');
    return true;
}

static void write_flip(struct felt_narc_words *words, const struct felt_event *event,
                       struct felt_buffer *out)
{
    felt_card kind = event->count ? event->cards[0] : (felt_card)FELT_CARD_NONE;
    const char *name = name_card(words, kind);
    felt_buffer_text(
        out, is_you(words, event->seat) ? "Your" : felt_narc_words_seat(words, event->seat, true));
    felt_buffer_text(out, is_you(words, event->seat) ? " card is " : "'s card is ");
    felt_buffer_text(out, name ? name : "a card");
    if (name) {
        felt_buffer_text(out, ": ");
        felt_narc_words_effects(words->rules, kind, out);
        if (words->flipped < FELT_NARC_COMMITS_MAX) words->kind[words->flipped++] = kind;
    }
    felt_buffer_char(out, '.');
}

/* "Evidence 30 (+20), Cover 30, Heat +5, Profit 30: even, which is safe." */
static bool write_tally(struct felt_narc_words *words, const struct felt_event *event,
                        struct felt_buffer *out)
{
    static const char *const names[TOTALS] = {"Evidence ", ", Cover ", ", Heat ", ", Profit "};
    if (event->pot >= TOTALS) return false;
    words->total[event->pot] = (int32_t)event->to;
    words->change[event->pot] = (int32_t)event->amount;
    if (event->pot != PROFIT) return false;
    for (int i = 0; i < TOTALS; i++) {
        felt_buffer_text(out, names[i]);
        if (i == HEAT)
            felt_narc_words_signed(words->total[i], out);
        else
            felt_buffer_int(out, words->total[i]);
        if (words->change[i] == 0 || words->change[i] == words->total[i]) continue;
        felt_buffer_text(out, " (");
        felt_narc_words_signed(words->change[i], out);
        felt_buffer_char(out, ')');
    }
    felt_buffer_text(out, ": ");
    felt_narc_words_margin(words->total[EVIDENCE], words->total[COVER], out);
    felt_buffer_char(out, '.');
    return true;
}

/* Why no insurance helped, if there was one. */
static void write_void(const struct felt_narc_words *words, struct felt_buffer *out)
{
    const struct felt_narc_rules *rules = words->rules;
    struct felt_narc_totals totals = felt_narc_totals_of(
        rules, words->kind, words->flipped, words->withdrawn & ~(1u << FELT_ROLE_PLAYER));
    if (totals.insurance < 0) return;
    bool convicted =
        totals.conviction >= 0 &&
        (words->heat < 0 || words->heat + totals.heat >= rules->worth[totals.conviction].threshold);
    felt_buffer_text(out, ", and ");
    felt_buffer_text(out, rules->catalogue.card[totals.insurance].name);
    felt_buffer_text(out, " does not help: ");
    if (convicted) {
        felt_buffer_text(out, rules->catalogue.card[totals.conviction].name);
        felt_buffer_text(out, " holds from heat ");
        felt_buffer_int(out, rules->worth[totals.conviction].threshold);
        felt_buffer_text(out, " on");
        if (words->heat < 0) return;
        felt_buffer_text(out, ", and heat is ");
        felt_buffer_int(out, (int64_t)words->heat + totals.heat);
    } else {
        felt_buffer_text(out, "it costs ");
        felt_buffer_int(out, rules->worth[totals.insurance].cost);
        if (words->cash < 0) return;
        felt_buffer_text(out, ", and cash is ");
        felt_buffer_int(out, words->cash);
    }
}

/* "Evidence 45 is 15 more than Cover 30" */
static void write_sum(const struct felt_narc_words *words, struct felt_buffer *out)
{
    int64_t evidence = words->total[EVIDENCE], cover = words->total[COVER];
    felt_buffer_text(out, "Evidence ");
    felt_buffer_int(out, evidence);
    if (evidence == cover) {
        felt_buffer_text(out, " is just covered by Cover ");
    } else if (evidence < cover) {
        felt_buffer_text(out, " is covered by Cover ");
    } else {
        felt_buffer_text(out, " is ");
        felt_buffer_int(out, evidence - cover);
        felt_buffer_text(out, " more than Cover ");
    }
    felt_buffer_int(out, cover);
}

static void write_outcome(const struct felt_narc_words *words, const struct felt_event *event,
                          struct felt_buffer *out)
{
    bool mine = is_you(words, event->seat);
    const char *who = felt_narc_words_seat(words, event->seat, true);
    switch (event->to) {
    case FELT_NARC_SAFE:
        felt_buffer_text(out, "Safe: ");
        write_sum(words, out);
        felt_buffer_text(out, ". ");
        felt_buffer_text(out, who);
        felt_buffer_text(out, mine ? " bank " : " banks ");
        felt_buffer_int(out, event->amount);
        break;
    case FELT_NARC_SAVED:
        felt_buffer_text(out, "Saved: ");
        write_sum(words, out);
        felt_buffer_text(out, ", but the insurance pays. It costs ");
        felt_buffer_int(out, -event->amount);
        felt_buffer_text(out, ", brings more heat, and there is no profit");
        break;
    case FELT_NARC_BUSTED:
        felt_buffer_text(out, "Busted: ");
        write_sum(words, out);
        write_void(words, out);
        felt_buffer_text(out, ". The run is over");
        break;
    default:
        felt_buffer_text(out, "Folded: no profit; the heat of flipped cards, ");
        felt_narc_words_signed(words->total[HEAT], out);
        felt_buffer_text(out, ", stays");
        break;
    }
    felt_buffer_char(out, '.');
}

/* A new hand or round begins. */
static void turn_page(struct felt_narc_words *words, const struct felt_event *event,
                      struct felt_buffer *out)
{
    words->raises = 0;
    if (event->kind == FELT_EVENT_HAND) {
        memset(words->total, 0, sizeof words->total);
        memset(words->change, 0, sizeof words->change);
        words->withdrawn = 0;
        words->flipped = 0;
        felt_buffer_text(out, "Hand ");
        felt_buffer_int(out, event->to);
    } else {
        felt_buffer_text(out, "Round ");
        felt_buffer_int(out, event->to);
        felt_buffer_text(out, " of ");
        felt_buffer_int(out, words->rules->options.rounds);
        felt_buffer_text(out, ": ");
        felt_buffer_text(out, felt_narc_words_seat(words, event->seat, false));
        felt_buffer_text(out, is_you(words, event->seat) ? " begin" : " begins");
    }
    felt_buffer_char(out, '.');
}

static void write_loss(const struct felt_narc_words *words, const struct felt_event *event,
                       struct felt_buffer *out)
{
    felt_card kind = event->count ? event->cards[0] : (felt_card)FELT_CARD_NONE;
    const char *name = name_card(words, kind);
    felt_buffer_text(out, "The price of the fold: ");
    felt_buffer_text(out, felt_narc_words_seat(words, event->seat, false));
    felt_buffer_text(out, is_you(words, event->seat) ? " lose " : " loses ");
    felt_buffer_text(out, name ? name : "a card");
    felt_buffer_char(out, '.');
}

bool felt_narc_words_event(struct felt_narc_words *words, const struct felt_event *event,
                           struct felt_buffer *out)
{
    switch (event->kind) {
    case FELT_EVENT_HAND:
    case FELT_EVENT_ROUND: turn_page(words, event, out); return true;
    case FELT_EVENT_DEAL: return write_deal(words, event, out);
    case FELT_EVENT_ACT: write_act(words, event, out); return true;
    case FELT_EVENT_INITIATIVE:
        felt_buffer_text(out, felt_narc_words_seat(words, event->seat, true));
        felt_buffer_text(out, is_you(words, event->seat) ? " hold" : " holds");
        felt_buffer_text(out, " the initiative: first raise of the round; may raise again after "
                              "the answers.");
        return true;
    case FELT_EVENT_FLIP: write_flip(words, event, out); return true;
    case FELT_EVENT_TALLY: return write_tally(words, event, out);
    case FELT_EVENT_PLAY: write_loss(words, event, out); return true;
    case FELT_EVENT_SHUFFLE:
        write_verb(words, event->seat, "shuffle", out);
        felt_buffer_text(out, " spent cards into a new deck of ");
        felt_buffer_int(out, event->amount);
        felt_buffer_char(out, '.');
        return true;
    case FELT_EVENT_OUTCOME: write_outcome(words, event, out); return true;
    default: return false;
    }
}
