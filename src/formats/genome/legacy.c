/* legacy.c -- genomes without `format`: the two older dialects of the same idea.
 *
 *     {"type":"BettingPhase","min_bet":10,"max_raises":3}              as in the design document
 *     {"type":"betting","data":{"min_bet":10,"max_raises":3}}          the other one
 *
 * Words may be in capitals there ("DECK", "HEARTS", "JACK").  Four things are done: words and
 * members get the names they have today; a few fields become others (`allow_nil` is a bonus, the
 * trump suit of a TrickPhase is that of the setup); what such a genome leaves unsaid is filled in
 * (felt_legacy_finish()); all else is kept as unknown fields are. */
#include "formats/genome/parts.h"

#include "felt/assert.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define PHASE(type)  (FELT_SECTION_PHASE + FELT_PHASE_TYPE_##type)

enum { NIL_BONUS = 100 };

/* ---- words ---- */

const char *felt_legacy_word(const char *word, char out[GENOME_WORD_BYTES])
{
    static const char *const today[][2] = {
        {"all_opponents", "others"},
        {"all_players", "all"},
        {"block_next", "skip"},
        {"draw_cards", "draw"},
        {"face_down", "none"},
        {"face_up", "all"},
        {"left_opponent", "next"},
        {"next_player", "next"},
        {"opponent_hand", "opponent"},
        {"owner_only", "owner"},
        {"pattern_match", "pattern"},
        {"peek_hand", "peek"},
        {"player_choice", "choice"},
        {"prev_player", "previous"},
        {"previous_player", "previous"},
        {"revealed", "all"},
        {"reverse_direction", "reverse"},
        {"right_opponent", "previous"},
        {"skip_next", "skip"},
        {"steal_card", "steal"},
        {"tableau", "table"},
        {"wild_card", "wild"},
    };
    size_t bytes = strlen(word);
    out[0] = '\0';
    if (bytes >= GENOME_WORD_BYTES) return out;
    for (size_t i = 0; i <= bytes; i++) out[i] = felt_legacy_lower(word[i]);
    for (int i = 0; i < COUNT(today); i++)
        if (!strcmp(out, today[i][0])) memcpy(out, today[i][1], strlen(today[i][1]) + 1);
    return out;
}

const char *felt_legacy_key(enum felt_section section, const char *key)
{
    static const struct {
        int section;
        const char *today, *then;
    } keys[] = {
        {FELT_SECTION_SETUP, "community_count", "deal_to_tableau"},
        {FELT_SECTION_SETUP, "hand_visible", "hand_visibility"},
        {FELT_SECTION_EVALUATION, "target", "target_value"},
        {FELT_SECTION_EFFECT, "rank", "trigger_rank"},
        {FELT_SECTION_EFFECT, "type", "effect_type"},
        {PHASE(DISCARD), "valid", "matching_condition"},
        {PHASE(TRICK), "follow", "lead_suit_required"},
        {PHASE(TRICK), "high_wins", "high_card_wins"},
        {PHASE(BIDDING), "min", "min_bid"},
        {PHASE(BIDDING), "max", "max_bid"},
        {PHASE(BIDDING), "nil", "nil_bonus"},
        {PHASE(BIDDING), "points_per_trick", "points_per_trick_bid"},
        {PHASE(BIDDING), "overtrick", "overtrick_points"},
        {PHASE(BIDDING), "penalty", "failed_contract_penalty"},
    };
    for (int i = 0; i < COUNT(keys); i++)
        if (keys[i].section == (int)section && !strcmp(keys[i].today, key)) return keys[i].then;
    return NULL;
}

int felt_legacy_test(const char *word, struct felt_expr_node out[4])
{
    static const struct {
        const char *word;
        uint8_t test, cmp;
        int16_t value;
    } tests[] = {
        {"hand_size", FELT_TEST_HAND_SIZE, FELT_EQ, 0},
        {"location_size", FELT_TEST_ZONE_SIZE, FELT_EQ, 0},
        {"location_empty", FELT_TEST_ZONE_SIZE, FELT_EQ, 0},
        {"card_rank", FELT_TEST_CARD_RANK, FELT_EQ, 0},
        {"card_is_rank", FELT_TEST_CARD_RANK, FELT_EQ, 0},
        {"card_suit", FELT_TEST_CARD_SUIT, FELT_EQ, 0},
        {"card_is_suit", FELT_TEST_CARD_SUIT, FELT_EQ, 0},
        {"card_matches_rank", FELT_TEST_SAME_RANK, FELT_EQ, 0},
        {"match_rank", FELT_TEST_SAME_RANK, FELT_EQ, 0},
        {"card_matches_suit", FELT_TEST_SAME_SUIT, FELT_EQ, 0},
        {"match_suit", FELT_TEST_SAME_SUIT, FELT_EQ, 0},
        {"card_matches_color", FELT_TEST_SAME_COLOR, FELT_EQ, 0},
        {"card_beats_top", FELT_TEST_BEATS, FELT_EQ, 0},
        {"beats_top", FELT_TEST_BEATS, FELT_EQ, 0},
        {"sequence", FELT_TEST_ADJACENT, FELT_EQ, 0},
        {"sequence_adjacent", FELT_TEST_ADJACENT, FELT_EQ, 0},
        {"card_adjacent_to_layout", FELT_TEST_ADJACENT, FELT_EQ, 0},
        {"has_set_of_n", FELT_TEST_HAS_SET, FELT_GE, 2},
        {"has_run_of_n", FELT_TEST_HAS_RUN, FELT_GE, 3},
        {"has_matching_pair", FELT_TEST_HAS_SET, FELT_GE, 2},
        {"hand_value", FELT_TEST_HAND_VALUE, FELT_EQ, 0},
        {"score_compare", FELT_TEST_SCORE, FELT_EQ, 0},
        {"chip_count", FELT_TEST_CHIPS, FELT_EQ, 0},
        {"can_afford", FELT_TEST_CHIPS, FELT_GE, 0},
        {"pot_size", FELT_TEST_POT, FELT_EQ, 0},
        {"current_bet", FELT_TEST_TO_CALL, FELT_EQ, 0},
    };
    static const uint8_t matches[] = {FELT_TEST_SAME_RANK, FELT_TEST_SAME_SUIT, FELT_TEST_IS_WILD};
    char name[GENOME_WORD_BYTES];
    const char *known = felt_legacy_word(word, name);
    if (!strncmp(known, "check_", 6)) known += 6;
    memset(out, 0, 4 * sizeof *out);
    if (!strcmp(known, "matches_or_wild")) {
        for (int i = 0; i < 3; i++) {
            out[i].test = matches[i];
            out[i].ref = (uint8_t)felt_genome_default_ref(matches[i]);
        }
        out[3].op = FELT_EXPR_OR;
        out[3].args = 3;
        return 4;
    }
    for (int i = 0; i < COUNT(tests); i++) {
        if (strcmp(tests[i].word, known) != 0) continue;
        out[0].test = tests[i].test;
        out[0].ref = (uint8_t)felt_genome_default_ref(tests[i].test);
        if (!strcmp(known, "card_adjacent_to_layout")) out[0].ref = FELT_REF_ANY;
        out[0].cmp = tests[i].cmp;
        out[0].value = tests[i].value;
        return 1;
    }
    return 0;
}

/* ---- fields that became others ---- */

/* A yes or no that may be there: *found says so. */
static enum felt_status take_flag(struct genome_reader *reader,
                                  const struct genome_members *members, const char *key,
                                  bool *found, int32_t *out)
{
    struct genome_member member;
    enum felt_status status = felt_genome_find(reader, members, key, &member);
    *found = status == FELT_OK && member.value;
    if (!*found) return status;
    status = felt_genome_read_bool(reader, &member.place, member.value, out);
    felt_genome_take(&member);
    return status;
}

static enum felt_status take_int(struct genome_reader *reader, const struct genome_members *members,
                                 const char *key, bool *found, int32_t *out)
{
    struct genome_member member;
    enum felt_status status = felt_genome_find(reader, members, key, &member);
    *found = status == FELT_OK && member.value;
    if (!*found) return status;
    status = felt_genome_read_int(reader, &member.place, member.value, INT32_MIN, INT32_MAX, out);
    felt_genome_take(&member);
    return status;
}

/* `count` cards, or as many at most if it is not mandatory. */
static enum felt_status read_discard(struct genome_reader *reader,
                                     const struct genome_members *members, int32_t *gene)
{
    bool counted, said;
    int32_t count = gene[FELT_DISCARD_MAX], mandatory = 0;
    enum felt_status status = take_int(reader, members, "count", &counted, &count);
    if (status == FELT_OK) status = take_flag(reader, members, "mandatory", &said, &mandatory);
    if (status != FELT_OK) return status;
    gene[FELT_DISCARD_MAX] = count;
    if (counted || said) gene[FELT_DISCARD_MIN] = mandatory ? count : 0;

    /* A pair that is thrown away is no condition on single cards. */
    struct genome_member condition;
    struct felt_expr_node node[4];
    status = felt_genome_find(reader, members, "matching_condition", &condition);
    const char *type = json_string_value(json_object_get(condition.value, "condition_type"));
    if (status != FELT_OK || type == NULL || felt_legacy_test(type, node) != 1 ||
        node[0].test != FELT_TEST_HAS_SET)
        return status;
    gene[FELT_DISCARD_MATCHING] = FELT_MATCHING_PAIRS;
    felt_genome_take(&condition);
    return FELT_OK;
}

static enum felt_status read_claim(struct genome_reader *reader,
                                   const struct genome_members *members, int32_t *gene)
{
    bool found;
    int32_t yes = 1;
    struct genome_place challenge_at = {&members->place, "allow_challenge", 0};
    enum felt_status status = take_flag(reader, members, "sequential_rank", &found, &yes);
    if (status != FELT_OK) return status;
    if (found) gene[FELT_CLAIM_MODE] = yes ? FELT_CLAIM_SEQUENTIAL : FELT_CLAIM_CHOICE;
    status = take_flag(reader, members, "pile_penalty", &found, &yes);
    if (status != FELT_OK) return status;
    if (found) gene[FELT_CLAIM_PENALTY] = yes ? FELT_PENALTY_PILE : FELT_PENALTY_CHIPS;
    status = take_flag(reader, members, "allow_challenge", &found, &yes);
    if (status == FELT_OK && found && !yes)
        return felt_genome_refuse(reader, &challenge_at, FELT_UNSUPPORTED,
                                  "claims that nobody may doubt are not supported; take true");
    return status;
}

/* A suit, or none. */
static enum felt_status read_maybe_suit(struct genome_reader *reader,
                                        const struct genome_member *member, int32_t *out)
{
    static const struct felt_gene_row row = {.kind = FELT_GENE_SUIT};
    return felt_genome_read_gene(reader, &member->place, member->value, &row, out);
}

static enum felt_status read_trump(struct genome_reader *reader,
                                   const struct genome_members *members, int32_t *gene)
{
    struct genome_member member;
    int32_t suit = FELT_GENE_NONE;
    enum felt_status status = felt_genome_find(reader, members, "trump_suit", &member);
    if (status != FELT_OK || member.value == NULL) return status;
    status = read_maybe_suit(reader, &member, &suit);
    if (status != FELT_OK) return status;
    if (suit != FELT_GENE_NONE && reader->trump != FELT_GENE_NONE && reader->trump != suit)
        return felt_genome_refuse(reader, &member.place, FELT_UNSUPPORTED,
                                  "another trump suit than before: take one for the whole game");
    if (suit != FELT_GENE_NONE) {
        gene[FELT_TRICK_TRUMP] = 1;
        reader->trump = suit;
    }
    felt_genome_take(&member);
    return FELT_OK;
}

/* More than one card at a time: cards of one rank. */
static enum felt_status read_group(struct genome_reader *reader,
                                   const struct genome_members *members, int32_t *gene)
{
    struct genome_member max;
    enum felt_status status = felt_genome_find(reader, members, "max_cards", &max);
    if (status == FELT_OK && json_integer_value(max.value) > 1)
        gene[FELT_PLAY_GROUP] = FELT_GROUP_SET;
    return status;
}

enum felt_status felt_legacy_phase(struct genome_reader *reader,
                                   const struct genome_members *members,
                                   struct felt_genome_phase *phase)
{
    int32_t *gene = phase->genes.gene, nil = 0;
    bool found;
    enum felt_status status = FELT_OK;
    switch (phase->type) {
    case FELT_PHASE_TYPE_DISCARD: return read_discard(reader, members, gene);
    case FELT_PHASE_TYPE_CLAIM: return read_claim(reader, members, gene);
    case FELT_PHASE_TYPE_TRICK: return read_trump(reader, members, gene);
    case FELT_PHASE_TYPE_PLAY: return read_group(reader, members, gene);
    case FELT_PHASE_TYPE_BIDDING:
        status = take_flag(reader, members, "allow_nil", &found, &nil);
        gene[FELT_BID_NIL] = nil ? NIL_BONUS : 0;
        return status;
    default: return FELT_OK;
    }
}

static enum felt_status read_setup(struct genome_reader *reader,
                                   const struct genome_members *members, int32_t *gene)
{
    struct genome_member trump;
    bool found = false;
    int32_t yes = 0, suit = FELT_GENE_NONE;
    enum felt_status status = felt_genome_find(reader, members, "trump_suit", &trump);
    if (status == FELT_OK && trump.value) status = read_maybe_suit(reader, &trump, &suit);
    if (suit != FELT_GENE_NONE) gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
    if (status == FELT_OK) status = take_flag(reader, members, "random_trump", &found, &yes);
    if (status == FELT_OK && found && yes) gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_RANDOM;
    if (status == FELT_OK) status = take_flag(reader, members, "rotate_trump", &found, &yes);
    if (status == FELT_OK && found && yes) gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_ROTATE;
    return status;
}

/* draw_two, draw_four. */
static enum felt_status read_effect(struct genome_reader *reader,
                                    const struct genome_members *members, int32_t *gene)
{
    struct genome_member type;
    char word[GENOME_WORD_BYTES] = "";
    enum felt_status status = felt_genome_find(reader, members, "type", &type);
    if (status != FELT_OK || !json_is_string(type.value)) return status;
    felt_legacy_word(json_string_value(type.value), word);
    int cards = !strcmp(word, "draw_two") ? 2 : !strcmp(word, "draw_four") ? 4 : 0;
    if (cards == 0) return FELT_OK;
    gene[FELT_EFFECT_TYPE] = FELT_EFFECT_DRAW;
    gene[FELT_EFFECT_VALUE] = cards;
    felt_genome_take(&type);
    return FELT_OK;
}

enum felt_status felt_legacy_section(struct genome_reader *reader,
                                     const struct genome_members *members, struct felt_genes *genes)
{
    bool found;
    int32_t points = 0;
    enum felt_status status = FELT_OK;
    switch ((int)members->section) {
    case FELT_SECTION_SETUP: return read_setup(reader, members, genes->gene);
    case FELT_SECTION_EFFECT: return read_effect(reader, members, genes->gene);
    case FELT_SECTION_EVALUATION: /* so many points are too many already */
        status = take_int(reader, members, "bust_threshold", &found, &points);
        if (found && points > 0) genes->gene[FELT_EVAL_BUST] = points - 1;
        return status;
    default: return FELT_OK;
    }
}

enum felt_status felt_legacy_root(struct genome_reader *reader, json_t *root)
{
    struct genome_place top = {NULL, NULL, 0};
    json_t *structure = json_object_get(root, "turn_structure");
    struct genome_members members = {.section = FELT_SECTIONS,
                                     .object = root,
                                     .inner = structure,
                                     .inner_place = {&top, "turn_structure", 0},
                                     .inner_any = true};
    int32_t *players = reader->genome.players.gene;
    bool found;
    int32_t number = 0;
    enum felt_status status = take_int(reader, &members, "player_count", &found, &number);
    if (status != FELT_OK) return status;
    if (found) players[FELT_PLAYERS_MIN] = players[FELT_PLAYERS_MAX] = number;
    return take_int(reader, &members, "max_turns", &found,
                    &reader->genome.session.gene[FELT_SESSION_TURNS]);
}

/* ---- what is left unsaid ---- */

static bool has_win(const struct felt_genome *genome, int type)
{
    for (int i = 0; i < genome->wins; i++)
        if (genome->win[i].gene[FELT_WIN_TYPE] == type) return true;
    return false;
}

static bool has_phase(const struct felt_genome *genome, int type)
{
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type == type) return true;
    return false;
}

enum felt_status felt_legacy_finish(struct genome_reader *reader, bool has_cycles,
                                    bool has_evaluation)
{
    struct felt_genome *genome = &reader->genome;
    int32_t *setup = genome->setup.gene;
    bool best_hand = has_win(genome, FELT_WIN_BEST_HAND);
    if (!has_cycles && best_hand && has_phase(genome, FELT_PHASE_TYPE_BETTING))
        genome->session.gene[FELT_SESSION_CYCLES] = 1;
    if (!has_evaluation && best_hand) genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    if (reader->trump != FELT_GENE_NONE) {
        struct genome_place top = {NULL, NULL, 0}, at = {&top, "setup", 0};
        if (setup[FELT_SETUP_TRUMP_MODE] != FELT_TRUMP_NONE &&
            setup[FELT_SETUP_TRUMP] != reader->trump)
            return felt_genome_refuse(reader, &at, FELT_UNSUPPORTED,
                                      "the trump suit of the setup is not that of the TrickPhase");
        setup[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_FIXED;
        setup[FELT_SETUP_TRUMP] = reader->trump;
    }
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type == FELT_PHASE_TYPE_TRICK &&
            setup[FELT_SETUP_TRUMP_MODE] != FELT_TRUMP_NONE)
            genome->phase[i].genes.gene[FELT_TRICK_TRUMP] = 1;
    return FELT_OK;
}
