/* expr.c -- expressions as JSON.
 *
 *     {"op":"or","args":[{"test":"same_suit","ref":"top"},
 *                        {"test":"card_rank","cmp":"EQ","value":"8"}]}
 *
 * are three nodes in postfix order: same_suit, card_rank, or.  The older dialects write
 *
 *     {"type":"compound","logic":"OR","conditions":[...]}
 *     {"type":"simple","condition_type":"HAND_SIZE","operator":"LT","value":5,"reference":null}
 *     {"op_code":"check_hand_size","operator":"lt","value":5,"ref_loc":"deck"}
 *
 * An unknown field is an error here, unlike elsewhere: a condition that is misread silently is
 * another game. */
#include "formats/genome/parts.h"

#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static const char *const ops[] = {"and", "or", "not"}; /* FELT_EXPR_AND, ... */

static enum felt_status read_node(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *value, struct felt_expr *out);

enum felt_ref felt_genome_default_ref(int test)
{
    bool of_card = test >= FELT_TEST_SAME_RANK && test <= FELT_TEST_ADJACENT;
    return of_card ? FELT_REF_TOP : test == FELT_TEST_ZONE_SIZE ? FELT_REF_DECK : FELT_REF_SELF;
}

static enum felt_status push(struct genome_reader *reader, const struct genome_place *at,
                             const struct felt_expr_node *node, struct felt_expr *out)
{
    if (out->count == FELT_EXPR_NODES_MAX)
        return felt_genome_refuse(reader, at, FELT_FULL,
                                  "the expression is too large: take at most %d tests, ands, ors "
                                  "and nots",
                                  FELT_EXPR_NODES_MAX);
    out->node[out->count++] = *node;
    return FELT_OK;
}

/* The member of a node, or NULL; null is as good as nothing. */
static json_t *member(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

/* All fields of a node must be among these. */
static enum felt_status verify_fields(struct genome_reader *reader, const struct genome_place *at,
                                      json_t *object, const char *const *fields, int count)
{
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        const char *key = json_object_iter_key(i);
        bool known = false;
        for (int f = 0; f < count; f++) known |= !strcmp(key, fields[f]);
        if (!known) return felt_genome_refuse_word(reader, at, key, fields, count);
    }
    return FELT_OK;
}

/* ---- and, or, not ---- */

static enum felt_status read_args(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *list, int op, struct felt_expr *out)
{
    size_t count = json_array_size(list);
    struct felt_expr_node node = {.op = (uint8_t)op};
    if (!json_is_array(list) || count == 0 || (op == FELT_EXPR_NOT && count > 1))
        return felt_genome_refuse(reader, at, FELT_BAD_FORMAT,
                                  op == FELT_EXPR_NOT ? "take a list of one expression"
                                                      : "take a list of expressions");
    for (size_t i = 0; i < count; i++) {
        struct genome_place item = {at, NULL, i};
        enum felt_status status = read_node(reader, &item, json_array_get(list, i), out);
        if (status != FELT_OK) return status;
    }
    node.args = (uint8_t)count; /* below FELT_EXPR_NODES_MAX: each of them has a node */
    return push(reader, at, &node, out);
}

static enum felt_status read_op(struct genome_reader *reader, const struct genome_place *at,
                                json_t *object, const char *op_key, const char *args_key,
                                struct felt_expr *out)
{
    const char *const fields[] = {op_key, args_key, "type"};
    struct genome_place op_at = {at, op_key, 0}, args_at = {at, args_key, 0};
    int32_t op;
    bool old = strcmp(op_key, "op") != 0;
    enum felt_status status = verify_fields(reader, at, object, fields, old ? 3 : 2);
    if (status == FELT_OK)
        status = felt_genome_read_word(reader, &op_at, json_object_get(object, op_key), ops,
                                       COUNT(ops), &op);
    if (status != FELT_OK) return status;
    return read_args(reader, &args_at, json_object_get(object, args_key), FELT_EXPR_AND + op, out);
}

/* ---- tests ---- */

/* Numbers of ranks and suits are those of the older dialects, where hearts come first. */
static enum felt_status read_card_value(struct genome_reader *reader, const struct genome_place *at,
                                        const json_t *value, bool suit, int32_t *out)
{
    static const int8_t suits[] = {FELT_HEARTS, FELT_DIAMONDS, FELT_CLUBS, FELT_SPADES};
    if (reader->legacy && json_is_integer(value)) {
        enum felt_status status =
            felt_genome_read_int(reader, at, value, 0, suit ? FELT_SUITS - 1 : FELT_RANKS - 1, out);
        if (status == FELT_OK && suit) *out = suits[*out];
        return status;
    }
    return suit ? felt_genome_read_suit(reader, at, value, out)
                : felt_genome_read_rank(reader, at, value, out);
}

static bool tests_card(int test)
{
    return test == FELT_TEST_CARD_RANK || test == FELT_TEST_CARD_SUIT;
}

static enum felt_status read_value(struct genome_reader *reader, const struct genome_place *at,
                                   const json_t *value, struct felt_expr_node *node)
{
    int32_t number = node->value;
    enum felt_status status = FELT_OK;
    if (tests_card(node->test))
        status = read_card_value(reader, at, value, node->test == FELT_TEST_CARD_SUIT, &number);
    else if (value)
        status = felt_genome_read_int(reader, at, value, INT16_MIN, INT16_MAX, &number);
    node->value = (int16_t)number;
    return status;
}

static enum felt_status read_test(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *object, struct felt_expr *out)
{
    static const char *const fields[] = {"test", "ref", "cmp", "value"};
    struct genome_place place[4] = {
        {at, fields[0], 0}, {at, fields[1], 0}, {at, fields[2], 0}, {at, fields[3], 0}};
    const char *tests[FELT_TESTS], *refs[FELT_REFS], *cmps[FELT_CMPS];
    for (int i = 0; i < FELT_TESTS; i++) tests[i] = felt_test_word((enum felt_test)i);
    for (int i = 0; i < FELT_REFS; i++) refs[i] = felt_ref_word((enum felt_ref)i);
    for (int i = 0; i < FELT_CMPS; i++) cmps[i] = felt_cmp_word((enum felt_cmp)i);
    json_t *ref_word = member(object, "ref"), *cmp_word = member(object, "cmp");
    int32_t test = 0, ref = 0, cmp = FELT_EQ;
    enum felt_status status = verify_fields(reader, at, object, fields, COUNT(fields));
    if (status == FELT_OK)
        status = felt_genome_read_word(reader, &place[0], json_object_get(object, "test"), tests,
                                       FELT_TESTS, &test);
    ref = (int32_t)felt_genome_default_ref(test);
    if (status == FELT_OK && ref_word)
        status = felt_genome_read_word(reader, &place[1], ref_word, refs, FELT_REFS, &ref);
    if (status == FELT_OK && cmp_word)
        status = felt_genome_read_word(reader, &place[2], cmp_word, cmps, FELT_CMPS, &cmp);
    if (status != FELT_OK) return status;
    struct felt_expr_node node = {
        .op = FELT_EXPR_TEST, .test = (uint8_t)test, .ref = (uint8_t)ref, .cmp = (uint8_t)cmp};
    status = read_value(reader, &place[3], member(object, "value"), &node);
    return status == FELT_OK ? push(reader, at, &node, out) : status;
}

/* ---- tests of the older dialects ---- */

/* "top_discard", "tableau", ...; a zone of cards that are compared is its visible card. */
static enum felt_status read_old_ref(struct genome_reader *reader, const struct genome_place *at,
                                     const json_t *value, struct felt_expr_node *node)
{
    static const struct {
        const char *word;
        uint8_t zone, card;
    } words[] = {
        {"deck", FELT_REF_DECK, FELT_REF_TOP},
        {"hand", FELT_REF_SELF, FELT_REF_TOP},
        {"discard", FELT_REF_DISCARD, FELT_REF_TOP},
        {"table", FELT_REF_TABLE, FELT_REF_ANY},
        {"opponent", FELT_REF_OTHERS, FELT_REF_TOP},
        {"captured", FELT_REF_CAPTURED, FELT_REF_ANY},
        {"top_discard", FELT_REF_DISCARD, FELT_REF_TOP},
        {"last_played", FELT_REF_DISCARD, FELT_REF_TOP},
        {"lead", FELT_REF_TABLE, FELT_REF_LED},
    };
    const char *names[COUNT(words)];
    char word[GENOME_WORD_BYTES];
    if (!json_is_string(value))
        return felt_genome_refuse(reader, at, FELT_BAD_FORMAT, "take a text, as in \"deck\"");
    felt_legacy_word(json_string_value(value), word);
    for (int i = 0; i < COUNT(words); i++) {
        names[i] = words[i].word;
        if (strcmp(words[i].word, word) != 0) continue;
        if (node->test == FELT_TEST_ZONE_SIZE) node->ref = words[i].zone;
        if (felt_genome_default_ref(node->test) == FELT_REF_TOP) node->ref = words[i].card;
        if (node->test == FELT_TEST_ZONE_SIZE && node->ref <= FELT_REF_OTHERS)
            node->test = FELT_TEST_HAND_SIZE;
        return FELT_OK;
    }
    return felt_genome_refuse_word(reader, at, json_string_value(value), names, COUNT(names));
}

static enum felt_status read_old_cmp(struct genome_reader *reader, const struct genome_place *at,
                                     const json_t *value, uint8_t *out)
{
    static const char *const signs[FELT_CMPS] = {"==", "!=", "<", ">", "<=", ">="};
    static const char *const names[FELT_CMPS] = {"eq", "ne", "lt", "gt", "le", "ge"};
    int32_t cmp = 0;
    for (int i = 0; i < FELT_CMPS && json_is_string(value); i++)
        if (!strcmp(json_string_value(value), signs[i])) {
            *out = (uint8_t)i;
            return FELT_OK;
        }
    enum felt_status status = felt_genome_read_word(reader, at, value, names, FELT_CMPS, &cmp);
    if (status == FELT_OK) *out = (uint8_t)cmp;
    return status;
}

static enum felt_status read_old_test(struct genome_reader *reader, const struct genome_place *at,
                                      json_t *object, struct felt_expr *out)
{
    static const char *const fields[] = {"type",  "condition_type", "op_code", "operator",
                                         "value", "reference",      "ref_loc"};
    const char *name = member(object, "condition_type") ? "condition_type" : "op_code";
    const char *ref = member(object, "reference") ? "reference" : "ref_loc";
    struct genome_place name_at = {at, name, 0}, value_at = {at, "value", 0}, ref_at = {at, ref, 0},
                        cmp_at = {at, "operator", 0};
    json_t *value = member(object, "value"), *refers = member(object, ref),
           *cmp = member(object, "operator");
    struct felt_expr_node node[4];
    enum felt_status status = verify_fields(reader, at, object, fields, COUNT(fields));
    if (status != FELT_OK) return status;
    const char *word = json_string_value(json_object_get(object, name));
    int count = word ? felt_legacy_test(word, node) : 0;
    if (count == 0) {
        char quoted[FELT_QUOTE_BYTES];
        felt_quote(word ? word : "", word ? strlen(word) : 0, quoted);
        return felt_genome_refuse(reader, &name_at, FELT_UNSUPPORTED,
                                  "a condition \"%s\" has no meaning here", quoted);
    }
    if (tests_card(node[0].test) && value == NULL) { /* the card may stand there instead */
        value = refers;
        refers = NULL;
        value_at.key = ref;
    }
    if (count == 1 && refers && felt_genome_default_ref(node[0].test) != FELT_REF_SELF)
        status = read_old_ref(reader, &ref_at, refers, &node[0]);
    if (status == FELT_OK && count == 1 && cmp)
        status = read_old_cmp(reader, &cmp_at, cmp, &node[0].cmp);
    if (status == FELT_OK && count == 1) status = read_value(reader, &value_at, value, &node[0]);
    for (int i = 0; i < count && status == FELT_OK; i++) status = push(reader, at, &node[i], out);
    return status;
}

/* ---- any node ---- */

static enum felt_status read_node(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *value, struct felt_expr *out)
{
    if (member(value, "op")) return read_op(reader, at, value, "op", "args", out);
    if (member(value, "test")) return read_test(reader, at, value, out);
    if (reader->legacy && member(value, "logic"))
        return read_op(reader, at, value, "logic", "conditions", out);
    if (reader->legacy && (member(value, "condition_type") || member(value, "op_code")))
        return read_old_test(reader, at, value, out);
    return felt_genome_refuse(reader, at, FELT_BAD_FORMAT,
                              "take {\"test\":...,\"cmp\":...,\"value\":...} or "
                              "{\"op\":\"and\",\"args\":[...]}");
}

enum felt_status felt_genome_read_expr(struct genome_reader *reader, const struct genome_place *at,
                                       json_t *value, struct felt_expr *out)
{
    memset(out, 0, sizeof *out);
    return read_node(reader, at, value, out);
}
