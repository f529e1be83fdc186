/* play_narc_look.c -- see play_narc_look.h. */
#include "terminal/narc/play_narc_look.h"

#include "felt/assert.h"

#include <stdlib.h>

enum {
    OWNERS_IN_A_NUMBER = 31, /* of felt_view.number[FELT_NARC_OWNERS]                            */
    SAMPLES = 200,
    LIKELY_LOW = SAMPLES / 10, /* eight of ten lie between                                     */
    LIKELY_HIGH = SAMPLES - 1 - SAMPLES / 10
};

/* ---- what lies where ---- */

int felt_narc_look_hand(const struct felt_narc_look *look, felt_card out[FELT_NARC_HAND_MAX])
{
    const struct felt_view *view = look->view;
    if (view->viewer < 0) return 0;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    int count = zone ? zone->count : 0;
    felt_assert(count <= FELT_NARC_HAND_MAX);
    for (int i = 0; i < count; i++) out[i] = view->cards[zone->at + i];
    return count;
}

int felt_narc_look_held(const struct felt_narc_look *look, felt_seat seat)
{
    const struct felt_zone *zone = felt_view_zone(look->view, FELT_ZONE_HAND, seat);
    return zone ? zone->count : 0;
}

int felt_narc_look_deck(const struct felt_narc_look *look)
{
    felt_seat seat = look->view->viewer;
    if (seat < 0) seat = felt_narc_seat(look->rules, FELT_ROLE_PLAYER);
    const struct felt_zone *zone = felt_view_zone(look->view, FELT_ZONE_STUB, seat);
    return zone ? zone->count : 0;
}

int felt_narc_look_table(const struct felt_narc_look *look,
                         struct felt_narc_laid out[FELT_NARC_COMMITS_MAX])
{
    const struct felt_view *view = look->view;
    const struct felt_zone *zone = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    int flipped = (int)(view->number[FELT_NARC_COUNTS] >> 24 & 0xff);
    int count = zone ? zone->count : 0;
    felt_assert(count <= FELT_NARC_COMMITS_MAX);
    for (int i = 0; i < count; i++) {
        bool early = i < OWNERS_IN_A_NUMBER;
        int64_t owners = view->number[early ? FELT_NARC_OWNERS : FELT_NARC_MORE_OWNERS];
        int role = (int)(owners >> (2 * (i % OWNERS_IN_A_NUMBER)) & 3);
        out[i] =
            (struct felt_narc_laid){.seat = felt_narc_seat(look->rules, (enum felt_narc_role)role),
                                    .up = zone->up >> i & 1,
                                    .flipped = i < flipped,
                                    .kind = view->cards[zone->at + i]};
    }
    return count;
}

static unsigned withdrawn_roles(const struct felt_narc_look *look)
{
    unsigned folded = (unsigned)look->view->number[FELT_NARC_FOLDED_ROLES];
    return folded & ~(1u << FELT_ROLE_PLAYER); /* whose fold is the end */
}

enum felt_narc_standing felt_narc_look_standing(const struct felt_narc_look *look,
                                                const struct felt_narc_laid *laid, int count,
                                                int index)
{
    const struct felt_narc_worth *worth = look->rules->worth;
    unsigned withdrawn = withdrawn_roles(look);
    felt_card kind = laid[index].kind;
    if (kind == FELT_CARD_NONE || !laid[index].flipped) return FELT_NARC_COUNTED;
    if (withdrawn >> worth[kind].owner & 1) return FELT_NARC_WITHDRAWN;
    if (worth[kind].type != FELT_NARC_PRODUCT && worth[kind].type != FELT_NARC_LOCATION)
        return FELT_NARC_COUNTED;
    for (int i = index + 1; i < count && laid[i].flipped; i++)
        if (worth[laid[i].kind].type == worth[kind].type &&
            !(withdrawn >> worth[laid[i].kind].owner & 1))
            return FELT_NARC_REPLACED;
    return FELT_NARC_ACTIVE;
}

/* ---- what if ---- */

/* Totals of what is flipped, of the viewer's own cards face down, and of `kind` behind them
 * (FELT_CARD_NONE: of none). */
static struct felt_narc_totals look_if(const struct felt_narc_look *look, felt_card kind)
{
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    uint8_t kinds[FELT_NARC_COMMITS_MAX + 1];
    int count = felt_narc_look_table(look, laid), known = 0;
    for (int i = 0; i < count; i++)
        if (laid[i].kind != FELT_CARD_NONE) kinds[known++] = laid[i].kind;
    if (kind != FELT_CARD_NONE) kinds[known++] = kind;
    return felt_narc_totals_of(look->rules, kinds, known, withdrawn_roles(look));
}

felt_card felt_narc_look_replaces(const struct felt_narc_look *look, felt_card kind)
{
    struct felt_narc_totals totals = look_if(look, FELT_CARD_NONE);
    int type = look->rules->worth[kind].type;
    int active = type == FELT_NARC_PRODUCT    ? totals.product
                 : type == FELT_NARC_LOCATION ? totals.location
                                              : -1;
    return active >= 0 ? (felt_card)active : (felt_card)FELT_CARD_NONE;
}

static int compare(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

bool felt_narc_look_range(const struct felt_narc_look *look, struct felt_narc_range *out)
{
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid), hidden = 0;
    for (int i = 0; i < count; i++) hidden += laid[i].kind == FELT_CARD_NONE;
    if (hidden == 0) return false;
    struct felt_narc_totals now = look_if(look, FELT_CARD_NONE);
    struct felt_rng rng = felt_rng_make((uint64_t)look->view->number[FELT_NARC_COUNTS]);
    int32_t change[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        struct felt_narc_state state;
        uint8_t kinds[FELT_NARC_COMMITS_MAX];
        felt_narc_game.imagine(look->rules, look->view, &rng, &state);
        for (int k = 0; k < state.commits; k++)
            kinds[k] = (uint8_t)felt_narc_kind(look->rules, &state, state.commit[k]);
        struct felt_narc_totals then =
            felt_narc_totals_of(look->rules, kinds, state.commits, withdrawn_roles(look));
        change[i] = (then.cover - then.evidence) - (now.cover - now.evidence);
    }
    qsort(change, SAMPLES, sizeof change[0], compare);
    *out = (struct felt_narc_range){
        .cards = hidden, .low = change[LIKELY_LOW], .high = change[LIKELY_HIGH]};
    return true;
}

/* ---- in words ---- */

static bool is_player(const struct felt_narc_look *look)
{
    return look->view->viewer == felt_narc_seat(look->rules, FELT_ROLE_PLAYER);
}

void felt_narc_look_hidden(const struct felt_narc_look *look, struct felt_buffer *out)
{
    struct felt_narc_range range;
    bool mine = is_player(look);
    felt_buffer_text(out, mine ? "Face down against you: " : "Face down of others: ");
    if (!felt_narc_look_range(look, &range)) {
        felt_buffer_text(out, "nothing");
        return;
    }
    felt_buffer_int(out, range.cards);
    felt_buffer_text(out, range.cards == 1 ? " card" : " cards");
    felt_buffer_text(out, mine ? ", likely to change your margin by "
                               : ", likely to change the Player's margin by ");
    felt_narc_words_signed(range.low, out);
    if (range.high == range.low) return;
    felt_buffer_text(out, " to ");
    felt_narc_words_signed(range.high, out);
}

/* "Evidence 30, Cover 30, Heat +35, Profit 100: even, which is safe" */
static void write_totals(const struct felt_narc_totals *totals, struct felt_buffer *out)
{
    felt_buffer_text(out, "Evidence ");
    felt_buffer_int(out, totals->evidence);
    felt_buffer_text(out, ", Cover ");
    felt_buffer_int(out, totals->cover);
    felt_buffer_text(out, ", Heat ");
    felt_narc_words_signed(totals->heat, out);
    felt_buffer_text(out, ", Profit ");
    felt_buffer_int(out, totals->profit);
    felt_buffer_text(out, ": ");
    felt_narc_words_margin(totals->evidence, totals->cover, out);
}

void felt_narc_look_what(const struct felt_narc_look *look, struct felt_buffer *out)
{
    felt_card hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_look_hand(look, hand);
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid), own = 0;
    for (int i = 0; i < count; i++) own += !laid[i].flipped && laid[i].kind != FELT_CARD_NONE;
    if (look->selected >= 0 && look->selected < held) {
        struct felt_narc_totals totals = look_if(look, hand[look->selected]);
        felt_buffer_text(out, "If ");
        felt_buffer_int(out, look->selected + 1);
        felt_buffer_text(out, ") flips: ");
        write_totals(&totals, out);
    } else if (own) {
        struct felt_narc_totals totals = look_if(look, FELT_CARD_NONE);
        felt_buffer_text(out, "With what you know: ");
        write_totals(&totals, out);
    }
}

void felt_narc_look_initiative(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const struct felt_turn *turn = &look->view->betting.turn;
    bool you = turn->holder >= 0 && turn->holder == look->view->viewer;
    if (look->view->phase != FELT_PHASE_BET) return;
    if (!look->rules->options.initiative) {
        felt_buffer_text(out, "Initiative: none in these rules; each raise is answered once");
        return;
    }
    felt_buffer_text(out, "Initiative: ");
    if (turn->holder < 0) {
        felt_buffer_text(out, turn->raises ? "lost, its holder folded"
                                           : "nobody yet; the first raise this round takes it");
        return;
    }
    felt_buffer_text(out, felt_narc_words_seat(look->words, turn->holder, false));
    felt_buffer_text(out, ", first to raise; ");
    if (turn->on_option)
        felt_buffer_text(out, you ? "all answered: raise again, or check to flip"
                                  : "all answered, so it may raise again");
    else if (felt_turn_capped(turn))
        felt_buffer_text(out, "no raises are left");
    else
        felt_buffer_text(out, "may raise again after the answers");
}

void felt_narc_look_fold_price(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const struct felt_view *view = look->view;
    if (!is_player(look)) {
        felt_buffer_text(out, "leave this hand; your cards stop counting, their heat stays");
        return;
    }
    int held = felt_narc_look_held(look, view->viewer);
    int price = look->rules->options.fold_price < held ? look->rules->options.fold_price : held;
    if (price) {
        felt_buffer_text(out, "lose ");
        felt_buffer_int(out, price);
        felt_buffer_text(out, price == 1 ? " card at random, " : " cards at random, ");
    } else {
        felt_buffer_text(out, "lose no card, ");
    }
    felt_buffer_text(out, "keep heat ");
    felt_narc_words_signed(view->number[FELT_NARC_HEAT_NOW], out);
    felt_buffer_text(out, ", no profit");
}

void felt_narc_look_decision(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const int64_t *number = look->view->number;
    int64_t evidence = number[FELT_NARC_EVIDENCE_NOW], cover = number[FELT_NARC_COVER_NOW];
    felt_buffer_text(out, "Going on: Evidence ");
    felt_buffer_int(out, evidence);
    felt_buffer_text(out, ", Cover ");
    felt_buffer_int(out, cover);
    felt_buffer_text(out, ": ");
    if (evidence > cover) {
        felt_buffer_text(out, "you need ");
        felt_buffer_int(out, evidence - cover);
        felt_buffer_text(out, " more cover");
    } else {
        felt_narc_words_margin((int32_t)evidence, (int32_t)cover, out);
        felt_buffer_text(out, " so far");
    }
}

void felt_narc_look_card(const struct felt_narc_look *look, felt_card kind, struct felt_buffer *out)
{
    felt_card replaced = felt_narc_look_replaces(look, kind);
    felt_narc_words_effects(look->rules, kind, out);
    if (replaced == FELT_CARD_NONE) return;
    felt_buffer_text(out, " (replaces ");
    felt_buffer_text(out, look->rules->catalogue.card[replaced].name);
    felt_buffer_char(out, ')');
}
