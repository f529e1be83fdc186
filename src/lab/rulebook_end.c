/* rulebook_end.c -- how hands and games end, who wins, and what is easily forgotten. */
#include "lab/rulebook_parts.h"

/* ---- who does best ---- */

/* What a win condition looks at, when a hand or a game is over. */
enum measure { BY_NOTHING, BY_CHIPS, BY_HIGH_SCORE, BY_LOW_SCORE, BY_HAND };

static enum measure by_score(int type)
{
    switch (type) {
    case FELT_WIN_HIGH_SCORE:
    case FELT_WIN_FIRST_TO_SCORE: return BY_HIGH_SCORE;
    case FELT_WIN_LOW_SCORE: return BY_LOW_SCORE;
    default: return BY_NOTHING;
    }
}

static enum measure hand_measure(int type)
{
    enum measure score = by_score(type);
    if (score != BY_NOTHING) return score;
    switch (type) {
    case FELT_WIN_ALL_HANDS_EMPTY:
    case FELT_WIN_MOST_CHIPS:
    case FELT_WIN_LAST_WITH_CHIPS: return BY_NOTHING;
    default: return BY_HAND;
    }
}

static enum measure game_measure(const struct rulebook_author *author, int type)
{
    enum measure score = by_score(type);
    bool chips = type == FELT_WIN_MOST_CHIPS || type == FELT_WIN_LAST_WITH_CHIPS;
    if (score != BY_NOTHING) return score;
    if (type == FELT_WIN_ALL_HANDS_EMPTY) return BY_NOTHING;
    if (!chips && !author->program.several) return BY_HAND;
    return author->program.chips ? BY_CHIPS : BY_HIGH_SCORE;
}

/* "most cards captured": who does best by it. */
static void say_best(struct rulebook_author *author, enum measure by, const int32_t *win)
{
    const char *who = author->program.teams ? "the side that has" : "whoever has";
    switch (by) {
    case BY_CHIPS: rulebook_say(author, "%s the most chips", who); return;
    case BY_HIGH_SCORE: rulebook_say(author, "%s the most points", who); return;
    case BY_LOW_SCORE: rulebook_say(author, "%s the fewest points", who); return;
    default: break;
    }
    switch (win[FELT_WIN_TYPE]) {
    case FELT_WIN_EMPTY_HAND: rulebook_say(author, "%s the fewest cards left in hand", who); break;
    case FELT_WIN_CAPTURE_ALL: rulebook_say(author, "%s the most cards", who); break;
    case FELT_WIN_MOST_CAPTURED: rulebook_say(author, "%s captured the most cards", who); break;
    case FELT_WIN_BEST_HAND: rulebook_say(author, "%s the best hand", who); break;
    case FELT_WIN_MOST_TRICKS: rulebook_say(author, "%s taken the most tricks", who); break;
    case FELT_WIN_FEWEST_TRICKS: rulebook_say(author, "%s taken the fewest tricks", who); break;
    default:
        rulebook_say(author, "%s not got ",
                     author->program.teams ? "the side that has" : "everybody who has");
        if (win[FELT_WIN_RANK] < 0 && win[FELT_WIN_SUIT] < 0)
            rulebook_say(author, "any cards in hand");
        else {
            rulebook_a_card_of(author, win[FELT_WIN_RANK], win[FELT_WIN_SUIT]);
            rulebook_say(author, " in hand");
        }
        break;
    }
}

/* Conditions in their order, each that says something new. */
static int say_bests(struct rulebook_author *author, bool game)
{
    const struct felt_genome *genome = author->genome;
    unsigned seen = 0;
    int said = 0;
    for (int i = 0; i < genome->wins; i++) {
        const int32_t *win = genome->win[i].gene;
        enum measure by =
            game ? game_measure(author, win[FELT_WIN_TYPE]) : hand_measure(win[FELT_WIN_TYPE]);
        unsigned bit = by == BY_HAND ? 1u << (8 + win[FELT_WIN_TYPE]) : 1u << by;
        if (by == BY_NOTHING) continue;
        if (by == BY_LOW_SCORE || by == BY_HIGH_SCORE)
            bit = 1u << BY_HIGH_SCORE; /* equal in one is equal in the other */
        if (game) author->cover.wins |= 1u << i;
        if (seen & bit) continue;
        seen |= bit;
        if (said++) rulebook_say(author, game ? "; among equals, " : ", and among equals ");
        say_best(author, by, win);
        rulebook_learn(author, CONCEPT_WIN + win[FELT_WIN_TYPE]);
    }
    return said;
}

void rulebook_pot_winner(struct rulebook_author *author)
{
    if (!say_bests(author, false)) rulebook_say(author, "nobody");
}

/* ---- the end of a hand ---- */

static void ends_by_cards(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    for (int i = 0; i < genome->wins; i++) {
        int type = genome->win[i].gene[FELT_WIN_TYPE];
        switch (type) {
        case FELT_WIN_EMPTY_HAND: rulebook_say(author, "a player has no cards left"); break;
        case FELT_WIN_ALL_HANDS_EMPTY:
            rulebook_say(author, author->duel ? "both players have no cards left"
                                              : "nobody has any cards left");
            break;
        case FELT_WIN_NOT_HOLDING:
            rulebook_say(author, author->duel ? "a player has no cards left"
                                              : "no more than one player has cards left");
            break;
        case FELT_WIN_CAPTURE_ALL:
            rulebook_say(author, author->program.queue ? "one player has all the cards"
                                                       : "one player has captured the whole pack");
            break;
        default: continue;
        }
        author->cover.wins |= 1u << i;
        rulebook_learn(author, CONCEPT_WIN + type);
        rulebook_put(author, BLOCK_ITEM);
    }
}

static bool play_gene_off(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        if (author->happens[i] && genome->phase[i].type == FELT_PHASE_TYPE_PLAY &&
            !gene[FELT_PLAY_PASS_IF_UNABLE] && gene[FELT_PLAY_MANDATORY])
            return true;
    }
    return false;
}

static void ends_by_expression(struct rulebook_author *author)
{
    const struct felt_expr *expr = &author->genome->hand_end;
    bool turns = false, table = false;
    if (expr->count == 0 || rulebook_truth(author, expr) == TRUTH_NEVER) return;
    for (int i = 0; i < author->genome->phases; i++) {
        turns |= felt_phase_is_turn(author->genome->phase[i].type);
        table |= !felt_phase_is_turn(author->genome->phase[i].type);
    }
    rulebook_learn(author, CONCEPT_HAND_END);
    if (rulebook_truth(author, expr) == TRUTH_ALWAYS) {
        rulebook_say(author, "the first step is done, whatever happened in it");
    } else {
        rulebook_say(author, "after any step ");
        rulebook_condition(author, expr, turns ? SUBJECT_PLAYER : SUBJECT_STARTER);
        if (turns && table)
            rulebook_say(author, " (after a step for the whole table, this is asked of the "
                                 "starter)");
    }
    rulebook_put(author, BLOCK_ITEM);
}

static void ends_by_cycles(struct rulebook_author *author)
{
    int cycles = author->genome->session.gene[FELT_SESSION_CYCLES];
    if (cycles == 0) return;
    if (cycles == 1) {
        rulebook_say(author, author->program.all_turns ? "everybody has had one turn"
                                                       : "the last of its steps is done");
    } else {
        rulebook_count(author, cycles, "round", "rounds");
        rulebook_say(author, " have been played");
    }
    rulebook_put(author, BLOCK_ITEM);
}

static void what_follows(struct rulebook_author *author)
{
    bool bust = author->genome->evaluation.gene[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL &&
                author->genome->evaluation.gene[FELT_EVAL_BUST] > 0;
    if (!author->program.chips || !author->has.pays) return;
    rulebook_say(author, "If there are chips in the pot then, ");
    if (author->program.showdown) {
        rulebook_say(author, "the best hand%s wins them.",
                     author->betting ? " of those who have not folded" : "");
    } else {
        size_t before = author->page.text.used;
        if (say_bests(author, false) == 0) {
            author->page.text.used = before;
            rulebook_say(author, author->betting
                                     ? "they stay there for the next hand, unless only one player "
                                       "has not folded, who wins them."
                                     : "they stay there for the next hand.");
        } else {
            rulebook_say(author, " wins them%s.", author->betting ? "; who has folded cannot" : "");
        }
    }
    rulebook_tell(author, "Equals share the pot; what cannot be divided goes to the first of them, "
                          "counted from the starter.");
    if (bust && author->program.showdown)
        rulebook_tell(author, "If all hands are bust, the pot stays for the next hand.");
    rulebook_put(author, BLOCK_PARAGRAPH);
}

void rulebook_hand_end(struct rulebook_author *author)
{
    const int32_t *session = author->genome->session.gene;
    rulebook_heading(author, author->program.several ? "The end of a hand" : "The end");
    rulebook_say(author, "%s is over as soon as one of these comes about:",
                 author->program.several ? "A hand" : "The game");
    rulebook_put(author, BLOCK_PARAGRAPH);
    ends_by_cards(author);
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_MELD)) {
        rulebook_say(author, "somebody knocks");
        rulebook_put(author, BLOCK_ITEM);
    }
    if (author->betting) {
        rulebook_say(author, author->duel ? "a player folds" : "all players but one have folded");
        rulebook_put(author, BLOCK_ITEM);
    }
    if (play_gene_off(author)) {
        rulebook_say(author, "somebody must play and cannot");
        rulebook_put(author, BLOCK_ITEM);
    }
    ends_by_expression(author);
    ends_by_cycles(author);
    if (session[FELT_SESSION_EMPTY] == FELT_EMPTY_END_HAND && rulebook_draws(author)) {
        rulebook_say(author, "a card is to be drawn, and the draw pile is empty");
        rulebook_put(author, BLOCK_ITEM);
    }
    if (session[FELT_SESSION_CYCLES] != 1) {
        rulebook_say(author, "a whole round goes by in which nobody has anything to decide");
        rulebook_put(author, BLOCK_ITEM);
    }
    what_follows(author);
}

/* ---- the end of the game ---- */

static void ends_by_score(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    for (int i = 0; i < genome->wins; i++) {
        int type = genome->win[i].gene[FELT_WIN_TYPE];
        int enough = genome->win[i].gene[FELT_WIN_THRESHOLD];
        if (type != FELT_WIN_FIRST_TO_SCORE && (type != FELT_WIN_LOW_SCORE || !enough)) continue;
        rulebook_say(author, "a player has ");
        rulebook_count(author, enough, "point", "points");
        rulebook_say(author, " or more at the end of a hand");
        rulebook_put(author, BLOCK_ITEM);
    }
}

static void say_winner(struct rulebook_author *author)
{
    const int32_t *session = author->genome->session.gene;
    bool start = session[FELT_SESSION_TIE] == FELT_TIE_START && !author->program.teams;
    rulebook_say(author, "The winner is ");
    int said = say_bests(author, true);
    if (!said) rulebook_say(author, "nobody: there is no way to win");
    rulebook_say(author, ".");
    if (!author->program.several && author->betting)
        rulebook_tell(author, "Who has folded cannot win.");
    if (start)
        rulebook_tell(author, "If several are still equal, the first of them wins, counted from "
                              "the starter of the last hand.");
    else
        rulebook_tell(author, author->duel ? "If both are equal, it is a draw."
                                           : "Those who are still equal win together; if all are "
                                             "equal, it is a draw.");
    rulebook_put(author, BLOCK_PARAGRAPH);
}

void rulebook_game_end(struct rulebook_author *author)
{
    const int32_t *session = author->genome->session.gene;
    if (!author->program.several) {
        say_winner(author);
        return;
    }
    rulebook_heading(author, "The end of the game");
    rulebook_say(author, "The game is over when:");
    rulebook_put(author, BLOCK_PARAGRAPH);
    ends_by_score(author);
    if (author->program.chips) {
        rulebook_say(author, "only one player has chips left");
        rulebook_put(author, BLOCK_ITEM);
    }
    rulebook_count(author, session[FELT_SESSION_HANDS], "hand has", "hands have");
    rulebook_say(author, " been played");
    author->cover.cap = true;
    rulebook_put(author, BLOCK_ITEM);
    say_winner(author);
}

/* ---- what is easily forgotten ---- */

static void when_empty(struct rulebook_author *author)
{
    if (!rulebook_draws(author)) return;
    switch (author->genome->session.gene[FELT_SESSION_EMPTY]) {
    case FELT_EMPTY_RESHUFFLE:
        if (!author->discards) {
            rulebook_say(author, "When the draw pile is empty, no more cards can be drawn.");
            break;
        }
        rulebook_say(author, "When a card is to be drawn and the draw pile is empty, the discards "
                             "but the top one are shuffled and become the new draw pile. If there "
                             "are none, nothing is drawn.");
        break;
    case FELT_EMPTY_END_HAND:
        rulebook_say(author, "When a card is to be drawn and the draw pile is empty, the hand "
                             "ends.");
        break;
    default:
        rulebook_say(author, "When the draw pile is empty, no more cards are drawn in this hand.");
        break;
    }
    rulebook_put(author, BLOCK_ITEM);
}

/* Can the discards be gone while somebody is to fit them? */
static void when_bare(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    unsigned top = rulebook_bare(author, &genome->hand_end, FELT_REF_TOP), any = 0;
    bool taken = genome->setup.gene[FELT_SETUP_DISCARDS] == 0;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        if (!author->happens[i]) continue;
        top |= rulebook_bare(author, &phase->condition, FELT_REF_TOP);
        any |= rulebook_bare(author, &phase->condition, FELT_REF_ANY);
        if (felt_phase_has_valid(phase->type)) {
            top |= rulebook_bare(author, &phase->valid, FELT_REF_TOP);
            any |= rulebook_bare(author, &phase->valid, FELT_REF_ANY);
        }
        taken |= phase->type == FELT_PHASE_TYPE_DRAW &&
                 (phase->genes.gene[FELT_DRAW_SOURCE] == FELT_FROM_DISCARD ||
                  phase->genes.gene[FELT_DRAW_SOURCE] == FELT_FROM_EITHER);
        taken |= phase->type == FELT_PHASE_TYPE_COMPARE;
    }
    if (top && taken) {
        rulebook_say(author, top == 1   ? "As long as there is no top discard, any card fits it."
                             : top == 2 ? "As long as there is no top discard, no card differs "
                                          "from it."
                                        : "As long as there is no top discard, any card is like "
                                          "it, and none differs from it.");
        rulebook_put(author, BLOCK_ITEM);
    }
    if (any) {
        rulebook_say(author, any == 1 ? "As long as the table is empty, any card fits it."
                                      : "As long as the table is empty, any card is like one on "
                                        "it, and none is not.");
        rulebook_put(author, BLOCK_ITEM);
    }
}

/* Players without cards, if that does not end the hand. */
static void when_out_of_cards(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    bool turns = false, fills = false;
    for (int i = 0; i < genome->phases; i++) {
        if (!author->happens[i]) continue;
        turns |= felt_phase_is_turn(genome->phase[i].type);
        fills |= genome->phase[i].type == FELT_PHASE_TYPE_DRAW ||
                 genome->phase[i].type == FELT_PHASE_TYPE_ASK;
    }
    if (!turns || fills || rulebook_win_type(author, FELT_WIN_EMPTY_HAND) || !author->has.empties ||
        (author->duel && rulebook_win_type(author, FELT_WIN_NOT_HOLDING)))
        return;
    rulebook_say(author, "Who has no cards has no turn, but is still in the hand.");
    rulebook_put(author, BLOCK_ITEM);
}

static void when_cut(struct rulebook_author *author)
{
    int turns = author->genome->session.gene[FELT_SESSION_TURNS];
    author->cover.cap = true;
    if (!rulebook_cut_happens(author)) return;
    rulebook_say(author, "A game that has not come to an end after ");
    rulebook_number(author, turns);
    rulebook_say(author, " decisions is stopped: %s counts as it stands%s.",
                 author->program.several ? "the hand that is being played" : "everything",
                 author->program.several ? ", and the game is over" : "");
    rulebook_put(author, BLOCK_ITEM);
}

void rulebook_forgotten(struct rulebook_author *author)
{
    rulebook_heading(author, "Easily forgotten");
    when_empty(author);
    when_bare(author);
    when_out_of_cards(author);
    if (author->program.chips && author->program.several) {
        rulebook_say(author, "Who has no chips left at the end of a hand is out of the game and "
                             "gets no more cards.");
        rulebook_put(author, BLOCK_ITEM);
    }
    when_cut(author);
}
