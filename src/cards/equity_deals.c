/* equity_deals.c -- any game, exact: every deal of the cards that are not known.
 *
 * The unknown cards form levels, the board first and then the players; a level goes through all
 * choices of its cards from what the levels above left over (a range: through its combinations).  A
 * player's hand is evaluated when its own level moves, not for every deal below it. */
#include "cards/equity_parts.h"

#include <string.h>

enum { LEVELS_MAX = PLAYERS_MAX + 1, CHOICE_MAX = 7 };

struct level {
    int player;                     /* -1: the board */
    const struct combos *combos;    /* a range, or NULL */
    int size;                       /* cards to choose */
    felt_card from[FELT_CARDS_MAX]; /* what there is to choose from */
    int from_count;
    int pick[CHOICE_MAX]; /* rising indexes into `from`; a range: pick[0] */
    bool started;
    felt_cards used;               /* cards of the levels above */
    felt_card hole[FELT_HOLE_MAX]; /* known cards first */
    int known;
};

struct dealing {
    struct equity_job *job;
    struct level level[LEVELS_MAX];
    int levels;
    struct equity_table table;
    felt_value value[PLAYERS_MAX][2];
};

struct deals_memory {
    struct combos combos[PLAYERS_MAX];
};
_Static_assert(sizeof(struct deals_memory) <= EQUITY_METHOD_BYTES, "memory");

/* The first or next choice of a level; false when there is none left. */
static bool next_choice(struct level *l)
{
    if (l->combos) {
        int i = l->started ? l->pick[0] + 1 : 0;
        while (i < l->combos->count && l->combos->cards[i] & l->used) i++;
        l->pick[0] = i;
        l->started = true;
        return i < l->combos->count;
    }
    if (!l->started) {
        for (int i = 0; i < l->size; i++) l->pick[i] = i;
        l->started = true;
        return l->size <= l->from_count;
    }
    int i = l->size - 1;
    while (i >= 0 && l->pick[i] == l->from_count - l->size + i) i--;
    if (i < 0) return false;
    l->pick[i]++;
    for (i++; i < l->size; i++) l->pick[i] = l->pick[i - 1] + 1;
    return true;
}

static void enter_level(struct level *l, felt_cards used, felt_cards stub)
{
    felt_cards left = stub & ~used;
    l->used = used;
    l->started = false;
    l->from_count = 0;
    if (!l->combos)
        while (left) l->from[l->from_count++] = felt_cards_take(&left);
}

static felt_cards chosen_cards(const struct level *l)
{
    felt_cards cards = 0;
    if (l->combos) return l->combos->cards[l->pick[0]];
    for (int i = 0; i < l->size; i++) cards |= felt_cards_of(l->from[l->pick[i]]);
    return cards;
}

/* Lays the chosen cards of a level on the table. */
static void lay_cards(struct dealing *d, struct level *l)
{
    const struct felt_equity_question *question = d->job->question;
    felt_cards cards = chosen_cards(l);
    int count = l->known;
    while (cards) l->hole[count++] = felt_cards_take(&cards);
    if (l->player < 0)
        equity_table_set(&d->table, question->game, l->hole, count);
    else
        equity_table_values(&d->table, l->hole, d->value[l->player]);
}

static void add_level(struct dealing *d, int player, const felt_card *known, int count, int whole,
                      const struct combos *combos)
{
    struct level *l = &d->level[d->levels++];
    l->player = player;
    l->combos = combos;
    l->known = combos ? 0 : count;
    l->size = combos ? 2 : whole - count;
    for (int i = 0; i < l->known; i++) l->hole[i] = known[i];
}

static void add_levels(struct dealing *d)
{
    const struct felt_equity_question *question = d->job->question;
    struct deals_memory *memory = equity_method_memory(d->job);
    add_level(d, -1, question->board, question->board_count, question->game->board, NULL);
    for (int p = 0; p < d->job->players; p++) {
        const struct felt_holding *holding = &question->holding[p];
        if (holding->is_range) equity_list_combos(&d->job->range[p], &memory->combos[p]);
        add_level(d, p, holding->card, holding->count, question->game->hole,
                  holding->is_range ? &memory->combos[p] : NULL);
    }
}

/* The last player's level, all choices at once.  What the others get depends only on whether its
 * value is below, level with or above their best in each half: nine cases, counted first and shared
 * out once, with a hand that stands for the case. */
static void deal_last(struct dealing *d, struct level *l, struct equity_count *count)
{
    int last = l->player, relation[2];
    felt_value best[2] = {0, 0}, example[3][3][2];
    uint64_t times[3][3] = {{0}};
    for (int p = 0; p < last; p++)
        for (int half = 0; half < 2; half++)
            if (d->value[p][half] > best[half]) best[half] = d->value[p][half];
    while (next_choice(l)) {
        lay_cards(d, l);
        const felt_value *mine = d->value[last];
        for (int half = 0; half < 2; half++)
            relation[half] = 1 + (mine[half] > best[half]) - (mine[half] < best[half]);
        times[relation[0]][relation[1]]++;
        memcpy(example[relation[0]][relation[1]], mine, sizeof d->value[last]);
    }
    for (int i = 0; i < 9; i++) {
        if (!times[i / 3][i % 3]) continue;
        memcpy(d->value[last], example[i / 3][i % 3], sizeof d->value[last]);
        equity_count_halves(count, (const felt_value(*)[2])d->value, last + 1, times[i / 3][i % 3]);
    }
}

void equity_exact_deals(struct equity_job *job, struct equity_count *count)
{
    enum { LOOK_EVERY = 1 << 20 }; /* match-ups between looks at progress */
    struct dealing d;
    uint64_t all = felt_equity_matchups(job->question), look = LOOK_EVERY;
    d.job = job;
    d.levels = 0;
    add_levels(&d);
    enter_level(&d.level[0], 0, job->stub);
    for (int at = 0; at >= 0;) {
        struct level *l = &d.level[at];
        if (!next_choice(l)) {
            at--;
            continue;
        }
        lay_cards(&d, l);
        enter_level(&d.level[at + 1], l->used | chosen_cards(l), job->stub);
        if (at + 2 < d.levels) {
            at++;
            continue;
        }
        deal_last(&d, &d.level[at + 1], count);
        if (count->matchups < look) continue;
        look = count->matchups + LOOK_EVERY;
        if (!equity_go_on(job, (double)count->matchups / (double)all)) return;
    }
}
