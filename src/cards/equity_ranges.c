/* equity_ranges.c -- ranges of hold'em hands against each other, exact.
 *
 * Before the flop: every way to give the players one combination each is put into the form that is
 * smallest under a change of suits, equal ones are counted once with a weight, and equity_boards()
 * answers each.  The table of merged hands is bounded; when it is full it is worked off and
 * emptied.
 *
 * With at most two cards to come each runout is settled on its own:
 *   two players   all combinations sorted by strength; one sweep counts for each hand how many of
 * the other range are below and level, less those that share a card with it.  That is a step for
 * each hand, not for each pair of hands. more players  strengths are computed once for each
 * combination, then all tuples are gone through; the last player's loop only compares. */
#include "cards/equity_parts.h"
#include "felt/assert.h"

#include <string.h>

enum {
    SLOTS = 8192, /* of the table of merged tuples */
    SLOTS_USED_MAX = SLOTS * 3 / 4,
    MERGE_PLAYERS_MAX = 5, /* twelve bits each fit into a word */
    PERMUTATIONS = 24,
    TUPLES_COUNTED_MAX = 4000000,
    SEARCH_STEPS_MAX = 2000000
};

/* Walks through all tuples of disjoint combinations, player 0 slowest. */
struct walk {
    const struct combos *list;
    int players, level; /* level: the player whose turn it is to move on */
    int at[PLAYERS_MAX];
    felt_cards used[PLAYERS_MAX + 1]; /* cards of the players before this one */
};

static struct walk start_walk(const struct combos *list, int players)
{
    struct walk walk = {.list = list, .players = players, .level = 0};
    walk.at[0] = -1;
    return walk;
}

/* One player moves on; true if everybody has a hand now. */
static inline bool next_step(struct walk *w)
{
    int p = w->level, i = w->at[p] + 1;
    const struct combos *mine = &w->list[p];
    while (i < mine->count && mine->cards[i] & w->used[p]) i++;
    if (i == mine->count) {
        w->level--;
        return false;
    }
    w->at[p] = i;
    w->used[p + 1] = w->used[p] | mine->cards[i];
    if (p == w->players - 1) return true;
    w->level++;
    w->at[p + 1] = -1;
    return false;
}

static bool next_tuple(struct walk *w)
{
    while (w->level >= 0)
        if (next_step(w)) return true;
    return false;
}

/* ---- counting ---- */

/* Combinations of the last range that share no card with `used`. */
static int count_free(const struct felt_range *range, const int *with_card, int all,
                      felt_cards used)
{
    int count = all;
    for (felt_cards a = used; a;) {
        felt_card first = felt_cards_take(&a);
        count -= with_card[first];
        for (felt_cards b = a; b;)
            count += felt_range_has(range, felt_combo_index(first, felt_cards_take(&b)));
    }
    return count;
}

uint64_t equity_count_tuples(const struct felt_range *range, int players)
{
    const struct felt_range *last = &range[players - 1];
    int with_card[FELT_CARDS] = {0}, all = 0, visited = 0;
    uint64_t tuples = 0;
    struct combos list[PLAYERS_MAX - 1];
    struct combo_walk combo = {0};
    while (equity_next_combo(last, &combo)) {
        with_card[combo.high]++;
        with_card[combo.low]++;
        all++;
    }
    for (int p = 0; p < players - 1; p++) equity_list_combos(&range[p], &list[p]);
    struct walk walk = start_walk(list, players - 1);
    while (next_tuple(&walk)) {
        if (++visited > TUPLES_COUNTED_MAX) return UINT64_MAX;
        tuples += (uint64_t)count_free(last, with_card, all, walk.used[players - 1]);
    }
    return tuples;
}

/* The smallest ranges first, so that a dead end is met early. */
bool equity_possible(const struct felt_range *range, int players)
{
    struct combos list[PLAYERS_MAX];
    int by_size[PLAYERS_MAX];
    for (int p = 0; p < players; p++) {
        int i = p, size = felt_range_count(&range[p]);
        for (; i > 0 && felt_range_count(&range[by_size[i - 1]]) > size; i--)
            by_size[i] = by_size[i - 1];
        by_size[i] = p;
    }
    for (int p = 0; p < players; p++) equity_list_combos(&range[by_size[p]], &list[p]);
    struct walk walk = start_walk(list, players);
    for (int steps = 0; walk.level >= 0; steps++) {
        if (steps == SEARCH_STEPS_MAX || next_step(&walk)) return true;
    }
    return false;
}

/* ---- changes of suits ---- */

struct permutations {
    int count;
    uint8_t card[PERMUTATIONS][FELT_CARDS];
};

static felt_cards permute(felt_cards cards, const uint8_t map[FELT_CARDS])
{
    felt_cards out = 0;
    while (cards) out |= felt_cards_of(map[felt_cards_take(&cards)]);
    return out;
}

static void find_symmetries(felt_cards board, felt_cards dead, struct permutations *out)
{
    out->count = 0;
    for (int code = 0; code < 256; code++) {
        int suit[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        uint8_t *map = out->card[out->count];
        if ((1 << suit[0] | 1 << suit[1] | 1 << suit[2] | 1 << suit[3]) != 15) continue;
        for (int c = 0; c < FELT_CARDS; c++) map[c] = felt_card_make(c >> 2, suit[c & 3]);
        if (permute(board, map) == board && permute(dead, map) == dead) out->count++;
        if (out->count == PERMUTATIONS) break;
    }
}

int equity_symmetries(const struct equity_job *job)
{
    struct permutations permutations;
    find_symmetries(job->board, job->question->dead & FELT_CARDS_ALL, &permutations);
    return permutations.count;
}

/* The smallest name of a tuple: twelve bits for each player's two cards, higher card first. */
static uint64_t smallest_name(const struct permutations *permutations, const struct walk *walk)
{
    uint64_t best = UINT64_MAX;
    unsigned card[MERGE_PLAYERS_MAX][2];
    for (int p = 0; p < walk->players; p++) {
        felt_cards two = walk->list[p].cards[walk->at[p]];
        card[p][0] = felt_cards_take(&two);
        card[p][1] = felt_cards_take(&two);
    }
    for (int i = 0; i < permutations->count; i++) {
        const uint8_t *map = permutations->card[i];
        uint64_t name = 0;
        for (int p = 0; p < walk->players; p++) {
            unsigned a = map[card[p][0]], b = map[card[p][1]];
            unsigned high = a > b ? a : b, low = a > b ? b : a;
            name = name << 12 | high << 6 | low;
        }
        if (name < best) best = name;
    }
    return best;
}

/* ---- before the flop ---- */

struct merging {
    struct combos list[PLAYERS_MAX];
    struct permutations permutations;
    int used;
    uint64_t name[SLOTS], weight[SLOTS]; /* weight 0: a free slot */
};
_Static_assert(sizeof(struct merging) <= EQUITY_METHOD_BYTES, "memory");

static void settle(struct equity_job *job, const felt_cards *cards, uint64_t weight,
                   struct equity_count *count)
{
    felt_hand hands[PLAYERS_MAX];
    felt_cards stub = job->stub;
    for (int p = 0; p < job->players; p++) {
        hands[p] = equity_word(cards[p]);
        stub &= ~cards[p];
    }
    equity_boards(hands, job->players, equity_word(job->board), stub, job->to_come, weight,
                  equity_boards_memory(job), count);
}

static void work_off(struct equity_job *job, struct merging *m, uint64_t tuples_all,
                     uint64_t *tuples_done, struct equity_count *count)
{
    for (int slot = 0; slot < SLOTS && !job->stopped; slot++) {
        felt_cards cards[MERGE_PLAYERS_MAX];
        uint64_t name = m->name[slot];
        if (!m->weight[slot]) continue;
        for (int p = job->players - 1; p >= 0; p--, name >>= 12)
            cards[p] =
                felt_cards_of((felt_card)(name & 63)) | felt_cards_of((felt_card)(name >> 6 & 63));
        settle(job, cards, m->weight[slot], count);
        *tuples_done += m->weight[slot];
        equity_go_on(job, (double)*tuples_done / (double)tuples_all);
    }
    memset(m->weight, 0, sizeof m->weight);
    m->used = 0;
}

static void add_name(struct merging *m, uint64_t name)
{
    uint32_t slot = (uint32_t)(name * UINT64_C(0x9e3779b97f4a7c15) >> 51) % SLOTS;
    while (m->weight[slot] && m->name[slot] != name) slot = (slot + 1) % SLOTS;
    if (!m->weight[slot]) {
        m->name[slot] = name;
        m->used++;
    }
    m->weight[slot]++;
}

static void before_the_flop(struct equity_job *job, struct equity_count *count)
{
    struct merging *m = equity_method_memory(job);
    uint64_t done = 0, all = equity_count_tuples(job->range, job->players);
    for (int p = 0; p < job->players; p++) equity_list_combos(&job->range[p], &m->list[p]);
    find_symmetries(job->board, job->question->dead & FELT_CARDS_ALL, &m->permutations);
    memset(m->weight, 0, sizeof m->weight);
    m->used = 0;
    struct walk walk = start_walk(m->list, job->players);
    while (!job->stopped && next_tuple(&walk)) {
        if (job->players > MERGE_PLAYERS_MAX) {
            felt_cards cards[PLAYERS_MAX];
            for (int p = 0; p < job->players; p++) cards[p] = m->list[p].cards[walk.at[p]];
            settle(job, cards, 1, count);
            equity_go_on(job, (double)++done / (double)all);
            continue;
        }
        add_name(m, smallest_name(&m->permutations, &walk));
        if (m->used == SLOTS_USED_MAX) work_off(job, m, all, &done, count);
    }
    if (!job->stopped) work_off(job, m, all, &done, count);
}

/* ---- runouts ---- */

/* All choices of at most two cards to come. */
struct runout {
    felt_card card[FELT_CARDS_MAX];
    int count, to_come, i, j;
};
static struct runout start_runout(felt_cards stub, int to_come)
{
    struct runout r = {.to_come = to_come, .i = 0, .j = 0};
    felt_assert(to_come <= 2);
    while (stub) r.card[r.count++] = felt_cards_take(&stub);
    return r;
}
static int runouts(const struct runout *r)
{
    return (int)equity_choose(r->count, r->to_come);
}
static bool next_runout(struct runout *r, felt_cards *out)
{
    *out = 0;
    if (r->to_come == 0) return r->i++ == 0;
    if (r->to_come == 1) {
        if (r->i == r->count) return false;
        *out = felt_cards_of(r->card[r->i++]);
        return true;
    }
    if (++r->j >= r->count) r->j = ++r->i + 1;
    if (r->j >= r->count) return false;
    *out = felt_cards_of(r->card[r->i]) | felt_cards_of(r->card[r->j]);
    return true;
}

/* ---- two players: sort and sweep ---- */

enum { INDEX_BITS = 11, DIGIT_BITS = 10, DIGITS = 1 << DIGIT_BITS, PASSES = 3 };

struct sweeping {
    int count; /* combinations of either range */
    felt_cards cards[FELT_COMBOS];
    felt_hand word[FELT_COMBOS];
    uint8_t card[FELT_COMBOS][2];
    uint8_t in[FELT_COMBOS]; /* bit p: player p may hold it */
    /* of one runout */
    int live;
    uint16_t index[FELT_COMBOS]; /* into the above */
    felt_hand hand[FELT_COMBOS];
    felt_strength strength[FELT_COMBOS];
    uint64_t item[2][FELT_COMBOS]; /* strength in 29 bits, then index */
};
_Static_assert(sizeof(struct sweeping) <= EQUITY_METHOD_BYTES, "memory");
_Static_assert(FELT_COMBOS <= 1 << INDEX_BITS, "an index fits");

/* A radix sort of the strengths by ten bits at a time; returns the sorted items. */
static const uint64_t *sort_by_strength(struct sweeping *s)
{
    uint16_t place[PASSES][DIGITS];
    memset(place, 0, sizeof place);
    for (int i = 0; i < s->live; i++) {
        uint64_t key = (uint64_t)(s->strength[i] >> 16) << 13 | (s->strength[i] & 0x1fff);
        s->item[0][i] = key << INDEX_BITS | s->index[i];
        for (int pass = 0; pass < PASSES; pass++)
            place[pass][key >> (DIGIT_BITS * pass) & (DIGITS - 1)]++;
    }
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned sum = 0;
        for (int i = 0; i < DIGITS; i++) {
            unsigned count = place[pass][i];
            place[pass][i] = (uint16_t)sum;
            sum += count;
        }
        const uint64_t *from = s->item[pass % 2];
        uint64_t *to = s->item[1 - pass % 2];
        for (int i = 0; i < s->live; i++) {
            int shift = INDEX_BITS + DIGIT_BITS * pass;
            to[place[pass][from[i] >> shift & (DIGITS - 1)]++] = from[i];
        }
    }
    return s->item[PASSES % 2];
}

/* Combinations that are weaker than the hand in question (or no stronger), and how many of them
 * hold each card. */
struct below {
    int32_t all, with[FELT_CARDS];
};

/* How many of them share no card with a hand. */
static inline int32_t apart(const struct below *below, const uint8_t card[2])
{
    return below->all - below->with[card[0]] - below->with[card[1]];
}
static inline void enter(struct below *below, const uint8_t card[2])
{
    below->all++;
    below->with[card[0]]++;
    below->with[card[1]]++;
}

struct sweep_sum {
    uint64_t wins[2], ties;
};

/* One runout.  Hands of one strength are a group; groups come from weak to strong.  A hand beats
 * what is below before its group enters; what it finds more afterwards are ties.  (If both may hold
 * the hand itself it then stands below too, and was taken off twice, once for each card.) If both
 * ranges are the same one set of counts serves both. */
static inline void sweep(const struct sweeping *s, const uint64_t *item, bool same,
                         struct sweep_sum *sum)
{
    const unsigned mask = (1u << INDEX_BITS) - 1;
    struct below below[2];
    int64_t wins[2] = {0, 0}, ties = 0;
    int other = same ? 0 : 1;
    memset(below, 0, sizeof below);
    for (int first = 0, end; first < s->live; first = end) {
        int64_t before = 0, after = 0;
        uint64_t strength = item[first] >> INDEX_BITS;
        for (end = first; end < s->live && item[end] >> INDEX_BITS == strength; end++) {
            unsigned i = item[end] & mask;
            if (same || s->in[i] & 1) before += apart(&below[other], s->card[i]);
            if (!same && s->in[i] & 2) wins[1] += apart(&below[0], s->card[i]);
        }
        wins[0] += before;
        for (int k = first; k < end; k++) {
            unsigned i = item[k] & mask;
            if (same || s->in[i] & 1) enter(&below[0], s->card[i]);
            if (!same && s->in[i] & 2) enter(&below[1], s->card[i]);
        }
        for (int k = first; k < end && (!same || end > first + 1); k++) {
            unsigned i = item[k] & mask;
            if (!same && !(s->in[i] & 1)) continue;
            after += apart(&below[other], s->card[i]) + (same || s->in[i] & 2);
        }
        if (!same || end > first + 1) ties += after - before;
    }
    sum->wins[0] += (uint64_t)wins[0];
    sum->wins[1] += (uint64_t)wins[1];
    sum->ties += (uint64_t)ties;
}

static void list_union(const struct equity_job *job, struct sweeping *s)
{
    struct felt_range either = job->range[0];
    struct combo_walk walk = {0};
    for (size_t i = 0; i < sizeof either.combos / sizeof either.combos[0]; i++)
        either.combos[i] |= job->range[1].combos[i];
    for (s->count = 0; equity_next_combo(&either, &walk); s->count++) {
        int combo = felt_combo_index(walk.high, walk.low);
        s->cards[s->count] = equity_combo_cards(&walk);
        s->word[s->count] = felt_hand_of(walk.high) + felt_hand_of(walk.low);
        s->card[s->count][0] = walk.high;
        s->card[s->count][1] = walk.low;
        s->in[s->count] = (uint8_t)(felt_range_has(&job->range[0], combo) |
                                    felt_range_has(&job->range[1], combo) << 1);
    }
}

/* Strengths of all hands that are possible on this runout. */
static void evaluate_runout(struct sweeping *s, felt_hand board, felt_cards runout)
{
    int live = 0;
    for (int i = 0; i < s->count; i++) {
        s->hand[live] = board + s->word[i];
        s->index[live] = (uint16_t)i;
        live += !(s->cards[i] & runout);
    }
    s->live = live;
    felt_high7_batch(s->hand, s->strength, (size_t)live);
}

static void sweep_runouts(struct equity_job *job, struct equity_count *count)
{
    struct sweeping *s = equity_method_memory(job);
    struct runout runout = start_runout(job->stub, job->to_come);
    struct sweep_sum sum = {{0, 0}, 0};
    felt_hand board = equity_word(job->board);
    uint64_t pairs = equity_count_tuples(job->range, 2);
    bool same = !memcmp(&job->range[0], &job->range[1], sizeof job->range[0]);
    int done = 0, all = runouts(&runout);
    felt_cards cards;
    list_union(job, s);
    while (next_runout(&runout, &cards)) {
        evaluate_runout(s, board + equity_word(cards), cards);
        const uint64_t *item = sort_by_strength(s);
        if (same)
            sweep(s, item, true, &sum);
        else
            sweep(s, item, false, &sum);
        if (++done % 64 == 0 && !equity_go_on(job, (double)done / all)) break;
    }
    /* Each pair of hands meets on the runouts that hold none of its four cards. */
    uint64_t each = equity_choose(runout.count - 4, job->to_come);
    if (same) sum.wins[1] = sum.wins[0];
    count->matchups = job->stopped ? sum.wins[0] + sum.wins[1] + sum.ties : pairs * each;
    felt_assert(count->matchups == sum.wins[0] + sum.wins[1] + sum.ties);
    for (int p = 0; p < 2; p++) {
        count->wins[p] = sum.wins[p];
        count->ties[p] = sum.ties;
        count->share[p] = sum.wins[p] * FELT_EQUITY_SHARE + sum.ties * (FELT_EQUITY_SHARE / 2);
    }
}

/* ---- more players: all tuples of each runout ---- */

struct tupling {
    struct combos all[PLAYERS_MAX], live[PLAYERS_MAX];
    felt_strength strength[PLAYERS_MAX][FELT_COMBOS];
    felt_hand hand[FELT_COMBOS];
};
_Static_assert(sizeof(struct tupling) <= EQUITY_METHOD_BYTES, "memory");

/* The players before the last hold what the walk says; the last one holds anything. */
static void settle_last(const struct tupling *t, const struct walk *walk,
                        struct equity_count *count)
{
    int last = walk->players, winners = 0;
    felt_strength best = 0;
    unsigned who = 0;
    for (int p = 0; p < last; p++) {
        felt_strength mine = t->strength[p][walk->at[p]];
        if (mine > best) best = mine, who = 0, winners = 0;
        if (mine == best) who |= 1u << p, winners++;
    }
    const struct combos *list = &t->live[last];
    const felt_strength *strength = t->strength[last];
    felt_cards used = walk->used[last];
    uint32_t above = 0, level = 0, all = 0;
    for (int i = 0; i < list->count; i++) {
        uint32_t free = !(list->cards[i] & used);
        above += free & (strength[i] > best);
        level += free & (strength[i] == best);
        all += free;
    }
    uint64_t below = all - above - level;
    count->matchups += all;
    count->wins[last] += above;
    count->ties[last] += level;
    count->share[last] += (uint64_t)above * FELT_EQUITY_SHARE +
                          (uint64_t)level * (uint64_t)(FELT_EQUITY_SHARE / (winners + 1));
    for (int p = 0; p < last; p++) {
        if (!(who >> p & 1)) continue;
        *(winners == 1 ? &count->wins[p] : &count->ties[p]) += below;
        count->ties[p] += level;
        count->share[p] += below * (uint64_t)(FELT_EQUITY_SHARE / winners) +
                           (uint64_t)level * (uint64_t)(FELT_EQUITY_SHARE / (winners + 1));
    }
}

static void tuple_runouts(struct equity_job *job, struct equity_count *count)
{
    struct tupling *t = equity_method_memory(job);
    struct runout runout = start_runout(job->stub, job->to_come);
    felt_hand board = equity_word(job->board);
    int done = 0, all = runouts(&runout);
    felt_cards cards;
    for (int p = 0; p < job->players; p++) equity_list_combos(&job->range[p], &t->all[p]);
    while (next_runout(&runout, &cards)) {
        felt_hand whole = board + equity_word(cards);
        for (int p = 0; p < job->players; p++) {
            int live = 0;
            for (int i = 0; i < t->all[p].count; i++) {
                if (t->all[p].cards[i] & cards) continue;
                t->live[p].cards[live] = t->all[p].cards[i];
                t->hand[live++] = whole + equity_word(t->all[p].cards[i]);
            }
            t->live[p].count = live;
            felt_high7_batch(t->hand, t->strength[p], (size_t)live);
        }
        struct walk walk = start_walk(t->live, job->players - 1);
        for (uint32_t step = 1; next_tuple(&walk); step++) {
            settle_last(t, &walk, count);
            if (step % 65536 == 0 && !equity_go_on(job, (double)done / all)) return;
        }
        if (!equity_go_on(job, (double)++done / all)) return;
    }
}

bool equity_merges(const struct equity_job *job)
{
    return job->to_come > 2 && job->players <= MERGE_PLAYERS_MAX;
}

void equity_exact_ranges(struct equity_job *job, struct equity_count *count)
{
    if (job->to_come > 2)
        before_the_flop(job, count);
    else if (job->players == 2)
        sweep_runouts(job, count);
    else
        tuple_runouts(job, count);
}
