/* random_genome.c -- see random_genome.h.
 *
 * Unknown fields are put together here in the form in which genome.extra_text holds them (members
 * of an object, compact, sorted), and not by calling the reader. */
#include "random_genome.h"

#include "felt/buffer.h"

#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static int below(struct felt_rng *rng, int bound)
{
    return (int)felt_rng_below(rng, (uint32_t)bound);
}

static int between(struct felt_rng *rng, int64_t min, int64_t max)
{
    return (int)(min + (int64_t)felt_rng_below(rng, (uint32_t)(max - min + 1)));
}

static bool chance(struct felt_rng *rng, int one_in)
{
    return below(rng, one_in) == 0;
}

/* ---- texts ---- */

static const char *const letters[] = {
    "a", "Z", "0", " ", "-", "\xC3\xBC", "\xE2\x99\xA0", "/", "~", "'", "\x7F", "\xF0\x9F\x82\xA1"};

static void random_name(struct felt_rng *rng, char out[FELT_GENOME_NAME_BYTES])
{
    struct felt_buffer name = felt_buffer_make(out, FELT_GENOME_NAME_BYTES - 1);
    for (int i = below(rng, 24); i > 0; i--)
        felt_buffer_text(&name, chance(rng, 8) ? (chance(rng, 2) ? "\"" : "\\\n")
                                               : letters[below(rng, COUNT(letters))]);
    out[name.used] = '\0';
}

/* ---- unknown fields ---- */

static void random_value(struct felt_rng *rng, struct felt_buffer *out, int depth)
{
    static const char *const plain[] = {"null",
                                        "true",
                                        "false",
                                        "0",
                                        "-1",
                                        "0.1",
                                        "-0.0",
                                        "1e300",
                                        "2.5e-7",
                                        "9223372036854775807",
                                        "\"\"",
                                        "\"\\u0001\\n\\\"\"",
                                        "\"\xE2\x99\xA0\"",
                                        "[]",
                                        "{}"};
    int kind = below(rng, depth > 0 ? 8 : 6);
    if (kind < 6) {
        felt_buffer_text(out, plain[below(rng, COUNT(plain))]);
    } else if (kind == 6) {
        felt_buffer_char(out, '[');
        random_value(rng, out, depth - 1);
        felt_buffer_char(out, ',');
        random_value(rng, out, depth - 1);
        felt_buffer_char(out, ']');
    } else {
        felt_buffer_text(out, "{\"B\":");
        random_value(rng, out, depth - 1);
        felt_buffer_text(out, ",\"b\":");
        random_value(rng, out, depth - 1);
        felt_buffer_char(out, '}');
    }
}

/* `inner`, if there is one, is the object within that has unknown fields of its own; its name is
 * between "a/b" and "z". */
static void random_members(struct felt_rng *rng, struct felt_buffer *out, const char *inner)
{
    static const char *const keys[] = {"", "Comment", "a/b", NULL, "z\\\"\\\\", "\xC3\xBC"};
    bool first = true;
    for (int i = 0; i < COUNT(keys); i++) {
        if (!chance(rng, 3) || (keys[i] == NULL && inner == NULL)) continue;
        if (!first) felt_buffer_char(out, ',');
        first = false;
        felt_buffer_char(out, '"');
        felt_buffer_text(out, keys[i] ? keys[i] : inner);
        felt_buffer_text(out, keys[i] ? "\":" : "\":{\"why\":");
        random_value(rng, out, 3);
        if (keys[i] == NULL) felt_buffer_char(out, '}');
    }
}

/* Mostly none; else new ones, as long as there is room, or those of another part. */
static uint16_t random_extra(struct felt_rng *rng, struct felt_genome *genome, const char *inner)
{
    char text[512];
    struct felt_buffer members = felt_buffer_make(text, sizeof text);
    if (!chance(rng, 4)) return 0;
    random_members(rng, &members, inner);
    size_t room = sizeof genome->extra_text - genome->extra_bytes;
    if (members.overflow || members.used == 0 || members.used >= room) return 0;
    uint16_t at = genome->extra_bytes;
    memcpy(genome->extra_text + at, text, members.used);
    genome->extra_text[at + members.used] = '\0';
    genome->extra_bytes = (uint16_t)(at + members.used + 1);
    return at;
}

/* ---- genes ---- */

static void random_genes(struct felt_rng *rng, struct felt_genome *genome,
                         enum felt_section section, const char *inner, struct felt_genes *out)
{
    int count;
    const struct felt_gene_row *row = felt_genes_of(section, &count);
    felt_genes_init(out, section);
    for (int i = 0; i < count; i++) {
        switch (below(rng, 6)) {
        case 0: out->gene[i] = row[i].min; break;
        case 1: out->gene[i] = row[i].max; break;
        case 2:
        case 3: break;
        default: out->gene[i] = between(rng, row[i].min, row[i].max);
        }
        /* A number out of its range is the validator's business: it is kept as it is. */
        if (row[i].kind == FELT_GENE_INT && chance(rng, 50))
            out->gene[i] = chance(rng, 2) ? INT32_MIN : INT32_MAX;
    }
    out->extra = random_extra(rng, genome, inner);
}

/* ---- expressions ---- */

static void random_test(struct felt_rng *rng, struct felt_expr_node *out)
{
    *out = (struct felt_expr_node){
        .op = FELT_EXPR_TEST,
        .test = (uint8_t)below(rng, FELT_TESTS),
        .ref = (uint8_t)below(rng, FELT_REFS),
        .cmp = (uint8_t)below(rng, FELT_CMPS),
        .value = (int16_t)(chance(rng, 4) ? between(rng, INT16_MIN, INT16_MAX) : below(rng, 20))};
    if (out->test == FELT_TEST_CARD_RANK) out->value = (int16_t)below(rng, FELT_RANKS);
    if (out->test == FELT_TEST_CARD_SUIT) out->value = (int16_t)below(rng, FELT_SUITS);
}

/* An expression of at most `room` nodes; returns how many it has. */
static int grow(struct felt_rng *rng, struct felt_expr *out, int depth, int room)
{
    if (depth == 1 || room < 2 || chance(rng, 3)) {
        random_test(rng, &out->node[out->count++]);
        return 1;
    }
    int op = FELT_EXPR_AND + below(rng, 3), used = 1;
    int most = op == FELT_EXPR_NOT ? 1 : room - 1 < 4 ? room - 1 : 4, args = 1 + below(rng, most);
    for (int i = 0; i < args; i++) used += grow(rng, out, depth - 1, room - used - (args - 1 - i));
    out->node[out->count++] = (struct felt_expr_node){.op = (uint8_t)op, .args = (uint8_t)args};
    return used;
}

static void random_expr(struct felt_rng *rng, struct felt_expr *out)
{
    /* Now and then as deep as its nodes allow, which only a validator minds. */
    int depth = chance(rng, 30) ? FELT_EXPR_NODES_MAX : FELT_EXPR_DEPTH_MAX;
    if (chance(rng, 2)) grow(rng, out, depth, FELT_EXPR_NODES_MAX);
}

/* ---- the genome ---- */

static void random_phase(struct felt_rng *rng, struct felt_genome *genome,
                         struct felt_genome_phase *out)
{
    int type = below(rng, FELT_PHASE_TYPES);
    felt_phase_init(out, (enum felt_phase_type)type);
    random_genes(rng, genome, (enum felt_section)(FELT_SECTION_PHASE + type), NULL, &out->genes);
    random_expr(rng, &out->condition);
    if (type == FELT_PHASE_TYPE_PLAY || type == FELT_PHASE_TYPE_CLAIM ||
        type == FELT_PHASE_TYPE_DISCARD)
        random_expr(rng, &out->valid);
}

static void random_parts(struct felt_rng *rng, struct felt_genome *out)
{
    random_genes(rng, out, FELT_SECTION_PLAYERS, NULL, &out->players);
    random_genes(rng, out, FELT_SECTION_DECK, NULL, &out->deck);
    random_genes(rng, out, FELT_SECTION_SETUP, NULL, &out->setup);
    random_genes(rng, out, FELT_SECTION_SESSION, NULL, &out->session);
    random_genes(rng, out, FELT_SECTION_EVALUATION, NULL, &out->evaluation);
    if (chance(rng, 3)) out->deck_cards = felt_rng_next(rng) & FELT_CARDS_ALL;
    if (chance(rng, 3)) out->wild_ranks = (uint16_t)below(rng, 1 << FELT_RANKS);
    for (int rank = 0; rank < FELT_RANKS && chance(rng, 2); rank++)
        out->values[rank] = (int16_t)between(rng, INT16_MIN, INT16_MAX);
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX && chance(rng, 2); seat++)
        out->teams[seat] = (uint8_t)below(rng, FELT_GENOME_SEATS_MAX + 1);
    out->legacy_deck = chance(rng, 3);
}

void random_genome(struct felt_rng *rng, struct felt_genome *out)
{
    felt_genome_init(out);
    random_name(rng, out->name);
    random_parts(rng, out);
    out->phases = (uint8_t)below(rng, FELT_PHASES_MAX + 1);
    out->effects = (uint8_t)below(rng, FELT_EFFECTS_MAX + 1);
    out->scorings = (uint8_t)below(rng, FELT_SCORINGS_MAX + 1);
    out->wins = (uint8_t)below(rng, FELT_WINS_MAX + 1);
    out->patterns = (uint8_t)below(rng, FELT_PATTERNS_MAX + 1);
    for (int i = 0; i < out->phases; i++) {
        random_phase(rng, out, &out->phase[i]);
        if (i > 0 && chance(rng, 10)) out->phase[i] = out->phase[i - 1]; /* they share extras */
    }
    for (int i = 0; i < out->effects; i++)
        random_genes(rng, out, FELT_SECTION_EFFECT, "trigger", &out->effect[i]);
    for (int i = 0; i < out->scorings; i++)
        random_genes(rng, out, FELT_SECTION_SCORING, "match", &out->scoring[i]);
    for (int i = 0; i < out->wins; i++)
        random_genes(rng, out, FELT_SECTION_WIN, "card", &out->win[i]);
    for (int i = 0; i < out->patterns; i++)
        random_genes(rng, out, FELT_SECTION_PATTERN, NULL, &out->pattern[i]);
    random_expr(rng, &out->hand_end);
    out->extra = random_extra(rng, out, "turn_structure");
}
