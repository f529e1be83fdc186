/* equity.c -- questions about equity: are they sound, how much work are they, who answers them. */
#include "cards/equity_parts.h"
#include "felt/assert.h"

#include <string.h>

/* ---- arithmetic ---- */

/* a * b, or UINT64_MAX. */
static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t equity_choose(int n, int k)
{
    uint64_t ways = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 0; i < k; i++) {
        uint64_t more = times(ways, (uint64_t)(n - i));
        if (more == UINT64_MAX) return UINT64_MAX;
        ways = more / (uint64_t)(i + 1);
    }
    return ways;
}

/* By Newton's method: the engine does not link the mathematics library. */
static double square_root(double x)
{
    double root = x > 1 ? x : 1;
    if (x <= 0) return 0;
    for (int i = 0; i < 64; i++) root = (root + x / root) / 2;
    return root;
}

/* ---- counting match-ups ---- */

static void give_share(struct equity_count *count, int player, int first, int second,
                       uint64_t weight)
{
    int share = first + second;
    if (share == 0) return;
    double part = (double)share / FELT_EQUITY_SHARE;
    *(share == FELT_EQUITY_SHARE ? &count->wins[player] : &count->ties[player]) += weight;
    count->share[player] += (uint64_t)share * weight;
    count->second[player] += (uint64_t)second * weight;
    count->square[player] += part * part * (double)weight;
}

void equity_count_one(struct equity_count *count, const uint32_t *value, int players,
                      uint64_t weight)
{
    uint32_t best = 0;
    int winners = 0;
    for (int p = 0; p < players; p++) {
        if (value[p] > best) best = value[p], winners = 0;
        winners += value[p] == best;
    }
    count->matchups += weight;
    for (int p = 0; p < players; p++)
        if (value[p] == best) give_share(count, p, FELT_EQUITY_SHARE / winners, 0, weight);
}

/* The best value of a half and how many have it. */
static felt_value best_of_half(const felt_value (*value)[2], int players, int half, int *winners)
{
    felt_value best = 0;
    *winners = 0;
    for (int p = 0; p < players; p++) {
        if (value[p][half] > best) best = value[p][half], *winners = 0;
        *winners += value[p][half] == best;
    }
    return best;
}

void equity_count_halves(struct equity_count *count, const felt_value (*value)[2], int players,
                         uint64_t weight)
{
    int firsts, seconds;
    felt_value first = best_of_half(value, players, 0, &firsts);
    felt_value second = best_of_half(value, players, 1, &seconds);
    int pot = second ? FELT_EQUITY_SHARE / 2 : FELT_EQUITY_SHARE;
    count->matchups += weight;
    for (int p = 0; p < players; p++) {
        int mine = value[p][0] == first ? pot / firsts : 0;
        int mine_too = second && value[p][1] == second ? pot / seconds : 0;
        give_share(count, p, mine, mine_too, weight);
    }
}

/* ---- tables ---- */

void equity_table_set(struct equity_table *table, const struct felt_showdown *game,
                      const felt_card *board, int boards)
{
    felt_assert(boards >= 0 && boards <= FELT_BOARD_MAX);
    table->game = game;
    table->boards = boards;
    for (int i = 0; i < boards; i++) table->board[i] = board[i];
    if (game->two_three) table->omaha = felt_omaha_board_make(table->board);
}

void equity_table_values(const struct equity_table *table, const felt_card *hole, felt_value out[2])
{
    const struct felt_showdown *game = table->game;
    if (!game->two_three) {
        felt_showdown_values(game, hole, game->hole, table->board, table->boards, out);
        return;
    }
    out[0] = felt_omaha_high(&table->omaha, hole, game->hole);
    out[1] = game->second ? felt_omaha_low(&table->omaha, hole, game->hole) : 0;
}

void equity_list_combos(const struct felt_range *range, struct combos *out)
{
    struct combo_walk walk = {0};
    out->count = 0;
    while (equity_next_combo(range, &walk)) out->cards[out->count++] = equity_combo_cards(&walk);
}

bool equity_go_on(struct equity_job *job, double done)
{
    const struct felt_equity_options *options = job->options;
    if (!job->stopped && options->progress && !options->progress(options->self, done))
        job->stopped = true;
    return !job->stopped;
}

bool equity_is_holdem(const struct felt_showdown *game)
{
    return game->hole == 2 && game->board == 5 && !game->two_three && game->first == FELT_HIGH &&
           game->second == FELT_FAMILY_NONE && game->deck == FELT_DECK_52 && !game->wild;
}

/* ---- a question made ready ---- */

/* Two known cards, or any combination with the known one, or any at all. */
static void known_as_range(const struct felt_holding *holding, struct felt_range *out)
{
    const felt_card *card = holding->card;
    memset(out, 0, sizeof *out);
    if (holding->count == 2) felt_range_add(out, felt_combo_index(card[0], card[1]));
    for (felt_card other = 0; holding->count == 1 && other < FELT_CARDS; other++)
        if (other != card[0]) felt_range_add(out, felt_combo_index(card[0], other));
    for (int combo = 0; holding->count == 0 && combo < FELT_COMBOS; combo++)
        felt_range_add(out, combo);
}

static struct equity_job make_job(const struct felt_equity_question *question)
{
    struct equity_job job = {.question = question, .players = question->players};
    bool holdem = equity_is_holdem(question->game);
    felt_cards deck = felt_deck_cards(question->game->deck), known = question->dead;
    job.board = felt_cards_from(question->board, question->board_count);
    job.to_come = question->game->board - question->board_count;
    known |= job.board;
    for (int p = 0; p < job.players && !holdem; p++)
        if (!question->holding[p].is_range)
            known |= felt_cards_from(question->holding[p].card, question->holding[p].count);
    job.stub = deck & ~known;
    for (int p = 0; p < job.players; p++) {
        const struct felt_holding *holding = &question->holding[p];
        if (holding->is_range)
            job.range[p] = holding->range;
        else if (holdem)
            known_as_range(holding, &job.range[p]);
        else
            continue;
        felt_range_remove_cards(&job.range[p], ~job.stub & FELT_CARDS_ALL);
    }
    return job;
}

/* Players with a range, and their ranges one after the other. */
static int gather_ranges(const struct equity_job *job, struct felt_range out[PLAYERS_MAX],
                         int player[PLAYERS_MAX])
{
    bool holdem = equity_is_holdem(job->question->game);
    int count = 0;
    for (int p = 0; p < job->players; p++) {
        if (!holdem && !job->question->holding[p].is_range) continue;
        player[count] = p;
        out[count++] = job->range[p];
    }
    return count;
}

/* Cards to come to the board and to hands that are not ranges. */
static int unknown_cards(const struct equity_job *job)
{
    bool holdem = equity_is_holdem(job->question->game);
    int cards = job->to_come;
    for (int p = 0; p < job->players && !holdem; p++)
        if (!job->question->holding[p].is_range)
            cards += job->question->game->hole - job->question->holding[p].count;
    return cards;
}

/* ---- is it sound? ---- */

static const char *card_text(felt_card card, char out[FELT_CARD_TEXT_BYTES])
{
    felt_card_write(card, out);
    return out;
}

/* Takes note of one known card. */
static enum felt_status note_card(const struct felt_equity_question *question, felt_card card,
                                  int player, felt_cards *seen, struct felt_complaint *complaint)
{
    char text[FELT_CARD_TEXT_BYTES];
    size_t at = player < 0 ? 0 : (size_t)player;
    if (card >= FELT_CARDS_MAX)
        return felt_complain(complaint, FELT_BAD_CARD, at, 0, "a number that is no card");
    if (!(felt_deck_cards(question->game->deck) & felt_cards_of(card)))
        return felt_complain(complaint, FELT_BAD_CARD, at, 0,
                             "%s is not in the deck of %s; use another card", card_text(card, text),
                             question->game->name);
    if (*seen & felt_cards_of(card))
        return felt_complain(complaint, FELT_DUPLICATE_CARD, at, 0,
                             "%s is there twice; each card can be in one hand, on the board or "
                             "dead, but only once",
                             card_text(card, text));
    *seen |= felt_cards_of(card);
    return FELT_OK;
}

static enum felt_status note_cards(const struct felt_equity_question *question,
                                   struct felt_complaint *complaint)
{
    enum felt_status status = FELT_OK;
    felt_cards seen = 0, dead = question->dead;
    while (dead && status == FELT_OK)
        status = note_card(question, felt_cards_take(&dead), -1, &seen, complaint);
    for (int i = 0; i < question->board_count && status == FELT_OK; i++)
        status = note_card(question, question->board[i], -1, &seen, complaint);
    for (int p = 0; p < question->players; p++)
        for (int i = 0; i < question->holding[p].count && status == FELT_OK; i++)
            if (!question->holding[p].is_range)
                status = note_card(question, question->holding[p].card[i], p, &seen, complaint);
    return status;
}

static enum felt_status verify_counts(const struct felt_equity_question *question,
                                      struct felt_complaint *complaint)
{
    const struct felt_showdown *game = question->game;
    if (question->players < 2 || question->players > PLAYERS_MAX)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0, "%d hands; give two to %d of them",
                             question->players, PLAYERS_MAX);
    if (question->board_count > game->board)
        return felt_complain(complaint, FELT_WRONG_COUNT, 0, 0, "%d board cards; %s has at most %d",
                             question->board_count, game->name, game->board);
    for (int p = 0; p < question->players; p++) {
        const struct felt_holding *holding = &question->holding[p];
        if (holding->is_range && game->hole != 2)
            return felt_complain(complaint, FELT_BAD_RANGE, (size_t)p, 0,
                                 "hand %d is a range; in %s give its cards, or random", p + 1,
                                 game->name);
        if (!holding->is_range && holding->count > game->hole)
            return felt_complain(complaint, FELT_WRONG_COUNT, (size_t)p, 0,
                                 "hand %d has %d cards; %s has %d", p + 1, holding->count,
                                 game->name, game->hole);
    }
    return FELT_OK;
}

/* Everything that must hold for `job`, which is made here. */
static enum felt_status prepare(const struct felt_equity_question *question, struct equity_job *job,
                                struct felt_complaint *complaint)
{
    struct felt_range range[PLAYERS_MAX];
    int player[PLAYERS_MAX];
    enum felt_status status = verify_counts(question, complaint);
    if (status == FELT_OK) status = note_cards(question, complaint);
    if (status != FELT_OK) return status;

    *job = make_job(question);
    int ranges = gather_ranges(job, range, player);
    for (int i = 0; i < ranges; i++)
        if (!felt_range_count(&range[i]))
            return felt_complain(complaint, FELT_IMPOSSIBLE, (size_t)player[i], 0,
                                 "hand %d is impossible: each of its combinations holds a card "
                                 "that is on the board, dead or in another hand",
                                 player[i] + 1);
    int needed = unknown_cards(job) + 2 * ranges, left = felt_cards_count(job->stub);
    if (needed > left)
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "%d more cards are needed and %d are left in the deck; take fewer "
                             "hands or dead cards",
                             needed, left);
    if (ranges && !equity_possible(range, ranges))
        return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0,
                             "these hands cannot be dealt together: there are not enough "
                             "different cards in the ranges");
    return FELT_OK;
}

enum felt_status felt_equity_verify(const struct felt_equity_question *question,
                                    struct felt_complaint *complaint)
{
    struct equity_job job;
    return prepare(question, &job, complaint);
}

/* ---- how much work is it? ---- */

uint64_t equity_matchups(const struct equity_job *job)
{
    const struct felt_equity_question *question = job->question;
    struct felt_range range[PLAYERS_MAX];
    int player[PLAYERS_MAX], ranges = gather_ranges(job, range, player);
    int left = felt_cards_count(job->stub) - 2 * ranges;
    uint64_t matchups = ranges ? equity_count_tuples(range, ranges) : 1;
    matchups = times(matchups, equity_choose(left, job->to_come));
    left -= job->to_come;
    for (int p = 0; p < job->players && !equity_is_holdem(question->game); p++) {
        if (question->holding[p].is_range) continue;
        int counting = 0, missing = question->game->hole - question->holding[p].count;
        for (int i = question->holding[p].count; i < question->game->hole; i++)
            counting += question->game->second_of >> i & 1; /* dealt apart from the others */
        matchups = times(matchups, equity_choose(left, counting));
        matchups = times(matchups, equity_choose(left - counting, missing - counting));
        left -= missing;
    }
    return matchups;
}

static uint64_t effort(const struct equity_job *job)
{
    enum { OMAHA_COST = 8, OTHER_COST = 64 }; /* of a match-up, in match-ups of hold'em */
    const struct felt_showdown *game = job->question->game;
    uint64_t matchups = equity_matchups(job);
    if (matchups == UINT64_MAX) return matchups;
    if (!equity_is_holdem(game)) return times(matchups, game->two_three ? OMAHA_COST : OTHER_COST);
    return equity_merges(job) ? matchups / (uint64_t)equity_symmetries(job) : matchups;
}

uint64_t felt_equity_matchups(const struct felt_equity_question *question)
{
    struct equity_job job = make_job(question);
    return equity_matchups(&job);
}

uint64_t felt_equity_effort(const struct felt_equity_question *question)
{
    struct equity_job job = make_job(question);
    return effort(&job);
}

/* ---- the answer ---- */

struct felt_equity_options felt_equity_defaults(void)
{
    return (struct felt_equity_options){.method = FELT_EQUITY_CHOOSE,
                                        .exact_max = UINT64_C(10000000000),
                                        .samples_max = 20000000,
                                        .error_max = 0.0002,
                                        .rng = felt_rng_make(1)};
}

static void fill_answer(const struct equity_job *job, const struct equity_count *count,
                        enum felt_equity_method method, struct felt_equity_answer *answer)
{
    double n = (double)count->matchups;
    memset(answer, 0, sizeof *answer);
    answer->method = method;
    answer->stopped = job->stopped;
    answer->matchups = count->matchups;
    answer->players = job->players;
    for (int p = 0; p < job->players && count->matchups; p++) {
        struct felt_equity_player *player = &answer->player[p];
        player->wins = count->wins[p];
        player->ties = count->ties[p];
        player->equity = (double)count->share[p] / FELT_EQUITY_SHARE / n;
        player->second = (double)count->second[p] / FELT_EQUITY_SHARE / n;
        player->first = player->equity - player->second;
        if (method == FELT_EQUITY_EXACT) continue;
        double square = count->square[p] / n - player->equity * player->equity;
        player->error = square_root(square / (n > 1 ? n - 1 : 1));
    }
}

enum felt_status felt_equity_ask(const struct felt_equity_question *question,
                                 const struct felt_equity_options *options,
                                 struct felt_equity_work *work, struct felt_equity_answer *answer,
                                 struct felt_complaint *complaint)
{
    struct equity_count count;
    struct equity_job job;
    enum felt_equity_method method = options->method;
    enum felt_status status = prepare(question, &job, complaint);
    if (status != FELT_OK) return status;
    felt_assert(work && answer);
    job.options = options;
    job.work = work;
    if (method == FELT_EQUITY_CHOOSE)
        method = effort(&job) <= options->exact_max ? FELT_EQUITY_EXACT : FELT_EQUITY_SAMPLE;
    memset(&count, 0, sizeof count);
    if (method == FELT_EQUITY_SAMPLE)
        status = equity_sample(&job, &count);
    else if (equity_is_holdem(question->game))
        equity_exact_ranges(&job, &count);
    else
        equity_exact_deals(&job, &count);
    if (status != FELT_OK)
        return felt_complain(complaint, status, 0, 0,
                             "these ranges can hardly ever be dealt together; widen one of them");
    fill_answer(&job, &count, method, answer);
    return FELT_OK;
}
