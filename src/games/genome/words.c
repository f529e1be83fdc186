/* words.c -- moves in words: what people read, and what they may type. */
#include "felt/buffer.h"
#include "games/genome/hands.h"

static const char *const words[FELT_MOVE_CODES - FELT_MOVE_ITEMS] = {
    "fold", "check", "bet",  "call", "raise", "all-in",  "pass",
    "draw", "take",  "done", "flip", "doubt", "believe", "knock"};
static const char *const verbs[FELT_PHASE_TYPES] = {
    [FELT_PHASE_TYPE_DRAW] = "take",       [FELT_PHASE_TYPE_PLAY] = "play",
    [FELT_PHASE_TYPE_DISCARD] = "discard", [FELT_PHASE_TYPE_TRANSFER] = "pass on",
    [FELT_PHASE_TYPE_COMPARE] = "play",    [FELT_PHASE_TYPE_TRICK] = "play",
    [FELT_PHASE_TYPE_CLAIM] = "put down"};

enum felt_asks felt_genome_asks(const struct felt_genome_program *program,
                                const struct felt_genome_state *state)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (state->actor < 0) return FELT_ASKS_NOTHING;
    switch (step->type) {
    case FELT_PHASE_TYPE_DRAW: return FELT_ASKS_TABLE;
    case FELT_PHASE_TYPE_PLAY: return felt_phase_play_asks(program, state);
    case FELT_PHASE_TYPE_DISCARD:
        return step->gene[FELT_DISCARD_MATCHING] == FELT_MATCHING_PAIRS ? FELT_ASKS_GROUP
                                                                        : FELT_ASKS_CARD;
    case FELT_PHASE_TYPE_TRANSFER:
    case FELT_PHASE_TYPE_COMPARE:
    case FELT_PHASE_TYPE_TRICK: return FELT_ASKS_CARD;
    case FELT_PHASE_TYPE_BIDDING: return FELT_ASKS_NUMBER;
    case FELT_PHASE_TYPE_CLAIM: return felt_phase_claim_asks(program, state);
    case FELT_PHASE_TYPE_ASK: return felt_phase_ask_asks(program, state);
    default: return FELT_ASKS_NOTHING;
    }
}

static void add_cards(struct felt_buffer *text, felt_cards cards)
{
    while (cards) {
        char name[FELT_CARD_TEXT_BYTES];
        felt_card_write(felt_cards_take(&cards), name);
        felt_buffer_char(text, ' ');
        felt_buffer_text(text, name);
    }
}

static void add_group(struct felt_buffer *text, genome_look state, int item)
{
    felt_cards left = state->hand[state->actor] & felt_cards_of_rank(item / 4), group = 0;
    for (int i = 0; i <= item % 4 && left; i++) group |= felt_cards_of(felt_cards_take(&left));
    add_cards(text, group);
}

static void add_item(struct felt_buffer *text, genome_program program, genome_look state, int item)
{
    const char *verb = verbs[genome_step(program, state)->type];
    felt_cards ways[64];
    switch (felt_genome_asks(program, state)) {
    case FELT_ASKS_GROUP:
        felt_buffer_text(text, verb);
        add_group(text, state, item);
        break;
    case FELT_ASKS_RUN:
        felt_buffer_text(text, verb);
        add_cards(text, felt_genome_run(program, (felt_card)item,
                                        genome_step(program, state)->gene[FELT_PLAY_MIN]));
        break;
    case FELT_ASKS_CAPTURE: {
        int count = felt_genome_captures(program, state, state->laid[state->turn], ways);
        felt_buffer_text(text, "capture");
        if (item < count) add_cards(text, ways[item]);
        break;
    }
    case FELT_ASKS_RANK:
        felt_buffer_text(text, genome_step(program, state)->type == FELT_PHASE_TYPE_ASK ? "ask for "
                                                                                        : "say ");
        felt_buffer_text(text, felt_rank_plural(item));
        break;
    case FELT_ASKS_SUIT:
        felt_buffer_text(text, "name ");
        felt_buffer_text(text, felt_suit_name(item));
        break;
    case FELT_ASKS_NUMBER:
        felt_buffer_text(text, "bid ");
        felt_buffer_int(text, item);
        break;
    case FELT_ASKS_SEAT:
        felt_buffer_text(text, "ask seat ");
        felt_buffer_int(text, item + 1);
        break;
    default:
        felt_buffer_text(text, verb ? verb : "choose");
        add_cards(text, felt_cards_of((felt_card)item));
        break;
    }
}

static void add_betting(struct felt_buffer *text, genome_look state, int move)
{
    const struct felt_betting *betting = &state->betting;
    felt_chips owed = betting->to_match - betting->staked[state->actor], amount = 0;
    switch (move) {
    case FELT_MOVE_CALL: amount = owed; break;
    case FELT_MOVE_BET: amount = betting->raise_min; break;
    case FELT_MOVE_RAISE: amount = betting->to_match + betting->raise_min; break;
    case FELT_MOVE_ALL_IN: amount = betting->stack[state->actor]; break;
    default: break;
    }
    felt_buffer_text(text, words[move - FELT_MOVE_ITEMS]);
    if (!amount) return;
    felt_buffer_text(text, move == FELT_MOVE_RAISE ? " to " : " ");
    felt_buffer_int(text, amount);
}

void felt_genome_move_text(const struct felt_genome_program *program,
                           const struct felt_genome_state *state, int move, char *out, size_t bytes)
{
    struct felt_buffer text = felt_buffer_make(out, bytes);
    felt_assert(bytes > 0 && state->actor >= 0 && move >= 0 && move < FELT_MOVE_CODES);
    if (move < FELT_MOVE_ITEMS) {
        add_item(&text, program, state, move);
    } else if (move <= FELT_MOVE_ALL_IN) {
        add_betting(&text, state, move);
    } else {
        felt_buffer_text(&text, words[move - FELT_MOVE_ITEMS]);
        if (move == FELT_MOVE_TAKE && genome_top_discard(state) != FELT_CARD_NONE)
            add_cards(&text, felt_cards_of(genome_top_discard(state)));
    }
    felt_buffer_terminate(&text);
}
