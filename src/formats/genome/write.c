/* write.c -- genomes as JSON: the canonical form.
 *
 * Made for people and for comparing: a section, a phase, an effect ... is a line; keys stand in one
 * order; a gene that has its default is left out unless its row says `always`, and so is a section
 * that says nothing, but for those that every genome has.  Unknown fields come last, sorted.
 *
 * Each line is a document of the JSON writer; what holds the lines together is written here. */
#include "felt/genome_json.h"

#include "felt/assert.h"
#include "felt/json.h"
#include "formats/genome/parts.h"

#include <string.h>

/* ---- unknown fields ---- */

static const char *extra_of(const struct felt_genome *genome, uint16_t extra)
{
    felt_assert(extra < genome->extra_bytes || extra == 0);
    return extra ? genome->extra_text + extra : "";
}

static bool has_key(const struct genome_kept *kept, const char *key)
{
    return strlen(key) == kept->key_bytes && !memcmp(key, kept->key, kept->key_bytes);
}

/* Unknown fields within a member that is known, without the braces of its object; "" if there are
 * none. */
static struct genome_kept find_within(const char *extra, const char *key)
{
    struct genome_kept kept;
    while (felt_genome_next_kept(&extra, &kept)) {
        if (!has_key(&kept, key)) continue;
        felt_assert(kept.value_bytes > 2 && kept.value[0] == '{');
        kept.value++;
        kept.value_bytes -= 2;
        return kept;
    }
    return (struct genome_kept){.value = ""};
}

/* Members that are JSON already, as the last ones of an object. */
static void splice(struct felt_json *json, const char *members, size_t bytes)
{
    bool first = !(json->has_item >> json->depth & 1);
    if (bytes == 0) return;
    if (!first) felt_buffer_char(json->out, ',');
    felt_buffer_bytes(json->out, members, bytes);
    json->has_item |= UINT32_C(1) << json->depth;
}

/* The unknown fields of an object, but those within `inner` (or NULL), which stand there. */
static void splice_extra(struct felt_json *json, const char *extra, const char *inner)
{
    struct genome_kept kept;
    while (felt_genome_next_kept(&extra, &kept)) {
        const char *end = kept.value + kept.value_bytes;
        if (inner && has_key(&kept, inner)) continue;
        splice(json, kept.key - 1, (size_t)(end - (kept.key - 1)));
    }
}

/* ---- genes ---- */

static void write_rank(struct felt_json *json, int rank)
{
    char letter = felt_rank_letter(rank);
    felt_json_text_n(json, &letter, 1);
}

static void write_suit(struct felt_json *json, int suit)
{
    felt_assert(suit >= 0 && suit < FELT_SUITS);
    felt_json_text_n(json, &"CDHS"[suit], 1);
}

static void write_gene(struct felt_json *json, const struct felt_gene_row *row, int32_t gene)
{
    felt_json_key(json, row->key);
    if (row->kind != FELT_GENE_INT) felt_assert(gene >= row->min && gene <= row->max); /* N1 */
    switch ((enum felt_gene_kind)row->kind) {
    case FELT_GENE_INT: felt_json_int(json, gene); break;
    case FELT_GENE_BOOL: felt_json_bool(json, gene); break;
    case FELT_GENE_WORD: felt_json_text(json, row->words[gene]); break;
    case FELT_GENE_RANK: write_rank(json, gene); break;
    case FELT_GENE_SUIT: write_suit(json, gene); break;
    }
}

static bool is_card(const struct felt_gene_row *row)
{
    return row->kind == FELT_GENE_RANK || row->kind == FELT_GENE_SUIT;
}

/* The object `inner` that holds rank and suit of effects, scorings and wins: rows[0] and rows[1].
 * It is left out if it is empty. */
static void write_card(struct felt_json *json, const struct felt_gene_row *rows,
                       const int32_t *gene, const char *inner, const char *extra)
{
    struct genome_kept within = find_within(extra, inner);
    if (gene[0] == FELT_GENE_NONE && gene[1] == FELT_GENE_NONE && within.value_bytes == 0) return;
    felt_json_key(json, inner);
    felt_json_object(json);
    for (int i = 0; i < 2; i++)
        if (gene[i] != FELT_GENE_NONE) write_gene(json, &rows[i], gene[i]);
    splice(json, within.value, within.value_bytes);
    felt_json_end(json);
}

/* All genes of a section.  With an `inner` object, its rank and its suit stand in it. */
static void write_genes(struct felt_json *json, const struct felt_genes *genes,
                        enum felt_section section, const char *inner, const char *extra)
{
    int count;
    const struct felt_gene_row *row = felt_genes_of(section, &count);
    for (int i = 0; i < count; i++) {
        if (inner && is_card(&row[i])) {
            if (row[i].kind == FELT_GENE_RANK)
                write_card(json, &row[i], &genes->gene[i], inner, extra);
        } else if (row[i].always || genes->gene[i] != row[i].otherwise) {
            write_gene(json, &row[i], genes->gene[i]);
        }
    }
}

/* Does a section say anything? */
static bool says_something(const struct felt_genes *genes, enum felt_section section)
{
    int count;
    const struct felt_gene_row *row = felt_genes_of(section, &count);
    for (int i = 0; i < count; i++)
        if (genes->gene[i] != row[i].otherwise) return true;
    return genes->extra != 0;
}

/* ---- expressions ---- */

static bool compares(int test)
{
    return test <= FELT_TEST_CARD_SUIT && test != FELT_TEST_IS_LEADER;
}

static void write_test(struct felt_json *json, const struct felt_expr_node *node)
{
    bool always = compares(node->test);
    felt_json_object(json);
    felt_json_key(json, "test");
    felt_json_text(json, felt_test_word((enum felt_test)node->test));
    if (node->ref != FELT_REF_SELF || felt_genome_default_ref(node->test) != FELT_REF_SELF) {
        felt_json_key(json, "ref");
        felt_json_text(json, felt_ref_word((enum felt_ref)node->ref));
    }
    if (always || node->cmp != FELT_EQ) {
        felt_json_key(json, "cmp");
        felt_json_text(json, felt_cmp_word((enum felt_cmp)node->cmp));
    }
    if (always || node->value != 0) {
        felt_json_key(json, "value");
        if (node->test == FELT_TEST_CARD_RANK)
            write_rank(json, node->value);
        else if (node->test == FELT_TEST_CARD_SUIT)
            write_suit(json, node->value);
        else
            felt_json_int(json, node->value);
    }
    felt_json_end(json);
}

/* Writes the node at `root`, which ends its part of the list; first[i] is where that of node i
 * begins. */
static void write_node(struct felt_json *json, const struct felt_expr *expr, const uint8_t *first,
                       int root)
{
    static const char *const ops[] = {"and", "or", "not"};
    const struct felt_expr_node *node = &expr->node[root];
    int arg[FELT_EXPR_NODES_MAX];
    if (node->op == FELT_EXPR_TEST) {
        write_test(json, node);
        return;
    }
    for (int i = node->args - 1, at = root - 1; i >= 0; at = first[at] - 1, i--) arg[i] = at;
    felt_json_object(json);
    felt_json_key(json, "op");
    felt_json_text(json, ops[node->op - FELT_EXPR_AND]);
    felt_json_key(json, "args");
    felt_json_array(json);
    for (int i = 0; i < node->args; i++) write_node(json, expr, first, arg[i]);
    felt_json_end(json);
    felt_json_end(json);
}

static void write_expr(struct felt_json *json, const struct felt_expr *expr)
{
    uint8_t first[FELT_EXPR_NODES_MAX], open[FELT_EXPR_NODES_MAX];
    int opened = 0;
    felt_assert(expr->count <= FELT_EXPR_NODES_MAX);
    for (int i = 0; i < expr->count; i++) {
        int args = expr->node[i].op == FELT_EXPR_TEST ? 0 : expr->node[i].args;
        felt_assert(expr->node[i].op == FELT_EXPR_TEST || args > 0);
        felt_assert(args <= opened);
        opened -= args;
        first[i] = args ? open[opened] : (uint8_t)i;
        open[opened++] = first[i];
    }
    felt_assert(opened == 1); /* one expression */
    write_node(json, expr, first, expr->count - 1);
}

static void write_key_expr(struct felt_json *json, const char *key, const struct felt_expr *expr)
{
    if (expr->count == 0) return;
    felt_json_key(json, key);
    write_expr(json, expr);
}

/* ---- lines ---- */

/* What is written, and whether a line was. */
struct page {
    const struct felt_genome *genome;
    struct felt_buffer *out;
    bool begun;
};

/* `  "key": ` on a line of its own; the value follows. */
static void begin_line(struct page *page, const char *key, size_t bytes)
{
    felt_buffer_text(page->out, page->begun ? ",\n  \"" : "{\n  \"");
    felt_buffer_bytes(page->out, key, bytes);
    felt_buffer_text(page->out, "\": ");
    page->begun = true;
}

static struct felt_json begin_value(struct page *page, const char *key)
{
    begin_line(page, key, strlen(key));
    return felt_json_make(page->out);
}

/* A section that is one object: what stands in it besides genes comes between. */
static struct felt_json begin_section(struct page *page, const struct felt_genes *genes,
                                      enum felt_section section)
{
    struct felt_json json = begin_value(page, felt_section_word(section));
    felt_json_object(&json);
    write_genes(&json, genes, section, NULL, "");
    return json;
}

static void end_section(const struct page *page, struct felt_json *json,
                        const struct felt_genes *genes)
{
    splice_extra(json, extra_of(page->genome, genes->extra), NULL);
    felt_json_end(json);
}

static void write_deck(struct page *page)
{
    const struct felt_genome *genome = page->genome;
    if (!says_something(&genome->deck, FELT_SECTION_DECK) && genome->deck_cards == 0) return;
    struct felt_json json = begin_section(page, &genome->deck, FELT_SECTION_DECK);
    if (genome->deck_cards) {
        felt_json_key(&json, "cards");
        felt_json_array(&json);
        for (felt_cards left = genome->deck_cards; left;) {
            char card[FELT_CARD_TEXT_BYTES];
            felt_card_write(felt_cards_take(&left), card);
            felt_json_text(&json, card);
        }
        felt_json_end(&json);
    }
    end_section(page, &json, &genome->deck);
}

static void write_setup(struct page *page)
{
    const struct felt_genome *genome = page->genome;
    struct felt_json json = begin_section(page, &genome->setup, FELT_SECTION_SETUP);
    if (genome->wild_ranks) {
        felt_json_key(&json, "wild_cards");
        felt_json_array(&json);
        for (int rank = 0; rank < FELT_RANKS; rank++)
            if (genome->wild_ranks >> rank & 1) write_rank(&json, rank);
        felt_json_end(&json);
    }
    if (genome->legacy_deck) {
        felt_json_key(&json, "initial_deck");
        felt_json_text(&json, "standard_52");
    }
    end_section(page, &json, &genome->setup);
}

/* One object with the genes of an item of a list. */
static void write_item(struct felt_buffer *out, const struct felt_genome *genome,
                       const struct felt_genes *genes, enum felt_section section, const char *inner)
{
    struct felt_json json = felt_json_make(out);
    const char *extra = extra_of(genome, genes->extra);
    felt_json_object(&json);
    write_genes(&json, genes, section, inner, extra);
    splice_extra(&json, extra, inner);
    felt_json_end(&json);
}

static bool has_values(const struct felt_genome *genome)
{
    struct felt_genome plain;
    felt_genome_init(&plain);
    return memcmp(plain.values, genome->values, sizeof plain.values) != 0;
}

static void write_evaluation(struct page *page)
{
    const struct felt_genome *genome = page->genome;
    bool values = has_values(genome);
    if (!says_something(&genome->evaluation, FELT_SECTION_EVALUATION) && !values &&
        genome->patterns == 0)
        return;
    struct felt_json json = begin_section(page, &genome->evaluation, FELT_SECTION_EVALUATION);
    if (values) {
        felt_json_key(&json, "values");
        felt_json_array(&json);
        for (int rank = 0; rank < FELT_RANKS; rank++) felt_json_int(&json, genome->values[rank]);
        felt_json_end(&json);
    }
    if (genome->patterns) {
        felt_json_key(&json, felt_section_word(FELT_SECTION_PATTERN));
        felt_json_array(&json);
        for (int i = 0; i < genome->patterns; i++) {
            felt_json_object(&json);
            write_genes(&json, &genome->pattern[i], FELT_SECTION_PATTERN, NULL, "");
            end_section(page, &json, &genome->pattern[i]);
        }
        felt_json_end(&json);
    }
    end_section(page, &json, &genome->evaluation);
}

/* ---- lists ---- */

static void write_items(struct page *page, const struct felt_genes *items, int count,
                        enum felt_section section, const char *inner, bool always)
{
    if (count == 0 && !always) return;
    const char *word = felt_section_word(section);
    begin_line(page, word, strlen(word));
    felt_buffer_text(page->out, "[");
    for (int i = 0; i < count; i++) {
        felt_buffer_text(page->out, i ? ",\n    " : "\n    ");
        write_item(page->out, page->genome, &items[i], section, inner);
    }
    felt_buffer_text(page->out, count ? "\n  ]" : "]");
}

static void write_phase(struct page *page, const struct felt_genome_phase *phase)
{
    enum felt_section section = (enum felt_section)(FELT_SECTION_PHASE + phase->type);
    struct felt_json json = felt_json_make(page->out);
    felt_json_object(&json);
    felt_json_key(&json, "type");
    felt_json_text(&json, felt_section_word(section));
    write_genes(&json, &phase->genes, section, NULL, "");
    write_key_expr(&json, "condition", &phase->condition);
    write_key_expr(&json, "valid", &phase->valid);
    end_section(page, &json, &phase->genes);
}

static void write_phases(struct page *page)
{
    const struct felt_genome *genome = page->genome;
    struct genome_kept within = find_within(extra_of(genome, genome->extra), "turn_structure");
    begin_line(page, "turn_structure", strlen("turn_structure"));
    felt_buffer_text(page->out, "{\"phases\": [");
    for (int i = 0; i < genome->phases; i++) {
        felt_buffer_text(page->out, i ? ",\n    " : "\n    ");
        write_phase(page, &genome->phase[i]);
    }
    felt_buffer_text(page->out, genome->phases ? "\n  ]" : "]");
    if (within.value_bytes) felt_buffer_char(page->out, ',');
    felt_buffer_bytes(page->out, within.value, within.value_bytes);
    felt_buffer_char(page->out, '}');
}

static void write_teams(struct page *page)
{
    const uint8_t *teams = page->genome->teams;
    int last = 0;
    for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++)
        if (teams[seat] > last) last = teams[seat];
    if (last == 0) return;
    felt_assert(last <= FELT_GENOME_SEATS_MAX);
    struct felt_json json = begin_value(page, "teams");
    felt_json_array(&json);
    for (int team = 1; team <= last; team++) {
        felt_json_array(&json);
        for (int seat = 0; seat < FELT_GENOME_SEATS_MAX; seat++)
            if (teams[seat] == team) felt_json_int(&json, seat);
        felt_json_end(&json);
    }
    felt_json_end(&json);
}

/* ---- the whole ---- */

static void write_head(struct page *page)
{
    struct felt_json json = begin_value(page, "format");
    felt_json_text(&json, "betlab.genome");
    json = begin_value(page, "version");
    felt_json_int(&json, 1);
    json = begin_value(page, "name");
    felt_json_text(&json, page->genome->name);
}

static void write_root_extra(struct page *page)
{
    const char *extra = extra_of(page->genome, page->genome->extra);
    struct genome_kept kept;
    while (felt_genome_next_kept(&extra, &kept)) {
        if (has_key(&kept, "turn_structure")) continue;
        begin_line(page, kept.key, kept.key_bytes);
        felt_buffer_bytes(page->out, kept.value, kept.value_bytes);
    }
}

enum felt_status felt_genome_json_write(const struct felt_genome *genome, struct felt_buffer *out)
{
    struct page page = {genome, out, false};
    size_t before = out->used;
    write_head(&page);
    struct felt_json json = begin_section(&page, &genome->players, FELT_SECTION_PLAYERS);
    end_section(&page, &json, &genome->players);
    write_deck(&page);
    write_setup(&page);
    if (says_something(&genome->session, FELT_SECTION_SESSION)) {
        json = begin_section(&page, &genome->session, FELT_SECTION_SESSION);
        end_section(&page, &json, &genome->session);
    }
    write_phases(&page);
    write_items(&page, genome->effect, genome->effects, FELT_SECTION_EFFECT, "trigger", false);
    write_items(&page, genome->scoring, genome->scorings, FELT_SECTION_SCORING, "match", false);
    write_evaluation(&page);
    write_items(&page, genome->win, genome->wins, FELT_SECTION_WIN, "card", true);
    write_teams(&page);
    if (genome->hand_end.count) {
        json = begin_value(&page, "hand_end");
        write_expr(&json, &genome->hand_end);
    }
    write_root_extra(&page);
    felt_buffer_text(out, "\n}\n");
    /* More than that could not be read again. */
    return out->overflow || out->used - before > FELT_GENOME_TEXT_MAX ? FELT_FULL : FELT_OK;
}
