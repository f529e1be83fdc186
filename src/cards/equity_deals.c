/* equity_deals.c -- any game, exact: every deal of the cards that are not known.
 *
 * The unknown cards form levels, the board first and then the players; a level goes through all
 * choices of its cards from what the levels above left over (a range: through its combinations).  A
 * player's hand is evaluated when its own level moves, not for every deal below it.
 *
 * Cards of a level go to any places of the hand, in any order.  Where it matters which of the own
 * cards are down (second_of), a player has two levels: those that count for the second half and the
 * others. */
#include "cards/equity_parts.h"

#include <string.h>

enum { LEVELS_MAX = 2 * PLAYERS_MAX + 1, CHOICE_MAX = 7 };

struct level {
    int player;                     /* -1: the board */
    const struct combos *combos;    /* a range, or NULL */
    int size;                       /* cards to choose */
    felt_card from[FELT_CARDS_MAX]; /* what there is to choose from */
    int from_count;
    int pick[CHOICE_MAX]; /* rising indexes into `from`; a range: pick[0] */
    bool started;
    felt_cards used;           /* cards of the levels above */
    uint8_t place[CHOICE_MAX]; /* where the chosen cards go in the hand or on the board */
    bool whole;                /* the hand is complete after this level */
};

struct dealing {
    struct equity_job *job;
    struct level level[LEVELS_MAX];
    int levels;
    struct equity_table table;
    felt_card hole[PLAYERS_MAX][FELT_HOLE_MAX];
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
static void lay_cards(struct dealing *d, const struct level *l)
{
    const struct felt_equity_question *question = d->job->question;
    felt_card board[FELT_BOARD_MAX];
    felt_card *to = l->player < 0 ? board : d->hole[l->player];
    felt_cards cards = chosen_cards(l);
    if (l->player < 0)
        for (int i = 0; i < question->board_count; i++) board[i] = question->board[i];
    for (int i = 0; cards; i++) to[l->place[i]] = felt_cards_take(&cards);
    if (l->player < 0)
        equity_table_set(&d->table, question->game, board, question->game->board);
    else if (l->whole)
        equity_table_values(&d->table, d->hole[l->player], d->value[l->player]);
}

/* A level for the places known .. whole - 1 that are in the mask. */
static void add_level(struct dealing *d, int player, int known, int whole, unsigned places,
                      const struct combos *combos)
{
    struct level *l = &d->level[d->levels++];
    l->player = player;
    l->combos = combos;
    l->size = 0;
    l->whole = true;
    for (int i = known; i < whole; i++)
        if (places >> i & 1) l->place[l->size++] = (uint8_t)i;
}

static void add_player(struct dealing *d, int player)
{
    const struct felt_equity_question *question = d->job->question;
    const struct felt_showdown *game = question->game;
    const struct felt_holding *holding = &question->holding[player];
    struct deals_memory *memory = equity_method_memory(d->job);
    if (holding->is_range) {
        equity_list_combos(&d->job->range[player], &memory->combos[player]);
        add_level(d, player, 0, game->hole, ~0u, &memory->combos[player]);
        return;
    }
    for (int i = 0; i < holding->count; i++) d->hole[player][i] = holding->card[i];
    if (game->second_of) {
        add_level(d, player, holding->count, game->hole, game->second_of, NULL);
        d->level[d->levels - 1].whole = false;
    }
    add_level(d, player, holding->count, game->hole, ~(unsigned)game->second_of, NULL);
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
    uint64_t all = equity_matchups(job), look = LOOK_EVERY;
    d.job = job;
    d.levels = 0;
    add_level(&d, -1, job->question->board_count, job->question->game->board, ~0u, NULL);
    for (int p = 0; p < job->players; p++) add_player(&d, p);
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
