/* ask.c -- see ask.h. */
#include "ask.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { HANDS_TEXT = 512 };

static void stop(const char *what, const char *which)
{
    fprintf(stderr, "test support: %s: %s\n", what, which);
    exit(2);
}

static void holding_read(struct felt_holding *holding, const char *text)
{
    struct felt_complaint complaint;
    if (text[0] != '=') {
        holding->count = (uint8_t)cards_parse(text, holding->card, FELT_HOLE_MAX);
        return;
    }
    holding->is_range = true;
    if (felt_range_read(text + 1, strlen(text + 1), &holding->range, &complaint) != FELT_OK)
        stop(complaint.text, text);
}

void question_read(struct felt_equity_question *question, const char *game, const char *hands,
                   const char *board, const char *dead)
{
    char copy[HANDS_TEXT], *field[FELT_EQUITY_PLAYERS_MAX];
    felt_card cards[FELT_CARDS_MAX];
    memset(question, 0, sizeof *question);
    question->game = felt_showdown_find(game);
    if (!question->game) stop("no such game", game);
    if (strlen(hands) >= sizeof copy) stop("too long", hands);
    memcpy(copy, hands, strlen(hands) + 1);
    question->players = fields_split(copy, '|', field, FELT_EQUITY_PLAYERS_MAX);
    for (int i = 0; i < question->players; i++) holding_read(&question->holding[i], field[i]);
    question->board_count = (uint8_t)cards_parse(board, question->board, FELT_BOARD_MAX);
    question->dead = felt_cards_from(cards, cards_parse(dead, cards, FELT_CARDS_MAX));
}
