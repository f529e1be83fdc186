/* json.c -- genomes as JSON: the reader.
 *
 *     {
 *       "format": "betlab.genome",
 *       "version": 1,
 *       "name": "Simple Poker",
 *       "players": {"min":2,"max":6},
 *       "setup": {"cards_per_player":5,"starting_chips":200},
 *       "session": {"cycles_per_hand":1},
 *       "turn_structure": {"phases": [
 *         {"type":"AntePhase","amount":5},
 *         {"type":"BettingPhase","min_bet":10,"max_raises":3}
 *       ]},
 *       "hand_evaluation": {"method":"poker"},
 *       "win_conditions": [
 *         {"type":"last_with_chips"},
 *         {"type":"most_chips"}
 *       ]
 *     }
 *
 * jansson loads the text; then one function serves all sections, phases and items of lists, by the
 * rows of their genes.  null is as good as nothing.  Sections are read in the order in which they
 * are written, whatever the order of the text, so that unknown fields come to lie in one order. */
#include "felt/genome_json.h"

#include "felt/assert.h"
#include "formats/genome/parts.h"

#include <string.h>

/* ---- lists ---- */

typedef enum felt_status read_item(struct genome_reader *reader, const struct genome_place *at,
                                   json_t *value, int index);

/* Reads a list, if it is there, and takes it out.  `max` items are allowed. */
static enum felt_status read_list(struct genome_reader *reader, struct genome_members *members,
                                  const char *key, int max, read_item *read, int *count)
{
    struct genome_member list;
    enum felt_status status = felt_genome_find(reader, members, key, &list);
    *count = 0;
    if (status != FELT_OK || list.value == NULL) return status;
    if (!json_is_array(list.value))
        return felt_genome_refuse(reader, &list.place, FELT_BAD_FORMAT, "take a list in []");
    for (size_t i = 0; i < json_array_size(list.value); i++) {
        struct genome_place at = {&list.place, NULL, i};
        if (*count == max)
            return felt_genome_refuse(reader, &at, FELT_FULL, "take at most %d %s", max, key);
        status = read(reader, &at, json_array_get(list.value, i), *count);
        if (status != FELT_OK) return status;
        ++*count;
    }
    felt_genome_take(&list);
    return FELT_OK;
}

static enum felt_status read_card(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *value, int index)
{
    size_t bytes = json_string_length(value), used = 0;
    felt_card card = FELT_CARD_NONE;
    (void)index;
    if (!json_is_string(value) || bytes == 0 ||
        felt_card_read(json_string_value(value), bytes, &used, &card, NULL) != FELT_OK ||
        used != bytes || card >= FELT_CARDS)
        return felt_genome_refuse(reader, at, FELT_BAD_CARD, "take a card, as in \"Ah\" or \"Td\"");
    if (reader->genome.deck_cards & felt_cards_of(card))
        return felt_genome_refuse(reader, at, FELT_DUPLICATE_CARD,
                                  "the deck holds this card already");
    reader->genome.deck_cards |= felt_cards_of(card);
    return FELT_OK;
}

static enum felt_status read_wild(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *value, int index)
{
    int32_t rank;
    (void)index;
    enum felt_status status = felt_genome_read_rank(reader, at, value, &rank);
    if (status != FELT_OK) return status;
    if (rank == FELT_GENE_NONE || reader->genome.wild_ranks >> rank & 1)
        return felt_genome_refuse(reader, at, FELT_BAD_NAME, "name each wild rank once");
    reader->genome.wild_ranks = (uint16_t)(reader->genome.wild_ranks | 1u << rank);
    return FELT_OK;
}

static enum felt_status read_card_value(struct genome_reader *reader, const struct genome_place *at,
                                        json_t *value, int index)
{
    int32_t points;
    enum felt_status status =
        felt_genome_read_int(reader, at, value, INT16_MIN, INT16_MAX, &points);
    if (status == FELT_OK) reader->genome.values[index] = (int16_t)points;
    return status;
}

/* A section's item that is nothing but genes. */
static enum felt_status read_item_genes(struct genome_reader *reader, const struct genome_place *at,
                                        json_t *value, enum felt_section section, const char *inner,
                                        const char *needed, struct felt_genes *out)
{
    struct genome_members members;
    struct genome_member type;
    felt_genes_init(out, section);
    enum felt_status status = felt_genome_open(reader, at, value, section, inner, &members);
    if (status == FELT_OK && needed) {
        struct genome_place here = {at, needed, 0};
        status = felt_genome_find(reader, &members, needed, &type);
        if (status == FELT_OK && type.value == NULL)
            return felt_genome_refuse(reader, &here, FELT_BAD_FORMAT, "this is missing");
    }
    if (status == FELT_OK && reader->legacy) status = felt_legacy_section(reader, &members, out);
    if (status == FELT_OK) status = felt_genome_read_genes(reader, &members, out);
    return status == FELT_OK ? felt_genome_close(reader, &members, &out->extra) : status;
}

static enum felt_status read_pattern(struct genome_reader *reader, const struct genome_place *at,
                                     json_t *value, int index)
{
    return read_item_genes(reader, at, value, FELT_SECTION_PATTERN, NULL, "kind",
                           &reader->genome.pattern[index]);
}

static enum felt_status read_effect(struct genome_reader *reader, const struct genome_place *at,
                                    json_t *value, int index)
{
    return read_item_genes(reader, at, value, FELT_SECTION_EFFECT, "trigger", "type",
                           &reader->genome.effect[index]);
}

static enum felt_status read_scoring(struct genome_reader *reader, const struct genome_place *at,
                                     json_t *value, int index)
{
    bool old = reader->legacy && json_object_get(value, "condition");
    if (json_is_null(json_object_get(value, "match"))) json_object_del(value, "match");
    if (json_object_get(value, "match")) old = false;
    return read_item_genes(reader, at, value, FELT_SECTION_SCORING, old ? "condition" : "match",
                           NULL, &reader->genome.scoring[index]);
}

/* An object, or only its type. */
static enum felt_status read_win(struct genome_reader *reader, const struct genome_place *at,
                                 json_t *value, int index)
{
    struct felt_genes *genes = &reader->genome.win[index];
    if (json_is_string(value)) {
        int count;
        const struct felt_gene_row *row = felt_genes_of(FELT_SECTION_WIN, &count);
        felt_genes_init(genes, FELT_SECTION_WIN);
        return felt_genome_read_gene(reader, at, value, &row[FELT_WIN_TYPE],
                                     &genes->gene[FELT_WIN_TYPE]);
    }
    return read_item_genes(reader, at, value, FELT_SECTION_WIN, "card", "type", genes);
}

static enum felt_status read_team(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *value, int index)
{
    if (!json_is_array(value))
        return felt_genome_refuse(reader, at, FELT_BAD_FORMAT, "take a list of seats, as in [0,2]");
    for (size_t i = 0; i < json_array_size(value); i++) {
        struct genome_place here = {at, NULL, i};
        int32_t seat;
        enum felt_status status = felt_genome_read_int(reader, &here, json_array_get(value, i), 0,
                                                       FELT_GENOME_SEATS_MAX - 1, &seat);
        if (status != FELT_OK) return status;
        if (reader->genome.teams[seat])
            return felt_genome_refuse(reader, &here, FELT_BAD_FORMAT,
                                      "seat %d is in a team already", seat);
        reader->genome.teams[seat] = (uint8_t)(index + 1);
    }
    return FELT_OK;
}

/* ---- phases ---- */

/* Both kinds of names: "BettingPhase"; in older genomes "betting" too. */
static enum felt_status read_type(struct genome_reader *reader, const struct genome_place *at,
                                  const json_t *value, int32_t *type)
{
    const char *words[FELT_PHASE_TYPES], *word = json_string_value(value);
    for (int i = 0; i < FELT_PHASE_TYPES; i++) {
        char given[GENOME_WORD_BYTES], known[GENOME_WORD_BYTES];
        words[i] = felt_section_word((enum felt_section)(FELT_SECTION_PHASE + i));
        if (!reader->legacy || word == NULL) continue;
        felt_legacy_word(word, given);
        felt_legacy_word(words[i], known);
        if (strcmp(given, known) != 0) known[strlen(known) - strlen("Phase")] = '\0';
        if (strcmp(given, known) != 0) continue;
        *type = i;
        return FELT_OK;
    }
    return felt_genome_read_word(reader, at, value, words, FELT_PHASE_TYPES, type);
}

static enum felt_status read_blinds(struct genome_reader *reader, struct genome_members *members,
                                    int32_t *gene)
{
    struct genome_member blinds, single[2];
    enum felt_status status = felt_genome_find(reader, members, "blinds", &blinds);
    if (status != FELT_OK || blinds.value == NULL) return status;
    status = felt_genome_find(reader, members, "small_blind", &single[0]);
    if (status == FELT_OK) status = felt_genome_find(reader, members, "big_blind", &single[1]);
    if (status != FELT_OK) return status;
    if (json_array_size(blinds.value) != 2 || single[0].value || single[1].value)
        return felt_genome_refuse(reader, &blinds.place, FELT_BAD_FORMAT,
                                  "take [small, big], or small_blind and big_blind instead");
    for (size_t i = 0; i < 2 && status == FELT_OK; i++) {
        struct genome_place at = {&blinds.place, NULL, i};
        status = felt_genome_read_int(reader, &at, json_array_get(blinds.value, i), INT32_MIN,
                                      INT32_MAX, &gene[FELT_BET_SMALL + (int)i]);
    }
    felt_genome_take(&blinds);
    return status;
}

/* A number of tricks may be "all". */
static enum felt_status read_all(struct genome_reader *reader, struct genome_members *members)
{
    struct genome_member count;
    enum felt_status status = felt_genome_find(reader, members, "count", &count);
    const char *word = json_string_value(count.value);
    if (status == FELT_OK && word && !strcmp(word, "all")) felt_genome_take(&count);
    return status;
}

static enum felt_status read_phase_expr(struct genome_reader *reader,
                                        struct genome_members *members, const char *key,
                                        const char *other_key, struct felt_expr *out)
{
    struct genome_member member, other = {0};
    enum felt_status status = felt_genome_find(reader, members, key, &member);
    if (status == FELT_OK && other_key)
        status = felt_genome_find(reader, members, other_key, &other);
    if (status == FELT_OK && member.value && other.value)
        return felt_genome_refuse(reader, &other.place, FELT_BAD_FORMAT,
                                  "this stands there already, as %s", key);
    if (other.value) member = other;
    if (status != FELT_OK || member.value == NULL) return status;
    status = felt_genome_read_expr(reader, &member.place, member.value, out);
    felt_genome_take(&member);
    return status;
}

static enum felt_status read_phase(struct genome_reader *reader, const struct genome_place *at,
                                   json_t *value, int index)
{
    struct felt_genome_phase *phase = &reader->genome.phase[index];
    struct genome_place type_at = {at, "type", 0};
    struct genome_members members;
    int32_t type = 0;
    enum felt_status status = felt_genome_want_object(reader, at, value);
    if (status == FELT_OK)
        status = read_type(reader, &type_at, json_object_get(value, "type"), &type);
    if (status == FELT_OK)
        status = felt_genome_open(reader, at, value, (enum felt_section)(FELT_SECTION_PHASE + type),
                                  reader->legacy ? "data" : NULL, &members);
    if (status != FELT_OK) return status;
    json_object_del(value, "type");
    felt_phase_init(phase, (enum felt_phase_type)type);
    if (reader->legacy) status = felt_legacy_phase(reader, &members, phase);
    if (status == FELT_OK && type == FELT_PHASE_TYPE_BETTING)
        status = read_blinds(reader, &members, phase->genes.gene);
    if (status == FELT_OK && type == FELT_PHASE_TYPE_TRICK) status = read_all(reader, &members);
    if (status == FELT_OK) status = felt_genome_read_genes(reader, &members, &phase->genes);
    if (status == FELT_OK)
        status = read_phase_expr(reader, &members, "condition", NULL, &phase->condition);
    if (status == FELT_OK && type == FELT_PHASE_TYPE_PLAY)
        status = read_phase_expr(reader, &members, "valid", "valid_play_condition", &phase->valid);
    if (status == FELT_OK && (type == FELT_PHASE_TYPE_CLAIM || type == FELT_PHASE_TYPE_DISCARD))
        status = read_phase_expr(reader, &members, "valid", NULL, &phase->valid);
    return status == FELT_OK ? felt_genome_close(reader, &members, &phase->genes.extra) : status;
}

static enum felt_status read_phases(struct genome_reader *reader, struct genome_members *root)
{
    struct genome_members structure;
    struct genome_member member;
    int count;
    enum felt_status status = felt_genome_find(reader, root, "turn_structure", &member);
    if (status != FELT_OK || member.value == NULL) return status;
    status = felt_genome_open(reader, &member.place, member.value, FELT_SECTIONS, NULL, &structure);
    if (status == FELT_OK)
        status = read_list(reader, &structure, "phases", FELT_PHASES_MAX, read_phase, &count);
    if (status != FELT_OK) return status;
    reader->genome.phases = (uint8_t)count;
    if (json_object_size(member.value) == 0) felt_genome_take(&member); /* else kept by the root */
    return FELT_OK;
}

/* ---- sections ---- */

/* Fields that may only say what is true of every deck of ours. */
static enum felt_status read_only(struct genome_reader *reader, struct genome_members *members,
                                  const char *key, int only)
{
    struct genome_member member;
    enum felt_status status = felt_genome_find(reader, members, key, &member);
    if (status != FELT_OK || member.value == NULL) return status;
    if (!json_is_integer(member.value) || json_integer_value(member.value) != only)
        return felt_genome_refuse(reader, &member.place, FELT_UNSUPPORTED, "only %d is supported",
                                  only);
    felt_genome_take(&member);
    return FELT_OK;
}

static enum felt_status read_deck(struct genome_reader *reader, struct genome_members *members)
{
    struct genome_member kind;
    int count;
    enum felt_status status = read_only(reader, members, "copies", 1);
    if (status == FELT_OK) status = read_only(reader, members, "jokers", 0);
    if (status == FELT_OK)
        status = read_list(reader, members, "cards", FELT_CARDS, read_card, &count);
    if (status == FELT_OK) status = felt_genome_find(reader, members, "kind", &kind);
    if (status != FELT_OK) return status;
    const char *word = json_string_value(kind.value);
    if (word && !strcmp(word, "standard_52")) felt_genome_take(&kind); /* the default */
    return FELT_OK;
}

static enum felt_status read_setup(struct genome_reader *reader, struct genome_members *members)
{
    struct genome_member deck = {0};
    int count;
    enum felt_status status =
        read_list(reader, members, "wild_cards", FELT_RANKS, read_wild, &count);
    if (status == FELT_OK) status = felt_genome_find(reader, members, "initial_deck", &deck);
    if (status != FELT_OK || deck.value == NULL) return status;
    const char *word = json_string_value(deck.value);
    if (word == NULL || strcmp(word, "standard_52") != 0)
        return felt_genome_refuse(reader, &deck.place, FELT_UNSUPPORTED,
                                  "only \"standard_52\" is known here; other decks: /deck/kind");
    reader->genome.legacy_deck = true;
    felt_genome_take(&deck);
    return FELT_OK;
}

static enum felt_status read_evaluation(struct genome_reader *reader,
                                        struct genome_members *members)
{
    struct genome_place at = {&members->place, "values", 0};
    json_t *values = json_object_get(members->object, "values");
    bool given = values && !json_is_null(values);
    int count;
    enum felt_status status =
        read_list(reader, members, "values", FELT_RANKS, read_card_value, &count);
    if (status == FELT_OK && given && count != FELT_RANKS)
        return felt_genome_refuse(reader, &at, FELT_BAD_FORMAT,
                                  "take %d numbers, from the deuce to the ace", FELT_RANKS);
    if (status == FELT_OK)
        status = read_list(reader, members, "patterns", FELT_PATTERNS_MAX, read_pattern, &count);
    if (status == FELT_OK) reader->genome.patterns = (uint8_t)count;
    return status;
}

/* *found: the section is there. */
static enum felt_status read_section(struct genome_reader *reader, struct genome_members *root,
                                     enum felt_section section, struct felt_genes *genes,
                                     bool *found)
{
    struct genome_members members;
    struct genome_member member;
    enum felt_status status = felt_genome_find(reader, root, felt_section_word(section), &member);
    *found = status == FELT_OK && member.value;
    if (!*found) return status;
    status = felt_genome_open(reader, &member.place, member.value, section, NULL, &members);
    if (status == FELT_OK && section == FELT_SECTION_DECK) status = read_deck(reader, &members);
    if (status == FELT_OK && section == FELT_SECTION_SETUP) status = read_setup(reader, &members);
    if (status == FELT_OK && section == FELT_SECTION_EVALUATION)
        status = read_evaluation(reader, &members);
    if (status == FELT_OK && reader->legacy) status = felt_legacy_section(reader, &members, genes);
    if (status == FELT_OK) status = felt_genome_read_genes(reader, &members, genes);
    if (status == FELT_OK) status = felt_genome_close(reader, &members, &genes->extra);
    felt_genome_take(&member);
    return status;
}

/* ---- the whole ---- */

/* `format` and `version`; without them it is an older genome. */
static enum felt_status read_format(struct genome_reader *reader, struct genome_members *root)
{
    struct genome_member format, version;
    enum felt_status status = felt_genome_find(reader, root, "format", &format);
    if (status == FELT_OK) status = felt_genome_find(reader, root, "version", &version);
    if (status != FELT_OK) return status;
    reader->legacy = format.value == NULL;
    const char *word = json_string_value(format.value);
    struct genome_place version_at = {&root->place, "version", 0};
    if (format.value && (word == NULL || strcmp(word, "betlab.genome") != 0))
        return felt_genome_refuse(reader, &format.place, FELT_UNSUPPORTED,
                                  "take \"betlab.genome\"");
    if (reader->legacy ? version.value && (!json_is_integer(version.value) ||
                                           json_integer_value(version.value) != 0)
                       : json_integer_value(version.value) != 1)
        return felt_genome_refuse(reader, &version_at, FELT_UNSUPPORTED,
                                  reader->legacy ? "a version needs \"format\":\"betlab.genome\""
                                                 : "take 1: no other version is known");
    if (format.value) felt_genome_take(&format);
    if (version.value) felt_genome_take(&version);
    return FELT_OK;
}

static enum felt_status read_name(struct genome_reader *reader, struct genome_members *root)
{
    struct genome_member name;
    enum felt_status status = felt_genome_find(reader, root, "name", &name);
    if (status == FELT_OK && name.value == NULL && reader->legacy)
        status = felt_genome_find(reader, root, "genome_id", &name);
    if (status != FELT_OK || name.value == NULL) return status;
    if (!json_is_string(name.value))
        return felt_genome_refuse(reader, &name.place, FELT_BAD_FORMAT, "take a text");
    size_t bytes = json_string_length(name.value);
    if (bytes >= sizeof reader->genome.name)
        return felt_genome_refuse(reader, &name.place, FELT_FULL,
                                  "the name is too long: take at most %d bytes",
                                  FELT_GENOME_NAME_BYTES - 1);
    memcpy(reader->genome.name, json_string_value(name.value), bytes + 1);
    felt_genome_take(&name);
    return FELT_OK;
}

/* Lists of the genome itself. */
static enum felt_status read_lists(struct genome_reader *reader, struct genome_members *root,
                                   bool *has_evaluation)
{
    struct felt_genome *genome = &reader->genome;
    int effects, others = 0, scorings, wins, teams;
    enum felt_status status =
        read_list(reader, root, "effects", FELT_EFFECTS_MAX, read_effect, &effects);
    if (status == FELT_OK && reader->legacy && effects == 0)
        status = read_list(reader, root, "special_effects", FELT_EFFECTS_MAX, read_effect, &others);
    if (status == FELT_OK)
        status =
            read_list(reader, root, "card_scoring", FELT_SCORINGS_MAX, read_scoring, &scorings);
    if (status == FELT_OK)
        status = read_section(reader, root, FELT_SECTION_EVALUATION, &genome->evaluation,
                              has_evaluation);
    if (status == FELT_OK)
        status = read_list(reader, root, "win_conditions", FELT_WINS_MAX, read_win, &wins);
    if (status == FELT_OK)
        status = read_list(reader, root, "teams", FELT_GENOME_SEATS_MAX, read_team, &teams);
    if (status != FELT_OK) return status;
    genome->effects = (uint8_t)(effects + others);
    genome->scorings = (uint8_t)scorings;
    genome->wins = (uint8_t)wins;
    return FELT_OK;
}

static enum felt_status read_root(struct genome_reader *reader, json_t *object)
{
    struct felt_genome *genome = &reader->genome;
    struct genome_place top = {0};
    struct genome_members root;
    bool found, has_cycles = false, has_evaluation = false;
    enum felt_status status = felt_genome_open(reader, &top, object, FELT_SECTIONS, NULL, &root);
    if (status == FELT_OK) status = read_format(reader, &root);
    if (status == FELT_OK) status = read_name(reader, &root);
    if (status == FELT_OK && reader->legacy) status = felt_legacy_root(reader, object);
    if (status == FELT_OK)
        status = read_section(reader, &root, FELT_SECTION_PLAYERS, &genome->players, &found);
    if (status == FELT_OK)
        status = read_section(reader, &root, FELT_SECTION_DECK, &genome->deck, &found);
    if (status == FELT_OK)
        status = read_section(reader, &root, FELT_SECTION_SETUP, &genome->setup, &found);
    if (status == FELT_OK) {
        has_cycles = json_object_get(json_object_get(object, "session"), "cycles_per_hand") != NULL;
        status = read_section(reader, &root, FELT_SECTION_SESSION, &genome->session, &found);
    }
    if (status == FELT_OK) status = read_phases(reader, &root);
    if (status == FELT_OK) status = read_lists(reader, &root, &has_evaluation);
    if (status == FELT_OK)
        status = read_phase_expr(reader, &root, "hand_end", NULL, &genome->hand_end);
    if (status == FELT_OK && reader->legacy)
        status = felt_legacy_finish(reader, has_cycles, has_evaluation);
    return status == FELT_OK ? felt_genome_close(reader, &root, &genome->extra) : status;
}

/* ---- the text ---- */

/* `used` bytes were read when it became clear.  Line and column are those of the last character,
 * from 1. */
static enum felt_status refuse_text(struct genome_reader *reader, const char *text, size_t used,
                                    enum felt_status status, const char *why)
{
    size_t line = 1, column = 0;
    for (size_t i = 0; i < used; i++) {
        if (text[i] == '\n')
            line++, column = 0;
        else if (((unsigned char)text[i] & 0xC0) != 0x80)
            column++;
    }
    return felt_genome_refuse(reader, NULL, status, "line %zu, column %zu: %s", line,
                              column ? column : 1, why);
}

/* Where the text goes deeper than any genome; `bytes` if it does not.  A text that is no JSON may
 * come through: jansson sees to it. */
static size_t find_depth(const char *text, size_t bytes)
{
    int depth = 0;
    bool within = false;
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        if (c == '"') within = !within;
        if (within && c == '\\') i++;
        if (within) continue;
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') depth--;
        if (depth > GENOME_DEPTH_MAX) return i;
    }
    return bytes;
}

static enum felt_status load(struct genome_reader *reader, const char *text, size_t bytes,
                             json_t **root)
{
    json_error_t error = {0};
    if (bytes > FELT_GENOME_TEXT_MAX)
        return felt_genome_refuse(reader, NULL, FELT_FULL, "a genome has at most %d bytes",
                                  FELT_GENOME_TEXT_MAX);
    size_t deep = find_depth(text, bytes);
    if (deep < bytes)
        return refuse_text(reader, text, deep + 1, FELT_FULL, "there are too many levels");
    *root = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (*root) return FELT_OK;
    size_t at = error.position > 0 ? (size_t)error.position : 0;
    enum json_error_code code = json_error_code(&error);
    return refuse_text(reader, text, at < bytes ? at : bytes,
                       code == json_error_out_of_memory      ? FELT_FULL
                       : code == json_error_numeric_overflow ? FELT_BAD_NUMBER
                                                             : FELT_BAD_FORMAT,
                       error.text);
}

enum felt_status felt_genome_json_read(const char *text, size_t bytes, struct felt_genome *out,
                                       struct felt_genome_error *error)
{
    struct genome_reader reader = {.error = error, .trump = FELT_GENE_NONE};
    json_t *root = NULL;
    felt_genome_init(&reader.genome);
    enum felt_status status = load(&reader, text, bytes, &root);
    if (status != FELT_OK) return status;
    status = read_root(&reader, root);
    json_decref(root);
    if (status == FELT_OK) *out = reader.genome;
    return status;
}
