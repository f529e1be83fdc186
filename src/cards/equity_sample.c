/* equity_sample.c -- Monte Carlo.
 *
 * Hold'em.  A board is a random triple plus a random pair of the cards that can come, taken from
 * two lists of words and thrown away if they overlap (one in nine): one 64-bit random number, two
 * multiplications, no branch.  Blocks of a thousand boards go through the batch kernels.  Players
 * with a single combination are taken out of the lists; the others draw a combination each, all of
 * them again if two overlap, which makes every possible tuple as likely as any other.  Players who
 * may hold anything come last and draw cards one by one: whatever the others hold leaves them
 * equally many ways.
 *
 * Other games.  Cards are drawn one by one from the whole deck and thrown away if they are in use.
 */
#include "cards/equity_parts.h"
#include "felt/assert.h"

enum {
    BLOCK = 1024,
    STUB_MAX = FELT_CARDS_MAX,
    TRIPLES_MAX = 22100,
    TRIES_MAX = 10000000, /* without a single success: the ranges do not go together */
    LOOK_EVERY = 16       /* blocks between looks at error and progress */
};

enum role { PINNED, DRAWS, OPEN }; /* one combination, some, all */

struct sampler {
    struct equity_job *job;
    struct felt_rng rng;
    enum role role[PLAYERS_MAX];
    felt_hand pinned[PLAYERS_MAX];
    felt_hand pinned_all;         /* rank bits of the pinned hands */
    uint32_t combos[PLAYERS_MAX]; /* how many a drawing player has */
    felt_card stub[STUB_MAX];
    uint32_t stub_count;
    bool all_pinned;
    felt_hand board_word; /* known board */
    struct board_lists lists;
    struct board_rng board_rng;
    int boards_left; /* in `drawn` */
    felt_hand drawn[BLOCK + BOARDS_DRAWN_MORE];
    felt_hand triple[TRIPLES_MAX];
    felt_hand pair[FELT_COMBOS];
    felt_hand combo[PLAYERS_MAX][FELT_COMBOS];
    felt_hand board[BLOCK + BOARDS_DRAWN_MORE];
    felt_hand hand[PLAYERS_MAX][BLOCK];
    felt_strength strength[PLAYERS_MAX][BLOCK];
};
_Static_assert(sizeof(struct sampler) <= EQUITY_METHOD_BYTES, "memory");

/* ---- setting up ---- */

static void set_roles(struct sampler *s)
{
    struct equity_job *job = s->job;
    int all = (int)equity_choose(felt_cards_count(job->stub), 2);
    s->all_pinned = true;
    s->pinned_all = 0;
    for (int p = 0; p < job->players; p++) {
        int count = felt_range_count(&job->range[p]);
        s->role[p] = count == 1 ? PINNED : count == all ? OPEN : DRAWS;
        struct combo_walk walk = {0};
        for (s->combos[p] = 0; equity_next_combo(&job->range[p], &walk); s->combos[p]++)
            s->combo[p][s->combos[p]] = felt_hand_of(walk.high) + felt_hand_of(walk.low);
        s->pinned[p] = s->combo[p][0];
        if (s->role[p] == PINNED)
            s->pinned_all |= s->pinned[p] & FELT_HAND_RANKS;
        else
            s->all_pinned = false;
    }
}

/* Cards that can come to the board or to a hand, and their triples and pairs. */
static void list_boards(struct sampler *s)
{
    felt_cards stub = s->job->stub;
    uint32_t triples = 0, pairs = 0;
    s->stub_count = 0;
    while (stub) {
        felt_card card = felt_cards_take(&stub);
        if (!(felt_hand_of(card) & s->pinned_all & FELT_HAND_RANKS))
            s->stub[s->stub_count++] = card;
    }
    s->boards_left = 0;
    if (s->job->to_come != 5) return;
    felt_hand word[STUB_MAX];
    for (uint32_t i = 0; i < s->stub_count; i++) word[i] = felt_hand_of(s->stub[i]);
    for (uint32_t i = 0; i < s->stub_count; i++)
        for (uint32_t j = i + 1; j < s->stub_count; j++) {
            s->pair[pairs++] = word[i] + word[j];
            for (uint32_t k = j + 1; k < s->stub_count; k++)
                s->triple[triples++] = word[i] + word[j] + word[k];
        }
    uint64_t both = (uint64_t)triples * pairs;
    s->lists = (struct board_lists){s->triple, s->pair, triples, pairs,
                                    (uint32_t)((UINT64_C(1) << 32) % both)};
    for (int i = 0; i < 4; i++) {
        struct felt_rng stream = felt_rng_split(&s->rng, (uint64_t)i);
        s->board_rng.state[0][i] = stream.state[0];
        s->board_rng.state[1][i] = stream.state[1];
    }
}

/* ---- drawing ---- */

static felt_hand draw_five(struct sampler *s)
{
    if (!s->boards_left) {
        kernels_get()->draw_boards(&s->lists, &s->board_rng, s->drawn, BLOCK);
        s->boards_left = BLOCK;
    }
    return s->drawn[--s->boards_left];
}

/* One card that is not in `used` (rank bits). */
static felt_hand draw_card(struct sampler *s, felt_hand used)
{
    for (;;) {
        felt_hand card = felt_hand_of(s->stub[felt_rng_below(&s->rng, s->stub_count)]);
        if (!(card & used & FELT_HAND_RANKS)) return card;
    }
}

/* Hands of all players for match-up i; returns their rank bits, or 0 after too many tries. */
static felt_hand draw_hands(struct sampler *s, int i)
{
    int players = s->job->players, p;
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        felt_hand used = s->pinned_all;
        for (p = 0; p < players; p++) {
            if (s->role[p] == PINNED) s->hand[p][i] = s->pinned[p];
            if (s->role[p] != DRAWS) continue;
            felt_hand hand = s->combo[p][felt_rng_below(&s->rng, s->combos[p])];
            if (hand & used & FELT_HAND_RANKS) break;
            s->hand[p][i] = hand;
            used |= hand & FELT_HAND_RANKS;
        }
        if (p < players) continue;
        for (p = 0; p < players; p++) {
            if (s->role[p] != OPEN) continue;
            felt_hand first = draw_card(s, used);
            felt_hand second = draw_card(s, used | first);
            s->hand[p][i] = first + second;
            used |= (first + second) & FELT_HAND_RANKS;
        }
        return used;
    }
    return 0;
}

static felt_hand draw_board(struct sampler *s, felt_hand used)
{
    felt_hand board = 0;
    if (s->job->to_come == 5) {
        do board = draw_five(s);
        while (board & used & FELT_HAND_RANKS);
        return board;
    }
    for (int i = 0; i < s->job->to_come; i++) board += draw_card(s, used | board);
    return board;
}

/* ---- hold'em blocks ---- */

static void add_duel(struct sampler *s, int n, struct equity_count *count)
{
    struct duel duel = kernels_get()->duel(s->board, NULL, (size_t)n, s->pinned[0] + s->board_word,
                                           s->pinned[1] + s->board_word, true);
    uint64_t win = (uint64_t)duel.win, tie = (uint64_t)duel.tie;
    uint64_t wins[2] = {win, (uint64_t)n - win - tie};
    count->matchups += (uint64_t)n;
    for (int p = 0; p < 2; p++) {
        count->wins[p] += wins[p];
        count->ties[p] += tie;
        count->share[p] += wins[p] * FELT_EQUITY_SHARE + tie * (FELT_EQUITY_SHARE / 2);
        count->square[p] += (double)wins[p] + (double)tie / 4;
    }
}

/* Who has the most on board i; several winners are counted by the general function. */
static void add_strengths(struct sampler *s, int n, struct equity_count *count)
{
    int players = s->job->players;
    uint64_t alone[PLAYERS_MAX] = {0};
    for (int p = 0; p < players; p++) {
        for (int i = 0; i < n; i++) s->hand[p][i] += s->board[i] + s->board_word;
        felt_high7_batch(s->hand[p], s->strength[p], (size_t)n);
    }
    for (int i = 0; i < n; i++) {
        uint32_t value[PLAYERS_MAX] = {s->strength[0][i]}, best = value[0];
        int winner = 0, winners = 1;
        for (int p = 1; p < players; p++) {
            value[p] = s->strength[p][i];
            winners = value[p] > best ? 1 : winners + (value[p] == best);
            winner = value[p] > best ? p : winner;
            best = value[p] > best ? value[p] : best;
        }
        if (winners == 1)
            alone[winner]++;
        else
            equity_count_one(count, value, players, 1);
    }
    for (int p = 0; p < players; p++) {
        count->matchups += alone[p];
        count->wins[p] += alone[p];
        count->share[p] += alone[p] * FELT_EQUITY_SHARE;
        count->square[p] += (double)alone[p];
    }
}

static bool sample_holdem_block(struct sampler *s, int n, struct equity_count *count)
{
    if (s->all_pinned && s->job->players == 2 && s->job->to_come == 5) {
        kernels_get()->draw_boards(&s->lists, &s->board_rng, s->board, (size_t)n);
        add_duel(s, n, count);
        return true;
    }
    for (int i = 0; i < n; i++) {
        felt_hand used = draw_hands(s, i);
        if (!used) return false;
        s->board[i] = draw_board(s, used);
    }
    add_strengths(s, n, count);
    return true;
}

/* ---- other games ---- */

struct dealer {
    struct equity_job *job;
    struct felt_rng rng;
    felt_card deck[FELT_CARDS_MAX];
    uint32_t deck_count;
    struct combos combos[PLAYERS_MAX];
};
_Static_assert(sizeof(struct dealer) <= EQUITY_METHOD_BYTES, "memory");

static void fill_up(struct dealer *d, felt_card *cards, int known, int whole, felt_cards *used)
{
    for (int i = known; i < whole;) {
        felt_card card = d->deck[felt_rng_below(&d->rng, d->deck_count)];
        if (*used & felt_cards_of(card)) continue;
        *used |= felt_cards_of(card);
        cards[i++] = card;
    }
}

/* Combinations of the players with ranges; false if they overlap. */
static bool draw_ranges(struct dealer *d, felt_card hole[][FELT_HOLE_MAX], felt_cards *used)
{
    const struct felt_equity_question *question = d->job->question;
    for (int p = 0; p < d->job->players; p++) {
        if (!question->holding[p].is_range) continue;
        const struct combos *mine = &d->combos[p];
        felt_cards cards = mine->cards[felt_rng_below(&d->rng, (uint32_t)mine->count)];
        if (cards & *used) return false;
        *used |= cards;
        hole[p][0] = felt_cards_take(&cards);
        hole[p][1] = felt_cards_take(&cards);
    }
    return true;
}

static bool sample_deal(struct dealer *d, struct equity_count *count)
{
    const struct felt_equity_question *question = d->job->question;
    const struct felt_showdown *game = question->game;
    felt_card hole[PLAYERS_MAX][FELT_HOLE_MAX], board[FELT_BOARD_MAX];
    felt_value value[PLAYERS_MAX][2];
    struct equity_table table;
    felt_cards used = 0;
    bool drawn = false;
    for (int tries = 0; !drawn && tries < TRIES_MAX; tries++) {
        used = 0;
        drawn = draw_ranges(d, hole, &used);
    }
    if (!drawn) return false;
    for (int i = 0; i < question->board_count; i++) board[i] = question->board[i];
    fill_up(d, board, question->board_count, game->board, &used);
    equity_table_set(&table, game, board, game->board);
    for (int p = 0; p < d->job->players; p++) {
        const struct felt_holding *holding = &question->holding[p];
        if (!holding->is_range) {
            for (int i = 0; i < holding->count; i++) hole[p][i] = holding->card[i];
            fill_up(d, hole[p], holding->count, game->hole, &used);
        }
        equity_table_values(&table, hole[p], value[p]);
    }
    equity_count_halves(count, (const felt_value(*)[2])value, d->job->players, 1);
    return true;
}

/* ---- the loop ---- */

/* The largest squared standard error of an equity. */
static double worst_square_error(const struct equity_job *job, const struct equity_count *count)
{
    double worst = 0, n = (double)count->matchups;
    for (int p = 0; p < job->players; p++) {
        double mean = (double)count->share[p] / FELT_EQUITY_SHARE / n;
        double square = (count->square[p] / n - mean * mean) / n;
        if (square > worst) worst = square;
    }
    return worst;
}

static bool precise_enough(struct equity_job *job, const struct equity_count *count)
{
    const struct felt_equity_options *options = job->options;
    double aim = options->error_max * options->error_max;
    double now = worst_square_error(job, count);
    double by_count = (double)count->matchups / (double)options->samples_max;
    double by_error = now > 0 ? aim / now : 0;
    equity_go_on(job, by_count > by_error ? by_count : by_error);
    /* A small error of a few samples may be luck: wait for some thousands. */
    return aim > 0 && now <= aim && count->matchups >= 16 * BLOCK;
}

enum felt_status equity_sample(struct equity_job *job, struct equity_count *count)
{
    bool holdem = equity_is_holdem(job->question->game), possible = true;
    struct sampler *s = equity_method_memory(job);
    struct dealer *d = equity_method_memory(job);
    if (holdem) {
        s->job = job;
        s->rng = job->options->rng;
        s->board_word = equity_word(job->board);
        set_roles(s);
        list_boards(s);
    } else {
        felt_cards stub = job->stub;
        d->job = job;
        d->rng = job->options->rng;
        d->deck_count = 0;
        while (stub) d->deck[d->deck_count++] = felt_cards_take(&stub);
        for (int p = 0; p < job->players; p++)
            if (job->question->holding[p].is_range)
                equity_list_combos(&job->range[p], &d->combos[p]);
    }
    for (uint64_t block = 1; possible && count->matchups < job->options->samples_max; block++) {
        uint64_t left = job->options->samples_max - count->matchups;
        int n = left < BLOCK ? (int)left : BLOCK;
        if (holdem)
            possible = sample_holdem_block(s, n, count);
        else
            for (int i = 0; i < n && possible; i++) possible = sample_deal(d, count);
        if (block % LOOK_EVERY == 0 && (precise_enough(job, count) || job->stopped)) break;
    }
    return possible ? FELT_OK : FELT_IMPOSSIBLE;
}
