/* rulebook_end.c -- how hands and games end, who wins, and what is easily forgotten. */
#include "lab/rulebook/rulebook_parts.h"

#include <string.h>

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
static int say_bests(struct rulebook_author *author, bool game, const char *wins)
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
        bool card = win[FELT_WIN_TYPE] == FELT_WIN_NOT_HOLDING; /* each names another one */
        if (seen & bit && !(by == BY_HAND && card)) continue;
        seen |= bit;
        if (said++) rulebook_say(author, game ? "; among equals, " : ", and among equals ");
        say_best(author, by, win);
        if (said == 1) rulebook_say(author, "%s", wins);
        rulebook_learn(author, CONCEPT_WIN + win[FELT_WIN_TYPE]);
    }
    return said;
}

void rulebook_pot_winner(struct rulebook_author *author)
{
    if (!say_bests(author, false, "")) rulebook_say(author, "nobody");
}

/* ---- the end of a hand ---- */

/* Ways to end stand in the block at hand with a mark between them, until all are known. */
static void next_way(struct rulebook_author *author)
{
    if (author->page.text.used > 0) rulebook_say(author, RULEBOOK_CELL);
}

/* One way is a sentence, several are a list. */
static void put_ways(struct rulebook_author *author, const char *what)
{
    char memory[RULEBOOK_TEXT_BYTES];
    struct felt_buffer *text = &author->page.text;
    size_t bytes = text->used;
    memcpy(memory, text->bytes, bytes);
    felt_buffer_clear(text);
    if (bytes == 0) return;
    bool one = !memchr(memory, RULEBOOK_CELL[0], bytes);
    rulebook_say(author, one ? "%s is over when " : "%s is over as soon as", what);
    if (one) {
        felt_buffer_bytes(text, memory, bytes);
        rulebook_say(author, ".");
        rulebook_put(author, BLOCK_PARAGRAPH);
        return;
    }
    rulebook_say(author, ":");
    rulebook_put(author, BLOCK_PARAGRAPH);
    for (size_t at = 0; at < bytes;) {
        const char *mark = memchr(memory + at, RULEBOOK_CELL[0], bytes - at);
        size_t end = mark ? (size_t)(mark - memory) : bytes;
        felt_buffer_bytes(text, memory + at, end - at);
        rulebook_say(author, mark ? ", or" : ".");
        rulebook_put(author, BLOCK_ITEM);
        at = end + 1;
    }
}

static void ends_by_cards(struct rulebook_author *author)
{
    static const uint8_t types[] = {FELT_WIN_EMPTY_HAND, FELT_WIN_ALL_HANDS_EMPTY,
                                    FELT_WIN_NOT_HOLDING, FELT_WIN_CAPTURE_ALL};
    const char *words[] = {
        "a player has no cards left",
        author->duel ? "both players have no cards left" : "nobody has any cards left",
        author->duel ? "a player has no cards left" : "no more than one player has cards left",
        author->program.queue ? "one player has all the cards"
                              : "one player has captured the whole pack"};
    const struct felt_genome *genome = author->genome;
    for (size_t n = 0; n < sizeof types; n++) {
        if (!rulebook_win_type(author, types[n])) continue;
        if (n == 0 || !rulebook_win_type(author, FELT_WIN_EMPTY_HAND)) { /* the first to come */
            next_way(author);
            rulebook_say(author, "%s", words[n]);
        }
        rulebook_learn(author, CONCEPT_WIN + types[n]);
        for (int i = 0; i < genome->wins; i++)
            if (genome->win[i].gene[FELT_WIN_TYPE] == types[n]) author->cover.wins |= 1u << i;
    }
}

static bool play_ends(const struct rulebook_author *author)
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
    next_way(author);
    rulebook_learn(author, CONCEPT_HAND_END);
    if (rulebook_truth(author, expr) == TRUTH_ALWAYS) {
        rulebook_say(author, "the first step is done, whatever happened in it");
        return;
    }
    rulebook_say(author, "after any step ");
    rulebook_condition(author, expr, turns ? SUBJECT_PLAYER : SUBJECT_STARTER);
    if (turns && table)
        rulebook_say(author, " (after a step of the whole table, the starter is looked at)");
}

static void ends_by_cycles(struct rulebook_author *author)
{
    int cycles = author->genome->session.gene[FELT_SESSION_CYCLES];
    if (cycles == 0) return;
    next_way(author);
    if (cycles == 1) {
        rulebook_say(author, author->program.all_turns ? "everybody has had one turn"
                                                       : "the last of these steps is done");
        return;
    }
    rulebook_count(author, cycles, "round has", "rounds have");
    rulebook_say(author, " been played");
}

/* Is the pot always won by one of the steps, if the hand is not ended by folding? */
static bool pot_is_won(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    int last = genome->phases - 1;
    const struct felt_genome_phase *phase = &genome->phase[last];
    bool takes = phase->type == FELT_PHASE_TYPE_SHOWDOWN ||
                 (phase->type == FELT_PHASE_TYPE_COMPARE &&
                  phase->genes.gene[FELT_COMPARE_TAKES] == FELT_TAKES_POT &&
                  phase->genes.gene[FELT_COMPARE_TIE] != FELT_COMPARE_CARRY);
    const unsigned by_cards = 1u << FELT_WIN_EMPTY_HAND | 1u << FELT_WIN_ALL_HANDS_EMPTY |
                              1u << FELT_WIN_NOT_HOLDING | 1u << FELT_WIN_CAPTURE_ALL;
    return takes && rulebook_truth(author, &phase->condition) == TRUTH_ALWAYS &&
           genome->session.gene[FELT_SESSION_CYCLES] == 1 &&
           !(author->program.win_types & by_cards) && !genome->hand_end.count &&
           !(genome->session.gene[FELT_SESSION_EMPTY] == FELT_EMPTY_END_HAND &&
             rulebook_pile_ends(author)) &&
           !play_ends(author);
}

/* Who gets what is in the pot when the hand is over. */
static void pot_goes_to(struct rulebook_author *author)
{
    if (author->program.showdown) {
        rulebook_say(author,
                     "If there is anything in the pot then, %s show their cards, and the best "
                     "hand wins it.",
                     author->betting ? "all who have not folded"
                     : author->duel  ? "both players"
                                     : "all players");
        return;
    }
    rulebook_say(author, "Chips that are in the pot then ");
    size_t before = author->page.text.used;
    rulebook_say(author, "go to ");
    if (say_bests(author, false, "") == 0) {
        author->page.text.used = before;
        rulebook_say(author, "%s%s.",
                     author->program.several ? "stay there for the next hand"
                                             : "go back to those who paid them",
                     author->betting ? ", unless all but one have folded" : "");
        return;
    }
    rulebook_say(author, "%s.", author->betting ? "; who has folded gets nothing" : "");
}

static void what_follows(struct rulebook_author *author)
{
    const int32_t *evaluation = author->genome->evaluation.gene;
    bool bust =
        evaluation[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL && evaluation[FELT_EVAL_BUST] > 0;
    bool ranks_alone = true;
    if (!author->program.chips || !author->has.pays) return;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        ranks_alone &= felt_cards_count(rulebook_match(author, rank, FELT_GENE_NONE)) <= 1;
    if (!pot_is_won(author)) pot_goes_to(author);
    if (!ranks_alone || evaluation[FELT_EVAL_METHOD] != FELT_EVAL_HIGH_CARD)
        rulebook_tell(author, "Equals share the pot; what cannot be divided goes to the first of "
                              "them, counted from the starter.");
    if (bust && author->program.showdown)
        rulebook_tell(author, author->program.several
                                  ? "If all hands are bust, the pot stays for the next hand."
                                  : "If all hands are bust, everybody gets back what they paid.");
    rulebook_put(author, BLOCK_PARAGRAPH);
}

void rulebook_hand_end(struct rulebook_author *author)
{
    const int32_t *session = author->genome->session.gene;
    rulebook_heading(author, author->program.several ? "The end of a hand" : "The end");
    ends_by_cards(author);
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_MELD)) {
        next_way(author);
        rulebook_say(author, "somebody knocks");
    }
    if (author->betting) {
        next_way(author);
        rulebook_say(author, author->duel ? "a player folds" : "all players but one have folded");
    }
    if (play_ends(author)) {
        next_way(author);
        rulebook_say(author, "somebody must play and cannot");
    }
    ends_by_expression(author);
    ends_by_cycles(author);
    if (session[FELT_SESSION_EMPTY] == FELT_EMPTY_END_HAND && rulebook_pile_ends(author)) {
        next_way(author);
        rulebook_say(author, "a card is to be drawn and the draw pile is empty");
    }
    if (rulebook_stall_happens(author)) {
        next_way(author);
        rulebook_say(author, "a whole round goes by in which nobody has anything to decide");
    }
    put_ways(author, author->program.several ? "A hand" : "The game");
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
        next_way(author);
        rulebook_say(author, "somebody has ");
        rulebook_count(author, enough, "point", "points");
        rulebook_say(author, " or more at the end of a hand");
    }
}

static int sides(const struct rulebook_author *author)
{
    unsigned teams = 0;
    for (int seat = 0; seat < author->max; seat++) teams |= 1u << author->genome->teams[seat];
    return __builtin_popcount(teams);
}

static void say_ties(struct rulebook_author *author)
{
    bool start = author->genome->session.gene[FELT_SESSION_TIE] == FELT_TIE_START;
    if (author->program.teams) {
        rulebook_tell(author, sides(author) == 2 ? "If both sides are equal, it is a draw."
                                                 : "Sides that are still equal win together; if "
                                                   "all are equal, it is a draw.");
        return;
    }
    if (start)
        rulebook_tell(author,
                      "If several are still equal, the first of them wins, counted from "
                      "the starter%s.",
                      author->program.several ? " of the last hand" : "");
    else
        rulebook_tell(author, author->duel ? "If both are equal, it is a draw."
                                           : "Those who are still equal win together; if all are "
                                             "equal, it is a draw.");
}

static void say_winner(struct rulebook_author *author)
{
    const int32_t *win = author->genome->win[0].gene;
    int type = win[FELT_WIN_TYPE];
    bool ended = !author->program.several && !author->program.teams; /* what ends it wins it */
    size_t at = author->page.text.used;
    if (ended && type == FELT_WIN_EMPTY_HAND)
        rulebook_say(author, "Whoever has no cards left wins. If it ended in another way, ");
    else if (ended && type == FELT_WIN_CAPTURE_ALL)
        rulebook_say(author, "Whoever has all the cards wins. If it ended in another way, ");
    bool other = author->page.text.used > at;
    const char *wins = other ? " does" : author->program.several ? " wins the game" : " wins";
    if (!say_bests(author, true, wins)) rulebook_say(author, "nobody%s", wins);
    rulebook_capital(author, at);
    rulebook_say(author, ".");
    if (!author->program.several && author->betting)
        rulebook_tell(author, "Who has folded cannot win.");
    say_ties(author);
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
    ends_by_score(author);
    if (author->program.chips) {
        next_way(author);
        rulebook_say(author, "only one player has chips left");
    }
    next_way(author);
    rulebook_count(author, session[FELT_SESSION_HANDS], "hand has", "hands have");
    rulebook_say(author, " been played");
    author->cover.cap = true;
    put_ways(author, "The game");
    say_winner(author);
}

/* ---- what is easily forgotten ---- */

static void when_empty(struct rulebook_author *author)
{
    if (!rulebook_pile_ends(author)) return;
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
    case FELT_EMPTY_END_HAND: return; /* was said with the end of a hand */
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
    if (!rulebook_cut_happens(author)) return;
    author->cover.cap = true;
    rulebook_say(author, "A game that has not come to an end after ");
    rulebook_number(author, turns);
    rulebook_say(author, " moves is stopped: %s counts as it stands%s.",
                 author->program.several ? "the hand that is being played" : "everything",
                 author->program.several ? ", and the game is over" : "");
    rulebook_put(author, BLOCK_ITEM);
}

/* Can a hand end without a winner of the pot? */
static bool pot_may_stay(const struct rulebook_author *author)
{
    const int32_t *evaluation = author->genome->evaluation.gene;
    if (author->program.showdown)
        return evaluation[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL &&
               evaluation[FELT_EVAL_BUST] > 0;
    for (int i = 0; i < author->genome->wins; i++)
        if (hand_measure(author->genome->win[i].gene[FELT_WIN_TYPE]) != BY_NOTHING) return false;
    return true;
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
    if (author->program.chips && author->has.pays && pot_may_stay(author)) {
        rulebook_say(author,
                     "A pot that nobody has won when the game is over goes back to those who "
                     "paid it.");
        rulebook_put(author, BLOCK_ITEM);
    }
    when_cut(author);
}
