/* test_lab_rulebook.c -- rulebooks: golden ones, the same words in both forms, no game that does
 * what its rulebook does not say (W1), and no two games with the same rulebook.
 *
 * What a rulebook leaves out must not matter.  That is tried by playing: a game with the thing and
 * one without it, the same cards, the same choices of chance; they must be the same, move by move.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "felt/hash.h"
#include "lab/search/operators.h"
#include "lab/rulebook/rulebook.h"
#include "module.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    INVENTED = 300,   /* genomes made of nothing      */
    MUTATED = 300,    /* genomes made of known ones   */
    GAMES = 3,        /* with the fewest and with the most players */
    MOVES_MAX = 1200, /* of a game, as far as we look */
    CHANGED = 200     /* genomes each gene of which is changed */
};

/* Complaints are counted, so that one run shows them all. */
static int complaints;
#define COMPLAIN(...) (complaints++, print_error(__VA_ARGS__))

static char first_text[FELT_RULEBOOK_BYTES], second_text[FELT_RULEBOOK_BYTES];

static const char *write_book(const struct felt_genome *genome, enum felt_rulebook_form form,
                              char memory[FELT_RULEBOOK_BYTES])
{
    struct felt_buffer out = felt_buffer_make(memory, FELT_RULEBOOK_BYTES);
    const struct felt_rulebook book = {.genome = genome};
    felt_rulebook_write(&book, form, &out);
    assert_false(out.overflow);
    return felt_buffer_terminate(&out);
}

static const struct felt_lab_known *known_named(const char *name)
{
    for (int i = 0; i < felt_lab_known_count(); i++)
        if (!strcmp(felt_lab_known_at(i)->name, name)) return felt_lab_known_at(i);
    fail_msg("there is no known game %s", name);
    return NULL;
}

static void read_known(const struct felt_lab_known *known, struct felt_genome *out)
{
    assert_int_equal(felt_genome_json_read(known->text, known->bytes, out, NULL), FELT_OK);
}

/* The known games, then invented ones, then known ones changed a few times. */
static int genomes(void)
{
    return felt_lab_known_count() + INVENTED + MUTATED;
}

static void genome_at(int index, struct felt_genome *out)
{
    int known = felt_lab_known_count();
    struct felt_rng rng = felt_rng_make((uint64_t)index);
    if (index < known) {
        read_known(felt_lab_known_at(index), out);
    } else if (index < known + INVENTED) {
        felt_genome_invent(&rng, out);
    } else {
        read_known(felt_lab_known_at(index % known), out);
        for (int i = 0; i < 6; i++)
            (void)felt_operator_apply(felt_operator_pick(&rng), out, &rng, 0);
    }
    assert_int_equal(felt_genome_verify(out, NULL, 0), 0);
}

/* ---- playing ---- */

/* What anybody could see, or has. */
static uint64_t look(const struct felt_genome_program *program,
                     const struct felt_genome_state *state, uint64_t hash)
{
    for (int seat = 0; seat < program->seats; seat++) {
        hash = felt_hash_word(hash, state->hand[seat]);
        hash = felt_hash_word(hash, (uint64_t)state->betting.stack[seat]);
        hash = felt_hash_word(hash, (uint64_t)(uint16_t)state->score[seat]);
    }
    hash = felt_hash_word(hash, state->table);
    hash = felt_hash_word(hash, (uint64_t)state->betting.pot);
    hash = felt_hash_word(hash, (uint64_t)(unsigned)state->actor << 16 |
                                    (unsigned)state->hands << 8 | state->winners);
    return hash;
}

/* A game of chance, up to MOVES_MAX moves.  `note` may be NULL. */
struct noted {
    uint32_t asked;   /* phases in which somebody decided                                     */
    uint32_t effects; /* types                                                                */
    bool chips, cut, capped;
};

static uint64_t play(const struct felt_genome_program *program, uint64_t seed, struct noted *note)
{
    static struct felt_event events[4096];
    struct felt_event_log log = {.event = events, .room = 4096};
    struct felt_rng rng = felt_rng_make(seed + 1);
    struct felt_genome_state state;
    uint64_t hash = 1;
    felt_genome_begin(program, NULL, seed, &state, &log);
    for (int moves = 0; state.actor >= 0 && moves < MOVES_MAX; moves++) {
        struct felt_moves legal;
        if (note) note->asked |= 1u << state.pc;
        felt_genome_moves(program, &state, &legal);
        int count = felt_moves_count(&legal);
        uint32_t chance = (uint32_t)(felt_rng_next(&rng) >> 32);
        hash = felt_hash_word(hash, legal.items ^ (uint64_t)legal.others << 7);
        log.count = 0;
        felt_genome_play(program, &state, felt_moves_pick(&legal, (int)(chance % (unsigned)count)),
                         &log);
        hash = look(program, &state, hash);
        for (uint32_t i = 0; note && i < log.count; i++) {
            if (events[i].kind == FELT_EVENT_EFFECT) note->effects |= 1u << events[i].to;
            note->chips |= events[i].kind == FELT_EVENT_ACT || events[i].kind == FELT_EVENT_ANTE ||
                           events[i].kind == FELT_EVENT_WIN || events[i].kind == FELT_EVENT_DEAD;
        }
    }
    if (note && state.actor < 0) {
        note->cut |= (state.flags & FELT_FLAG_CUT) != 0;
        note->capped |= state.hands >= program->session[FELT_SESSION_HANDS];
    }
    return hash;
}

/* Games with the fewest and with the most players. */
static uint64_t play_all(const struct felt_genome *genome, int games, struct noted *note)
{
    struct felt_genome_program program;
    uint64_t hash = 2;
    int min = genome->players.gene[FELT_PLAYERS_MIN], max = genome->players.gene[FELT_PLAYERS_MAX];
    for (int seats = min; seats <= max; seats += max > min ? max - min : 1) {
        felt_genome_compile(genome, seats, &program);
        for (int game = 0; game < games; game++)
            hash = felt_hash_word(hash, play(&program, (uint64_t)game + 77, note));
    }
    return hash;
}

/* A phase that is never entered. */
static void close_phase(struct felt_genome *genome, int index)
{
    struct felt_genome_phase *phase = &genome->phase[index];
    phase->condition.count = 1;
    phase->condition.node[0] = (struct felt_expr_node){.op = FELT_EXPR_TEST,
                                                       .test = FELT_TEST_HAND_SIZE,
                                                       .ref = FELT_REF_SELF,
                                                       .cmp = FELT_LT,
                                                       .value = 0};
}

/* ---- golden ---- */

static void rulebook_of_known_games_is_golden(void **state)
{
    static const char *const names[] = {"crazy-eights", "five-card-draw", "hearts"};
    struct felt_genome *genome = malloc(sizeof *genome);
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[1024];
        read_known(known_named(names[i]), genome);
        snprintf(path, sizeof path, "%s/rulebooks/%s.md", golden_folder(), names[i]);
        FILE *file = fopen(path, "r");
        if (!file) fail_msg("%s is not there", path);
        second_text[fread(second_text, 1, sizeof second_text - 1, file)] = 0;
        fclose(file);
        assert_string_equal(write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text), second_text);
    }
    free(genome);
}

/* ---- both forms ---- */

/* Words of letters, one blank between them; markup gone. */
static void words_of_markdown(const char *text, char *out)
{
    bool word = false;
    for (; *text; text++) {
        bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
        if (letter) *out++ = *text;
        if (!letter && word) *out++ = ' ';
        word = letter;
    }
    *out = 0;
}

static void words_of_html(const char *text, char *out)
{
    char *plain = malloc(strlen(text) + 1), *to = plain;
    static const struct {
        const char *entity;
        char c;
    } entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    const char *body = strstr(text, "<body>");
    assert_non_null(body);
    for (const char *at = body; *at;) {
        size_t skip = 0;
        for (size_t i = 0; *at == '&' && i < 4; i++)
            if (!strncmp(at, entities[i].entity, strlen(entities[i].entity)))
                *to++ = entities[i].c, skip = strlen(entities[i].entity);
        if (*at == '<') {
            skip = strcspn(at, ">") + 1;
            if (strncmp(at, "<strong>", 8) != 0 && strncmp(at, "</strong>", 9) != 0) *to++ = ' ';
        }
        if (skip == 0) *to++ = *at, skip = 1;
        at += skip;
    }
    *to = 0;
    words_of_markdown(plain, out);
    free(plain);
}

static void rulebook_forms_have_the_same_words(void **state)
{
    struct felt_genome *genome = malloc(sizeof *genome);
    char *a = malloc(FELT_RULEBOOK_BYTES), *b = malloc(FELT_RULEBOOK_BYTES);
    (void)state;
    for (int i = 0; i < genomes(); i += 3) {
        genome_at(i, genome);
        words_of_markdown(write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text), a);
        words_of_html(write_book(genome, FELT_RULEBOOK_HTML, second_text), b);
        assert_string_equal(strchr(a, ' '), strchr(b + 1, ' ')); /* but for the name */
        assert_null(strstr(second_text, "<script"));
        assert_null(strstr(second_text, "http"));
    }
    free(a);
    free(b);
    free(genome);
}

static void rulebook_foreign_names_are_text(void **state)
{
    struct felt_genome *genome = malloc(sizeof *genome);
    (void)state;
    read_known(known_named("war"), genome);
    snprintf(genome->name, sizeof genome->name, "<script>&\"*_\x01 [x](y)");
    write_book(genome, FELT_RULEBOOK_HTML, first_text);
    assert_non_null(strstr(first_text, "<h1>&lt;script&gt;&amp;&quot;*_\\x01 [x](y)</h1>"));
    assert_null(strstr(first_text, "<script"));
    write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text);
    assert_non_null(strstr(first_text, "# \\<script\\>\\&\"\\*\\_\\\\x01 \\[x\\](y)\n"));
    free(genome);
}

static void rulebook_has_example_and_hints(void **state)
{
    struct felt_genome *genome = malloc(sizeof *genome);
    struct felt_buffer out = felt_buffer_make(first_text, sizeof first_text);
    (void)state;
    read_known(known_named("kuhn"), genome);
    struct felt_rulebook book = {.genome = genome,
                                 .minutes = 10,
                                 .example = "hand 1, Anna starts\nAnna antes 1\n",
                                 .hints = 1,
                                 .hint = {"Folding pays."}};
    felt_rulebook_write(&book, FELT_RULEBOOK_MARKDOWN, &out);
    felt_buffer_terminate(&out);
    assert_non_null(strstr(first_text, "for two players, about ten minutes."));
    assert_non_null(strstr(first_text, "\n\n- Folding pays.\n"));
    assert_non_null(strstr(first_text, "```\nhand 1, Anna starts\nAnna antes 1\n```\n"));
    assert_null(strstr(write_book(genome, FELT_RULEBOOK_MARKDOWN, second_text), "Hints"));
    free(genome);
}

/* ---- what it speaks of ---- */

/* Words of the file format and of the program have no place in a rulebook. */
static void rulebook_has_no_words_of_the_program(void **state)
{
    static const char *const words[] = {"phase", "Phase", "cycle", "gene",     "_",
                                        "null",  "  ",    " ,",    " .",       "..",
                                        ",,",    ":.",    ",:",    "minus no", "%"};
    struct felt_genome *genome = malloc(sizeof *genome);
    (void)state;
    complaints = 0;
    for (int i = 0; i < genomes(); i++) {
        genome_at(i, genome);
        const char *text = write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text);
        text = strchr(text, '\n'); /* behind the name */
        for (size_t n = 0; n < sizeof words / sizeof words[0]; n++) {
            const char *at = strstr(text, words[n]);
            while (at && !strcmp(words[n], "  ") && at[2] == ' ') at = strstr(at + 4, "  ");
            while (at && !strcmp(words[n], "..") && at[2] == '.') at = strstr(at + 3, "..");
            if (at && strcmp(words[n], "  ") && strcmp(words[n], " ."))
                COMPLAIN("genome %d: \"%.60s\"\n", i, at > text + 20 ? at - 20 : text);
        }
    }
    free(genome);
    assert_int_equal(complaints, 0);
}

static void expect_same(const struct felt_genome *with, const struct felt_genome *without,
                        uint64_t before, int index, const char *what, int number)
{
    (void)with;
    if (play_all(without, GAMES, NULL) != before)
        COMPLAIN("genome %d: %s %d matters, and the rulebook does not speak of it\n", index, what,
                 number);
}

/* W1 by removal: what is not covered changes nothing. */
static void uncovered_is_unused(const struct felt_genome *genome,
                                const struct felt_rulebook_cover *cover, uint64_t before, int index)
{
    static struct felt_genome without;
    for (int i = 0; i < genome->phases; i++) {
        if (cover->phases >> i & 1) continue;
        without = *genome;
        close_phase(&without, i);
        expect_same(genome, &without, before, index, "phase", i);
    }
    for (int i = 0; i < genome->effects; i++) {
        if (cover->effects >> i & 1) continue;
        without = *genome;
        memmove(&without.effect[i], &without.effect[i + 1],
                (size_t)(genome->effects - 1 - i) * sizeof without.effect[0]);
        without.effects--;
        expect_same(genome, &without, before, index, "effect", i);
    }
    for (int i = 0; i < genome->scorings; i++) {
        if (cover->scorings >> i & 1) continue;
        without = *genome;
        without.scoring[i].gene[FELT_SCORING_POINTS] = 0;
        expect_same(genome, &without, before, index, "scoring", i);
    }
    if (!cover->evaluation && genome->evaluation.gene[FELT_EVAL_METHOD] != FELT_EVAL_NONE) {
        without = *genome;
        without.evaluation.gene[FELT_EVAL_LOW] ^= 1;
        expect_same(genome, &without, before, index, "evaluation", 0);
    }
    if (!cover->trump && genome->setup.gene[FELT_SETUP_TRUMP_MODE] == FELT_TRUMP_FIXED) {
        without = *genome;
        without.setup.gene[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_NONE;
        expect_same(genome, &without, before, index, "trump", 0);
    }
    if (!cover->wild && genome->wild_ranks) {
        without = *genome;
        without.wild_ranks = 0;
        expect_same(genome, &without, before, index, "wild", 0);
    }
}

static void rulebook_speaks_of_all_that_happens(void **state)
{
    struct felt_genome *genome = malloc(sizeof *genome);
    (void)state;
    complaints = 0;
    for (int i = 0; i < genomes(); i++) {
        struct felt_rulebook_cover cover;
        struct noted note = {0};
        genome_at(i, genome);
        felt_rulebook_covers(genome, &cover);
        uint64_t before = play_all(genome, GAMES, &note);
        if (note.asked & ~cover.phases)
            COMPLAIN("genome %d: phase %d asks, and is not covered\n", i,
                     __builtin_ctz(note.asked & ~cover.phases));
        for (int type = 0; type < 32; type++) {
            bool told = !(note.effects >> type & 1);
            for (int n = 0; n < genome->effects; n++)
                told |= genome->effect[n].gene[FELT_EFFECT_TYPE] == type &&
                        (cover.effects >> n & 1 || genome->effect[n].gene[FELT_EFFECT_VALUE] == 0 ||
                         genome->effect[n].gene[FELT_EFFECT_TARGET] == FELT_TARGET_SELF ||
                         type == FELT_EFFECT_FREE_CHECK || type == FELT_EFFECT_RAISE_CAP);
            if (!told) COMPLAIN("genome %d: an effect of type %d is not covered\n", i, type);
        }
        assert_int_equal(cover.wins, (1u << genome->wins) - 1);
        if (cover.evaluation && genome->evaluation.gene[FELT_EVAL_METHOD] == FELT_EVAL_PATTERN)
            assert_int_equal(cover.patterns, (1u << genome->patterns) - 1);
        if (note.chips) assert_true(cover.chips);
        if (note.cut || note.capped) {
            const char *text = write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text);
            if (note.capped && genome->session.gene[FELT_SESSION_MODE] == FELT_MODE_HANDS &&
                genome->session.gene[FELT_SESSION_HANDS] > 1)
                assert_non_null(strstr(text, "been played"));
            if (note.cut && !strstr(text, "moves is stopped"))
                COMPLAIN("genome %d is cut, and the rulebook does not say so\n", i);
        }
        uncovered_is_unused(genome, &cover, before, i);
    }
    free(genome);
    assert_int_equal(complaints, 0);
}

/* ---- games that differ have rulebooks that differ ---- */

/* Genes that matter and are not in the text. */
static const struct {
    int section, gene;
    const char *why;
} silent[] = {
    {FELT_SECTION_PHASE + FELT_PHASE_TYPE_DEAL, FELT_DEAL_FACE,
     "who may see a card is no part of what random players do"},
    {FELT_SECTION_DECK, FELT_DECK_KIND, "the cards of a custom deck may be those of a named one"},
    {FELT_SECTION_SETUP, FELT_SETUP_TRUMP_MODE,
     "a random trump that no trick asks for still takes from chance: other cards, the same game"},
};

static bool is_silent(int section, int gene)
{
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++)
        if (silent[i].section == section && silent[i].gene == gene) return silent[i].why != NULL;
    return false;
}

/* Another value of a gene: the next one up, or down from the highest. */
static void change_gene(struct felt_genome *genome, struct felt_genes *genes, int section,
                        const char *before, int index)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of((enum felt_section)section, &count);
    uint64_t played = 0;
    for (int i = 0; i < count; i++) {
        int32_t old = genes->gene[i];
        genes->gene[i] = old < rows[i].max ? old + 1 : old - 1;
        if (felt_genome_verify(genome, NULL, 0) == 0 &&
            !strcmp(before, write_book(genome, FELT_RULEBOOK_MARKDOWN, second_text)) &&
            !is_silent(section, i)) {
            uint64_t now = play_all(genome, GAMES, NULL);
            int32_t changed = genes->gene[i];
            genes->gene[i] = old;
            if (!played) played = play_all(genome, GAMES, NULL);
            if (now != played)
                COMPLAIN("genome %d: %s.%s %d -> %d changes the game and not its rulebook\n", index,
                         felt_section_word((enum felt_section)section), rows[i].key, old, changed);
        }
        genes->gene[i] = old;
    }
}

static void rulebook_differs_if_the_game_does(void **state)
{
    struct felt_genome *genome = malloc(sizeof *genome);
    (void)state;
    complaints = 0;
    for (int i = 0; i < genomes(); i += i < felt_lab_known_count() ? 1 : genomes() / CHANGED) {
        genome_at(i, genome);
        if (!genome->name[0]) memcpy(genome->name, "Some Game", 10);
        const char *text = write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text);
        change_gene(genome, &genome->players, FELT_SECTION_PLAYERS, text, i);
        change_gene(genome, &genome->deck, FELT_SECTION_DECK, text, i);
        change_gene(genome, &genome->setup, FELT_SECTION_SETUP, text, i);
        change_gene(genome, &genome->session, FELT_SECTION_SESSION, text, i);
        change_gene(genome, &genome->evaluation, FELT_SECTION_EVALUATION, text, i);
        for (int n = 0; n < genome->patterns; n++)
            change_gene(genome, &genome->pattern[n], FELT_SECTION_PATTERN, text, i);
        for (int n = 0; n < genome->effects; n++)
            change_gene(genome, &genome->effect[n], FELT_SECTION_EFFECT, text, i);
        for (int n = 0; n < genome->scorings; n++)
            change_gene(genome, &genome->scoring[n], FELT_SECTION_SCORING, text, i);
        for (int n = 0; n < genome->wins; n++)
            change_gene(genome, &genome->win[n], FELT_SECTION_WIN, text, i);
        for (int n = 0; n < genome->phases; n++)
            change_gene(genome, &genome->phase[n].genes, FELT_SECTION_PHASE + genome->phase[n].type,
                        text, i);
    }
    free(genome);
    assert_int_equal(complaints, 0);
}

/* ---- sentences ---- */

struct sentence {
    const char *json, *text;
};

/* An expression of Crazy Eights instead of its own, and what its rulebook says then. */
static void rulebook_expressions_are_english(void **state)
{
    static const struct sentence sentences[] = {
        {"{\"test\":\"same_suit\"}", "It must be a card of the same suit as the top discard, or"},
        {"{\"op\":\"not\",\"args\":[{\"test\":\"same_suit\"}]}",
         "It must be a card of another suit than the top discard, or"},
        {"{\"op\":\"or\",\"args\":[{\"test\":\"same_suit\"},{\"test\":\"same_rank\"},"
         "{\"test\":\"same_color\"}]}",
         "a card of the same suit, rank or colour as the top discard, or"},
        {"{\"op\":\"and\",\"args\":[{\"test\":\"card_suit\",\"cmp\":\"EQ\",\"value\":\"H\"},"
         "{\"test\":\"card_rank\",\"cmp\":\"GE\",\"value\":\"7\"}]}",
         "It must be a heart no lower than a seven, or"},
        {"{\"op\":\"or\",\"args\":[{\"test\":\"card_rank\",\"cmp\":\"EQ\",\"value\":\"A\"},"
         "{\"op\":\"and\",\"args\":[{\"test\":\"hand_size\",\"cmp\":\"LT\",\"value\":3},"
         "{\"test\":\"beats\"}]}]}",
         "It must be an ace, or a card higher than the top discard (only if you hold at most two "
         "cards), or"},
        {"{\"op\":\"and\",\"args\":[{\"test\":\"hand_size\",\"ref\":\"others\",\"cmp\":\"LE\","
         "\"value\":1},{\"test\":\"adjacent\"}]}",
         "a card next in rank to the top discard, and only if somebody else holds at most one "
         "card, or"},
        /* what is always so is not said */
        {"{\"op\":\"and\",\"args\":[{\"test\":\"pot\",\"cmp\":\"GE\",\"value\":0},"
         "{\"test\":\"same_rank\"}]}",
         "It must be a card of the same rank as the top discard, or"},
    };
    struct felt_genome *genome = malloc(sizeof *genome);
    const struct felt_lab_known *known = known_named("crazy-eights");
    (void)state;
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        char text[4096];
        const char *valid = strstr(known->text, "\"valid\":"), *end = strstr(valid, "}}\n");
        assert_non_null(end);
        snprintf(text, sizeof text, "%.*s\"valid\":%s%s", (int)(valid - known->text), known->text,
                 sentences[i].json, end + 1);
        struct felt_genome_error error;
        if (felt_genome_json_read(text, strlen(text), genome, &error) != FELT_OK)
            fail_msg("%s: %s", sentences[i].json, error.text);
        if (!strstr(write_book(genome, FELT_RULEBOOK_MARKDOWN, first_text), sentences[i].text))
            fail_msg("no \"%s\" in\n%s", sentences[i].text, first_text);
    }
    free(genome);
}

/* ---- names and numbers ---- */

static void rulebook_names_are_two_words(void **state)
{
    char name[FELT_GENOME_NAME_BYTES], again[FELT_GENOME_NAME_BYTES];
    uint8_t seen[4096] = {0};
    int different = 0;
    (void)state;
    for (uint64_t hash = 0; hash < 2000; hash++) {
        felt_rulebook_name(hash, name);
        assert_string_equal(name, felt_rulebook_name(hash, again));
        const char *blank = strchr(name, ' ');
        assert_non_null(blank);
        assert_null(strchr(blank + 1, ' '));
        assert_true(name[0] >= 'A' && name[0] <= 'Z' && blank[1] >= 'A' && blank[1] <= 'Z');
        assert_true(strncmp(name, blank + 1, 3) != 0);
        uint64_t bucket = felt_hash_text(name) % sizeof seen;
        different += !seen[bucket];
        seen[bucket] = 1;
    }
    assert_true(different > 1300); /* of 2000 in 4096: 1580 if all are different */
}

static void count_of(const char *name, int *words, int *concepts)
{
    struct felt_genome *genome = malloc(sizeof *genome);
    read_known(known_named(name), genome);
    felt_rulebook_count(genome, words, concepts);
    free(genome);
}

static void rulebook_counts_words_and_concepts(void **state)
{
    int war, draw, words, war_concepts, draw_concepts, uno, kuhn;
    (void)state;
    count_of("war", &war, &war_concepts);
    count_of("five-card-draw", &draw, &draw_concepts);
    count_of("uno-style", &words, &uno);
    count_of("kuhn", &words, &kuhn);
    assert_in_range(war, 150, 300);
    assert_in_range(draw, 450, 750);
    assert_true(war_concepts < kuhn && kuhn < draw_concepts && draw_concepts < uno + 3);
    assert_in_range(war_concepts, 3, 5);
}

TEST_MODULE(lab_rulebook)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rulebook_of_known_games_is_golden),
        cmocka_unit_test(rulebook_forms_have_the_same_words),
        cmocka_unit_test(rulebook_foreign_names_are_text),
        cmocka_unit_test(rulebook_has_example_and_hints),
        cmocka_unit_test(rulebook_has_no_words_of_the_program),
        cmocka_unit_test(rulebook_speaks_of_all_that_happens),
        cmocka_unit_test(rulebook_differs_if_the_game_does),
        cmocka_unit_test(rulebook_expressions_are_english),
        cmocka_unit_test(rulebook_names_are_two_words),
        cmocka_unit_test(rulebook_counts_words_and_concepts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
