/* brute.c -- see brute.h. */
#include "brute.h"

#include "felt/hand.h"

#include <string.h>

struct dealing {
    const struct felt_equity_question *question;
    struct brute_answer *answer;
    bool plain; /* hold'em: the tally will do */
    felt_card hole[FELT_EQUITY_PLAYERS_MAX][FELT_HOLE_MAX];
    felt_card board[FELT_BOARD_MAX];
};

static felt_value tally_value(const felt_card *hole, const felt_card *board)
{
    struct felt_tally tally = felt_tally_empty();
    for (int i = 0; i < 2; i++) felt_tally_add(&tally, hole[i]);
    for (int i = 0; i < 5; i++) felt_tally_add(&tally, board[i]);
    return felt_tally_value(tally);
}

/* Divides `amount` between the best of one half. */
static void divide(felt_value values[][2], int players, int half, uint64_t amount,
                   uint64_t won[][2])
{
    felt_value best = 0;
    uint64_t winners = 0;
    for (int i = 0; i < players; i++)
        if (values[i][half] > best) best = values[i][half];
    for (int i = 0; i < players; i++) winners += values[i][half] == best;
    for (int i = 0; i < players; i++)
        if (values[i][half] == best) won[i][half] += amount / winners;
}

static void show_hands(const struct dealing *dealing)
{
    const struct felt_equity_question *question = dealing->question;
    const struct felt_showdown *game = question->game;
    struct brute_answer *answer = dealing->answer;
    felt_value values[FELT_EQUITY_PLAYERS_MAX][2];
    uint64_t won[FELT_EQUITY_PLAYERS_MAX][2] = {{0}};
    bool second = false;
    for (int i = 0; i < question->players; i++) {
        values[i][1] = 0;
        if (dealing->plain)
            values[i][0] = tally_value(dealing->hole[i], dealing->board);
        else
            felt_showdown_values(game, dealing->hole[i], game->hole, dealing->board, game->board,
                                 values[i]);
        if (values[i][1]) second = true;
    }
    divide(values, question->players, 0, second ? FELT_EQUITY_SHARE / 2 : FELT_EQUITY_SHARE, won);
    if (second) divide(values, question->players, 1, FELT_EQUITY_SHARE / 2, won);
    answer->matchups++;
    for (int i = 0; i < question->players; i++) {
        uint64_t both = won[i][0] + won[i][1];
        if (both == FELT_EQUITY_SHARE)
            answer->wins[i]++;
        else if (both)
            answer->ties[i]++;
        answer->share[i][0] += won[i][0];
        answer->share[i][1] += won[i][1];
    }
}

static void deal_board(struct dealing *dealing, int at, int from, felt_cards left)
{
    if (at == dealing->question->game->board) {
        show_hands(dealing);
        return;
    }
    for (int card = from; card < FELT_CARDS_MAX; card++) {
        if (!(left >> card & 1)) continue;
        dealing->board[at] = (felt_card)card;
        deal_board(dealing, at + 1, card + 1, left & ~felt_cards_of((felt_card)card));
    }
}

static void deal_hands(struct dealing *dealing, int player, felt_cards left);

/* Own cards at .. game->hole of a player, from card `from` on. */
static void deal_own(struct dealing *dealing, int player, int at, int from, felt_cards left)
{
    if (at == dealing->question->game->hole) {
        deal_hands(dealing, player + 1, left);
        return;
    }
    for (int card = from; card < FELT_CARDS_MAX; card++) {
        if (!(left >> card & 1)) continue;
        dealing->hole[player][at] = (felt_card)card;
        deal_own(dealing, player, at + 1, card + 1, left & ~felt_cards_of((felt_card)card));
    }
}

static void deal_hands(struct dealing *dealing, int player, felt_cards left)
{
    const struct felt_equity_question *question = dealing->question;
    if (player == question->players) {
        deal_board(dealing, question->board_count, 0, left);
        return;
    }
    const struct felt_holding *holding = &question->holding[player];
    if (!holding->is_range) {
        memcpy(dealing->hole[player], holding->card, holding->count);
        deal_own(dealing, player, holding->count, 0, left);
        return;
    }
    for (int high = 1; high < FELT_CARDS; high++)
        for (int low = 0; low < high; low++) {
            felt_cards both = felt_cards_of((felt_card)high) | felt_cards_of((felt_card)low);
            int combo = felt_combo_index((felt_card)high, (felt_card)low);
            if ((left & both) != both || !felt_range_has(&holding->range, combo)) continue;
            dealing->hole[player][0] = (felt_card)high;
            dealing->hole[player][1] = (felt_card)low;
            deal_hands(dealing, player + 1, left & ~both);
        }
}

void brute_equity(const struct felt_equity_question *question, struct brute_answer *answer)
{
    const struct felt_showdown *game = question->game;
    struct dealing dealing = {.question = question, .answer = answer};
    felt_cards left = felt_deck_cards(game->deck) & ~question->dead;
    left &= ~felt_cards_from(question->board, question->board_count);
    for (int i = 0; i < question->players; i++)
        if (!question->holding[i].is_range)
            left &= ~felt_cards_from(question->holding[i].card, question->holding[i].count);
    memset(answer, 0, sizeof *answer);
    memcpy(dealing.board, question->board, question->board_count);
    dealing.plain = strcmp(game->name, "holdem") == 0;
    deal_hands(&dealing, 0, left);
}

double brute_share(const struct brute_answer *answer, int player)
{
    double pots = (double)answer->matchups * FELT_EQUITY_SHARE;
    return (double)(answer->share[player][0] + answer->share[player][1]) / pots;
}
