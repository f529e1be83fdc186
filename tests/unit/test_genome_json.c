/* test_genome_json.c -- genomes as JSON: the canonical form, unknown fields, the older dialects,
 * and what is refused, where and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "module.h"
#include "random_genome.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD         "\"format\":\"betlab.genome\",\"version\":1"
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void read_text(const char *text, struct felt_genome *out)
{
    struct felt_genome_error error = {0};
    if (felt_genome_json_read(text, strlen(text), out, &error) != FELT_OK)
        fail_msg("%s\nis refused at \"%s\": %s", text, error.pointer, error.text);
}

/* The canonical form; it lives until the next call. */
static const char *write_text(const struct felt_genome *genome)
{
    static char memory[FELT_GENOME_TEXT_MAX + 1];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory - 1);
    assert_int_equal(felt_genome_json_write(genome, &out), FELT_OK);
    memory[out.used] = '\0';
    return memory;
}

/* W1 and W2 for what was read. */
static void verify_stable(const struct felt_genome *genome)
{
    struct felt_genome again;
    char first[FELT_GENOME_TEXT_MAX + 1];
    snprintf(first, sizeof first, "%s", write_text(genome));
    read_text(first, &again);
    assert_true(felt_genome_equal(genome, &again));
    assert_string_equal(write_text(&again), first);
}

/* ---- the form ---- */

static void genome_json_of_defaults_is_short(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    felt_genome_init(&genome);
    assert_string_equal(write_text(&genome), "{\n"
                                             "  \"format\": \"betlab.genome\",\n"
                                             "  \"version\": 1,\n"
                                             "  \"name\": \"\",\n"
                                             "  \"players\": {\"min\":2,\"max\":4},\n"
                                             "  \"setup\": {\"cards_per_player\":5},\n"
                                             "  \"turn_structure\": {\"phases\": []},\n"
                                             "  \"win_conditions\": []\n"
                                             "}\n");
    verify_stable(&genome);
}

static size_t load_golden(const char *folder_name, char *out, size_t bytes)
{
    FILE *file = golden_open(folder_name);
    size_t got = fread(out, 1, bytes, file);
    fclose(file);
    assert_true(got < bytes);
    out[got] = '\0';
    return got;
}

static void genome_json_golden_files_are_canonical(void **unused)
{
    (void)unused;
    static const char *const names[] = {"open_pit", "document", "capitals", "nested"};
    static char given[FELT_GENOME_TEXT_MAX], wanted[FELT_GENOME_TEXT_MAX];
    for (size_t i = 0; i < COUNT(names); i++) {
        char name[64];
        struct felt_genome genome, again;
        snprintf(name, sizeof name, "genomes_json/%s.json", names[i]);
        load_golden(name, given, sizeof given);
        snprintf(name, sizeof name, "genomes_json/%s.canonical.json", names[i]);
        load_golden(name, wanted, sizeof wanted);
        read_text(given, &genome);
        assert_string_equal(write_text(&genome), wanted);
        read_text(wanted, &again);
        assert_true(felt_genome_equal(&genome, &again));
        assert_string_equal(write_text(&again), wanted);
    }
}

/* The document's test: BettingPhase serializes and deserializes correctly. */
static void test_betting_genome_roundtrip(void **unused)
{
    (void)unused;
    struct felt_genome genome, again;
    read_text("{\"setup\":{\"cards_per_player\":5,\"initial_deck\":\"standard_52\","
              "\"starting_chips\":1000},\"turn_structure\":{\"phases\":[{\"type\":\"BettingPhase\","
              "\"min_bet\":25,\"max_raises\":2},{\"type\":\"BettingPhase\"}]},"
              "\"win_conditions\":[{\"type\":\"best_hand\",\"threshold\":null}]}",
              &genome);
    assert_int_equal(genome.phases, 2);
    assert_int_equal(genome.phase[0].type, FELT_PHASE_TYPE_BETTING);
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_MIN], 25);
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_RAISES], 2);
    assert_int_equal(genome.phase[1].genes.gene[FELT_BET_MIN], 10); /* the document's defaults */
    assert_int_equal(genome.phase[1].genes.gene[FELT_BET_RAISES], 3);
    assert_int_equal(genome.setup.gene[FELT_SETUP_CHIPS], 1000);
    assert_true(genome.legacy_deck); /* GEN-6 */
    assert_non_null(strstr(write_text(&genome), "{\"type\":\"BettingPhase\",\"min_bet\":25,"
                                                "\"max_raises\":2}"));
    read_text(write_text(&genome), &again);
    assert_true(felt_genome_equal(&genome, &again));
    verify_stable(&genome);
}

static void genome_json_everything_comes_back(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    read_text("{" HEAD ",\"deck\":{\"kind\":\"custom\",\"ace\":\"low\",\"copies\":1,\"jokers\":0,"
              "\"cards\":[\"Ks\",\"Qs\",\"10h\"]},\"setup\":{\"wild_cards\":[\"8\",\"A\",\"10\"]},"
              "\"turn_structure\":{\"phases\":["
              "{\"type\":\"BettingPhase\",\"blinds\":[5,10]},"
              "{\"type\":\"TrickPhase\",\"count\":\"all\"},"
              "{\"type\":\"PlayPhase\",\"valid_play_condition\":{\"op\":\"not\",\"args\":["
              "{\"test\":\"same_suit\"}]}}]},"
              "\"effects\":[{\"trigger\":{\"rank\":\"7\",\"suit\":\"h\"},\"type\":\"wild\"}],"
              "\"card_scoring\":[{\"match\":{\"suit\":\"S\"},\"points\":-5,"
              "\"trigger\":\"hand_end\"}],"
              "\"hand_evaluation\":{\"method\":\"pattern\",\"values\":[1,2,3,4,5,6,7,8,9,10,11,12,"
              "-13],\"patterns\":[{\"kind\":\"run\",\"count\":4},{\"kind\":\"same_suit\"}]},"
              "\"win_conditions\":[{\"type\":\"not_holding\",\"card\":{\"rank\":\"Q\","
              "\"suit\":\"S\"}}],\"teams\":[[0,2],[1,3]],"
              "\"hand_end\":{\"test\":\"pot\",\"cmp\":\"GT\",\"value\":100}}",
              &genome);
    assert_int_equal(genome.deck.gene[FELT_DECK_KIND], FELT_GENOME_DECK_CUSTOM);
    assert_int_equal(felt_cards_count(felt_genome_deck(&genome)), 3);
    assert_int_equal(genome.wild_ranks, 1 << FELT_EIGHT | 1 << FELT_TEN | 1 << FELT_ACE);
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_SMALL], 5);
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_BIG], 10);
    assert_int_equal(genome.phase[1].genes.gene[FELT_TRICK_COUNT], 0);
    assert_int_equal(genome.phase[2].valid.count, 2);
    assert_int_equal(genome.phase[2].valid.node[0].ref, FELT_REF_TOP);
    assert_int_equal(genome.phase[2].valid.node[1].op, FELT_EXPR_NOT);
    assert_int_equal(genome.effect[0].gene[FELT_EFFECT_RANK], FELT_SEVEN);
    assert_int_equal(genome.effect[0].gene[FELT_EFFECT_SUIT], FELT_HEARTS);
    assert_int_equal(genome.scoring[0].gene[FELT_SCORING_POINTS], -5);
    assert_int_equal(genome.values[FELT_ACE], -13);
    assert_int_equal(genome.pattern[1].gene[1], 2);
    assert_int_equal(genome.win[0].gene[FELT_WIN_RANK], FELT_QUEEN);
    const uint8_t teams[FELT_GENOME_SEATS_MAX] = {1, 2, 1, 2, 0, 0};
    assert_memory_equal(genome.teams, teams, sizeof teams);
    assert_int_equal(genome.hand_end.node[0].test, FELT_TEST_POT);
    verify_stable(&genome);
}

static void genome_json_numbers_out_of_range_are_kept(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    struct felt_genome_error error[4];
    read_text("{" HEAD
              ",\"setup\":{\"cards_per_player\":-2147483648},\"turn_structure\":{\"phases\":"
              "[{\"type\":\"BettingPhase\",\"min_bet\":2147483647}]}}",
              &genome);
    assert_int_equal(genome.setup.gene[FELT_SETUP_CARDS], INT32_MIN);
    assert_int_equal(genome.phase[0].genes.gene[FELT_BET_MIN], INT32_MAX);
    assert_true(felt_genome_verify(&genome, error, 4) > 0);
    verify_stable(&genome);
}

static void genome_json_any_genome_comes_back(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(11);
    for (int i = 0; i < 300; i++) {
        struct felt_genome genome;
        random_genome(&rng, &genome);
        verify_stable(&genome);
    }
}

static void genome_json_small_buffer_is_full(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    char memory[FELT_GENOME_TEXT_MAX];
    felt_genome_init(&genome);
    size_t bytes = strlen(write_text(&genome));
    for (size_t room = 0; room <= bytes; room++) {
        struct felt_buffer out = felt_buffer_make(memory, room);
        assert_int_equal(felt_genome_json_write(&genome, &out), room < bytes ? FELT_FULL : FELT_OK);
    }
}

/* ---- unknown fields ---- */

static void genome_json_unknown_fields_are_kept(void **unused)
{
    (void)unused;
    struct felt_genome genome;
    read_text("{" HEAD ",\"z\":[1,{\"b\":null,\"a\":\"\\u00fc\\u0007/\\\"\"}],\"id\":\"x~/\","
              "\"players\":{\"min\":2,\"why\":true},\"session\":{\"pace\":1.50},"
              "\"turn_structure\":{\"note\":\"kept\",\"phases\":[{\"type\":\"AntePhase\","
              "\"amount\":5,\"by\":[1,0.1,1e22]}]},"
              "\"effects\":[{\"type\":\"wild\",\"trigger\":{\"moon\":\"full\"},\"odd\":{}}],"
              "\"hand_evaluation\":{\"patterns\":[{\"kind\":\"run\",\"wrap\":false}]},"
              "\"win_conditions\":[{\"type\":\"most_chips\",\"card\":{\"rank\":\"2\",\"x\":[]},"
              "\"then\":-0.0}],\"\":\"no name\"}",
              &genome);
    static const char *const lines[] = {
        "  \"players\": {\"min\":2,\"max\":4,\"why\":true},\n",
        "  \"session\": {\"pace\":1.5},\n",
        "    {\"type\":\"AntePhase\",\"amount\":5,\"by\":[1,0.1,1e22]}\n  ],\"note\":\"kept\"},\n",
        "    {\"trigger\":{\"moon\":\"full\"},\"type\":\"wild\",\"odd\":{}}\n",
        "\"patterns\":[{\"kind\":\"run\",\"count\":2,\"wrap\":false}]},\n",
        "    {\"type\":\"most_chips\",\"card\":{\"rank\":\"2\",\"x\":[]},\"then\":-0.0}\n  ],\n"
        "  \"\": \"no name\",\n"
        "  \"id\": \"x~/\",\n"
        "  \"z\": [1,{\"a\":\"\xC3\xBC\\u0007/\\\"\",\"b\":null}]\n}\n"};
    for (size_t i = 0; i < COUNT(lines); i++)
        if (strstr(write_text(&genome), lines[i]) == NULL)
            fail_msg("%s\nis not in\n%s", lines[i], write_text(&genome));
    verify_stable(&genome);
}

static void genome_json_copies_share_unknown_fields(void **unused)
{
    (void)unused;
    struct felt_genome genome, other;
    char text[FELT_GENOME_TEXT_MAX + 2];
    read_text("{" HEAD ",\"turn_structure\":{\"phases\":[{\"type\":\"AntePhase\",\"amount\":5,"
              "\"by\":\"0123456789012345678901234567890123456789\"}]}}",
              &genome);
    uint16_t bytes = genome.extra_bytes;
    for (; genome.phases < FELT_PHASES_MAX; genome.phases++)
        genome.phase[genome.phases] = genome.phase[0];
    verify_stable(&genome);
    snprintf(text, sizeof text, "%s", write_text(&genome));
    read_text(text, &other);
    assert_int_equal(other.extra_bytes, bytes);
    assert_int_equal(other.phase[9].genes.extra, other.phase[0].genes.extra);
    other.phase[9].genes.extra = 0;
    assert_false(felt_genome_equal(&genome, &other));
}

/* ---- older dialects ---- */

static void genome_json_older_genome_has_one_cycle_if_it_bets(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int cycles, method;
    } rows[] = {
        {"{\"turn_structure\":{\"phases\":[{\"type\":\"BettingPhase\"}]},\"win_conditions\":"
         "[\"best_hand\"]}",
         1, FELT_EVAL_POKER},
        {"{\"turn_structure\":{\"phases\":[{\"type\":\"BettingPhase\"}]},\"win_conditions\":"
         "[\"most_chips\"]}",
         0, FELT_EVAL_NONE},
        {"{\"turn_structure\":{\"phases\":[{\"type\":\"DrawPhase\"}]},\"win_conditions\":"
         "[\"best_hand\"]}",
         0, FELT_EVAL_POKER},
        {"{\"session\":{\"cycles_per_hand\":7},\"hand_evaluation\":{\"method\":\"high_card\"},"
         "\"turn_structure\":{\"phases\":[{\"type\":\"betting\",\"data\":{}}]},\"win_conditions\":"
         "[{\"type\":\"best_hand\"}]}",
         7, FELT_EVAL_HIGH_CARD},
        {"{" HEAD ",\"turn_structure\":{\"phases\":[{\"type\":\"BettingPhase\"}]},"
         "\"win_conditions\":[\"best_hand\"]}",
         0, FELT_EVAL_NONE},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct felt_genome genome;
        read_text(rows[i].text, &genome);
        assert_int_equal(genome.session.gene[FELT_SESSION_CYCLES], rows[i].cycles);
        assert_int_equal(genome.evaluation.gene[FELT_EVAL_METHOD], rows[i].method);
        verify_stable(&genome);
    }
}

/* Fields that became others: one phase each, as it is written today. */
static void genome_json_older_phases_are_translated(void **unused)
{
    (void)unused;
    static const char *const rows[][2] = {
        {"{\"type\":\"DiscardPhase\",\"count\":2,\"mandatory\":true}",
         "{\"type\":\"DiscardPhase\",\"min\":2,\"max\":2}"},
        {"{\"type\":\"discard\",\"data\":{\"count\":2}}",
         "{\"type\":\"DiscardPhase\",\"min\":0,\"max\":2}"},
        {"{\"type\":\"TRICKPHASE\",\"trump_suit\":\"HEARTS\"}",
         "{\"type\":\"TrickPhase\",\"trump\":true}"},
        {"{\"type\":\"ClaimPhase\",\"rank_mode\":\"PLAYER_CHOICE\",\"sequential_rank\":true}",
         "{\"type\":\"ClaimPhase\",\"min_cards\":1,\"max_cards\":4,\"rank_mode\":\"choice\"}"},
        {"{\"type\":\"PlayPhase\",\"target\":\"tableau\",\"max_cards\":4,\"group\":\"run\"}",
         "{\"type\":\"PlayPhase\",\"target\":\"table\",\"max_cards\":4,\"group\":\"run\"}"},
        {"{\"type\":\"bidding\",\"data\":{\"allow_nil\":true,\"nil_bonus\":50}}",
         "{\"type\":\"BiddingPhase\",\"min\":1,\"max\":13,\"nil\":50}"},
        {"{\"type\":\"DrawPhase\",\"source\":\"DECK\",\"condition\":{\"op_code\":"
         "\"check_location_size\",\"operator\":\"<=\",\"value\":3,\"ref_loc\":\"hand\"}}",
         "{\"type\":\"DrawPhase\",\"source\":\"deck\",\"condition\":{\"test\":\"hand_size\","
         "\"cmp\":\"LE\",\"value\":3}}"},
        {"{\"type\":\"DrawPhase\",\"condition\":{\"condition_type\":\"CARD_SUIT\",\"reference\":"
         "\"CLUBS\"}}",
         "{\"type\":\"DrawPhase\",\"source\":\"deck\",\"condition\":{\"test\":\"card_suit\","
         "\"cmp\":\"EQ\",\"value\":\"C\"}}"},
        {"{\"type\":\"DrawPhase\",\"condition\":{\"condition_type\":\"HAS_SET_OF_N\",\"value\":3}}",
         "{\"type\":\"DrawPhase\",\"source\":\"deck\",\"condition\":{\"test\":\"has_set\","
         "\"cmp\":\"GE\",\"value\":3}}"},
        {"{\"type\":\"DrawPhase\",\"condition\":{\"condition_type\":\"CARD_MATCHES_RANK\","
         "\"reference\":\"tableau\"}}",
         "{\"type\":\"DrawPhase\",\"source\":\"deck\",\"condition\":{\"test\":\"same_rank\","
         "\"ref\":\"any\"}}"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct felt_genome genome;
        char text[512];
        snprintf(text, sizeof text, "{\"turn_structure\":{\"phases\":[%s]}}", rows[i][0]);
        read_text(text, &genome);
        snprintf(text, sizeof text, "\n    %s\n", rows[i][1]);
        if (strstr(write_text(&genome), text) == NULL)
            fail_msg("%s\nbecomes\n%s", rows[i][0], write_text(&genome));
        verify_stable(&genome);
    }
}

static void genome_json_older_setup_is_translated(void **unused)
{
    (void)unused;
    static const char *const rows[][2] = {
        {"\"trump_suit\":\"SPADES\"", "\"trump_mode\":\"fixed\",\"trump_suit\":\"S\""},
        {"\"trump_suit\":\"none\"", "{\"cards_per_player\":5}"},
        {"\"rotate_trump\":true,\"random_trump\":false", "\"trump_mode\":\"rotate\""},
        {"\"random_trump\":true", "\"trump_mode\":\"random\""},
        {"\"hand_visibility\":\"FACE_UP\"", "\"hand_visible\":\"all\""},
        {"\"tableau_mode\":\"WAR\"", "{\"cards_per_player\":5,\"tableau_mode\":\"WAR\"}"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct felt_genome genome;
        char text[256];
        snprintf(text, sizeof text, "{\"setup\":{%s}}", rows[i][0]);
        read_text(text, &genome);
        assert_non_null(strstr(write_text(&genome), rows[i][1]));
        verify_stable(&genome);
    }
}

/* ---- what is refused ---- */

struct refused {
    const char *text;
    enum felt_status status;
    const char *pointer, *says;
};

static void verify_refused(const char *text, size_t bytes, const struct refused *row)
{
    struct felt_genome genome, before;
    struct felt_genome_error error;
    felt_genome_init(&genome);
    before = genome;
    memset(&error, 0xFF, sizeof error);
    enum felt_status status = felt_genome_json_read(text, bytes, &genome, &error);
    if (status != row->status || strcmp(error.pointer, row->pointer) != 0 ||
        strstr(error.text, row->says) == NULL)
        fail_msg("%s\nstatus %d at \"%s\": %s", text, status, error.pointer, error.text);
    assert_int_equal(error.fault, FELT_FAULT_NONE);
    assert_true(felt_genome_equal(&genome, &before));
    assert_int_equal(felt_genome_json_read(text, bytes, &genome, NULL), status);
}

static void genome_json_bad_text_is_refused(void **unused)
{
    (void)unused;
    static const struct refused rows[] = {
        {"", FELT_BAD_FORMAT, "", "line 1, column 1"},
        {"{\n  \"a\": 1,\n  \xC3\xBC\"a\": 2}", FELT_BAD_FORMAT, "", "line 3, column 3"},
        {"{\"a\":1,\n\"a\":2}", FELT_BAD_FORMAT, "", "line 2, column 3: duplicate object key"},
        {"{} {}", FELT_BAD_FORMAT, "", "column 4"},
        {"{\"name\":\"\\u0000\"}", FELT_BAD_FORMAT, "", "line 1"},
        {"{\"name\":\"\xFF\"}", FELT_BAD_FORMAT, "", "line 1"},
        {"{\"x\":1e999}", FELT_BAD_NUMBER, "", "real number overflow"},
        {"{\"x\":99999999999999999999}", FELT_BAD_NUMBER, "", "too big integer"},
        {"[]", FELT_BAD_FORMAT, "", "an object in {}"},
        {"7", FELT_BAD_FORMAT, "", "line 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        verify_refused(rows[i].text, strlen(rows[i].text), &rows[i]);
    static const struct refused zero = {"", FELT_BAD_FORMAT, "", "line 1"};
    verify_refused("{}\0{}", 5, &zero);
}

static void genome_json_hostile_text_is_refused(void **unused)
{
    (void)unused;
    static const struct refused deep = {"", FELT_FULL, "", "line 1, column 41: there are too many"},
                                large = {"", FELT_FULL, "", "at most 65536 bytes"},
                                members = {"", FELT_FULL, "", "no room to keep"},
                                levels = {"", FELT_FULL, "", "16 levels"};
    static char text[FELT_GENOME_TEXT_MAX + 1];
    memset(text, '[', sizeof text);
    memcpy(text, "{\"a\":", 5);
    verify_refused(text, FELT_GENOME_TEXT_MAX, &deep);
    verify_refused(text, sizeof text, &large);
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    felt_buffer_text(&out, "{\"x\":{\"0\":0");
    for (int i = 1; out.used < FELT_GENOME_TEXT_MAX - 20; i++) {
        felt_buffer_text(&out, ",\"");
        felt_buffer_int(&out, i);
        felt_buffer_text(&out, "\":[]");
    }
    felt_buffer_text(&out, "}}");
    verify_refused(text, out.used, &members);
    felt_buffer_clear(&out);
    felt_buffer_text(&out, "{\"x\":");
    for (int i = 0; i < 17; i++) felt_buffer_char(&out, '[');
    for (int i = 0; i < 17; i++) felt_buffer_char(&out, ']');
    felt_buffer_char(&out, '}');
    verify_refused(text, out.used, &levels);
}

static void genome_json_bad_values_are_refused(void **unused)
{
    (void)unused;
    static const struct refused rows[] = {
        {"\"name\":7", FELT_BAD_FORMAT, "/name", "take a text"},
        {"\"name\":\"0123456789012345678901234567890123456789012345678901234567890123\"", FELT_FULL,
         "/name", "63 bytes"},
        {"\"players\":[]", FELT_BAD_FORMAT, "/players", "object in {}"},
        {"\"players\":{\"min\":2.0}", FELT_BAD_NUMBER, "/players/min", "from 2 to 6"},
        {"\"players\":{\"min\":\"2\"}", FELT_BAD_NUMBER, "/players/min", "whole number"},
        {"\"players\":{\"max\":2147483648}", FELT_BAD_NUMBER, "/players/max", "from 2 to 6"},
        {"\"deck\":{\"kind\":\"short63\"}", FELT_BAD_NAME, "/deck/kind", "did you mean short36?"},
        {"\"deck\":{\"kind\":\"xyzzy\"}", FELT_BAD_NAME, "/deck/kind",
         "take standard52, short36, short32, spanish40, custom"},
        {"\"deck\":{\"kind\":5}", FELT_BAD_FORMAT, "/deck/kind", "as in \"standard52\""},
        {"\"deck\":{\"copies\":2}", FELT_UNSUPPORTED, "/deck/copies", "only 1"},
        {"\"deck\":{\"jokers\":1}", FELT_UNSUPPORTED, "/deck/jokers", "only 0"},
        {"\"deck\":{\"cards\":[\"Ah\",\"AhKd\"]}", FELT_BAD_CARD, "/deck/cards/1", "as in \"Ah\""},
        {"\"deck\":{\"cards\":[\"Jr\"]}", FELT_BAD_CARD, "/deck/cards/0", "take a card"},
        {"\"deck\":{\"cards\":[\"Ah\",\"ah\"]}", FELT_DUPLICATE_CARD, "/deck/cards/1", "already"},
        {"\"setup\":{\"initial_deck\":\"tarot\"}", FELT_UNSUPPORTED, "/setup/initial_deck",
         "standard_52"},
        {"\"setup\":{\"trump_suit\":\"X\"}", FELT_BAD_NAME, "/setup/trump_suit", "\"H\" or \"S\""},
        {"\"setup\":{\"wild_cards\":\"8\"}", FELT_BAD_FORMAT, "/setup/wild_cards", "list in []"},
        {"\"setup\":{\"wild_cards\":[\"8\",\"1\"]}", FELT_BAD_NAME, "/setup/wild_cards/1",
         "take a rank"},
        {"\"setup\":{\"wild_cards\":[\"8\",\"8\"]}", FELT_BAD_NAME, "/setup/wild_cards/1", "once"},
        {"\"session\":{\"rotate\":1}", FELT_BAD_FORMAT, "/session/rotate", "true or false"},
        {"\"effects\":[{\"trigger\":{\"rank\":\"7\"}}]", FELT_BAD_FORMAT, "/effects/0/type",
         "missing"},
        {"\"effects\":[{\"trigger\":\"7\",\"type\":\"wild\"}]", FELT_BAD_FORMAT,
         "/effects/0/trigger", "object"},
        {"\"effects\":[{\"trigger\":{\"rank\":\"7\"},\"rank\":\"8\",\"type\":\"wild\"}]",
         FELT_BAD_FORMAT, "/effects/0/trigger/rank", "said already"},
        {"\"effects\":[{\"type\":\"raisecap\"}]", FELT_BAD_NAME, "/effects/0/type", "raise_cap?"},
        {"\"card_scoring\":[{\"points\":\"all\"}]", FELT_BAD_NUMBER, "/card_scoring/0/points",
         "from -100 to 100"},
        {"\"hand_evaluation\":{\"values\":[1,2,3]}", FELT_BAD_FORMAT, "/hand_evaluation/values",
         "13 numbers"},
        {"\"hand_evaluation\":{\"values\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]}", FELT_FULL,
         "/hand_evaluation/values/13", "at most 13"},
        {"\"hand_evaluation\":{\"values\":[32768]}", FELT_BAD_NUMBER, "/hand_evaluation/values/0",
         "32767"},
        {"\"hand_evaluation\":{\"patterns\":[{\"count\":2}]}", FELT_BAD_FORMAT,
         "/hand_evaluation/patterns/0/kind", "missing"},
        {"\"win_conditions\":[\"most_money\"]", FELT_BAD_NAME, "/win_conditions/0", "not known"},
        {"\"win_conditions\":[{}]", FELT_BAD_FORMAT, "/win_conditions/0/type", "missing"},
        {"\"win_conditions\":[\"empty_hand\",\"empty_hand\",\"empty_hand\",7]", FELT_FULL,
         "/win_conditions/3", "at most 3 win_conditions"},
        {"\"teams\":[[0,1],[1,2]]", FELT_BAD_FORMAT, "/teams/1/0", "seat 1 is in a team already"},
        {"\"teams\":[[6]]", FELT_BAD_NUMBER, "/teams/0/0", "from 0 to 5"},
        {"\"teams\":[0]", FELT_BAD_FORMAT, "/teams/0", "list of seats"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512];
        int bytes = snprintf(text, sizeof text, "{" HEAD ",%s}", rows[i].text);
        verify_refused(text, (size_t)bytes, &rows[i]);
    }
}

static void genome_json_bad_phases_are_refused(void **unused)
{
    (void)unused;
#define AT "/turn_structure/phases/1"
    static const struct refused rows[] = {
        {"7", FELT_BAD_FORMAT, AT, "object"},
        {"{}", FELT_BAD_FORMAT, AT "/type", "as in \"BettingPhase\""},
        {"{\"type\":\"BetingPhase\"}", FELT_BAD_NAME, AT "/type", "did you mean BettingPhase?"},
        {"{\"type\":\"betting\"}", FELT_BAD_NAME, AT "/type", "not known"},
        {"{\"type\":\"Shuffle\"}", FELT_BAD_NAME, AT "/type", "take BettingPhase, AntePhase, "},
        {"{\"type\":\"BettingPhase\",\"min_bet\":true}", FELT_BAD_NUMBER, AT "/min_bet",
         "from 1 to 1000000"},
        {"{\"type\":\"BettingPhase\",\"blinds\":[5]}", FELT_BAD_FORMAT, AT "/blinds",
         "[small, big]"},
        {"{\"type\":\"BettingPhase\",\"blinds\":[5,10],\"big_blind\":10}", FELT_BAD_FORMAT,
         AT "/blinds", "instead"},
        {"{\"type\":\"BettingPhase\",\"blinds\":[5,\"x\"]}", FELT_BAD_NUMBER, AT "/blinds/1",
         "whole"},
        {"{\"type\":\"TrickPhase\",\"count\":\"some\"}", FELT_BAD_NUMBER, AT "/count", "whole"},
        {"{\"type\":\"PlayPhase\",\"valid\":{\"test\":\"is_wild\"},\"valid_play_condition\":"
         "{\"test\":\"is_wild\"}}",
         FELT_BAD_FORMAT, AT "/valid_play_condition", "already"},
        {"{\"type\":\"PlayPhase\",\"valid\":[]}", FELT_BAD_FORMAT, AT "/valid", "{\"test\":"},
        {"{\"type\":\"PlayPhase\",\"valid\":{\"op\":\"xor\",\"args\":[]}}", FELT_BAD_NAME,
         AT "/valid/op", "did you mean or?"},
        {"{\"type\":\"PlayPhase\",\"valid\":{\"op\":\"and\",\"args\":[]}}", FELT_BAD_FORMAT,
         AT "/valid/args", "list of expressions"},
        {"{\"type\":\"PlayPhase\",\"valid\":{\"op\":\"not\",\"args\":[{\"test\":\"is_wild\"},"
         "{\"test\":\"is_wild\"}]}}",
         FELT_BAD_FORMAT, AT "/valid/args", "one expression"},
        {"{\"type\":\"PlayPhase\",\"valid\":{\"op\":\"or\",\"args\":[{\"test\":\"is_wild\"},"
         "{\"test\":\"same_siut\"}]}}",
         FELT_BAD_NAME, AT "/valid/args/1/test", "did you mean same_suit?"},
        {"{\"type\":\"PlayPhase\",\"valid\":{\"test\":\"same_suit\",\"reference\":\"top\"}}",
         FELT_BAD_NAME, AT "/valid", "\"reference\" is not known"},
        {"{\"type\":\"PlayPhase\",\"condition\":{\"test\":\"pot\",\"cmp\":\"==\"}}", FELT_BAD_NAME,
         AT "/condition/cmp", "take EQ, NE, LT, GT, LE, GE"},
        {"{\"type\":\"PlayPhase\",\"condition\":{\"test\":\"pot\",\"value\":32768}}",
         FELT_BAD_NUMBER, AT "/condition/value", "32767"},
        {"{\"type\":\"PlayPhase\",\"condition\":{\"test\":\"card_rank\",\"value\":5}}",
         FELT_BAD_NAME, AT "/condition/value", "take a rank"},
        {"{\"type\":\"PlayPhase\",\"condition\":{\"test\":\"card_suit\"}}", FELT_BAD_NAME,
         AT "/condition/value", "take a suit"},
        {"{\"type\":\"PlayPhase\",\"condition\":{\"condition_type\":\"POT\"}}", FELT_BAD_FORMAT,
         AT "/condition", "take {"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512];
        int bytes =
            snprintf(text, sizeof text,
                     "{" HEAD ",\"turn_structure\":{\"phases\":[{\"type\":\"AskPhase\"},%s]}}",
                     rows[i].text);
        verify_refused(text, (size_t)bytes, &rows[i]);
    }
#undef AT
}

static void genome_json_too_much_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *before, *item, *behind, *pointer;
        int count;
    } rows[] = {
        {"\"turn_structure\":{\"phases\":[", "{\"type\":\"AskPhase\"}", "]}",
         "/turn_structure/phases/10", FELT_PHASES_MAX},
        {"\"effects\":[", "{\"type\":\"wild\"}", "]", "/effects/6", FELT_EFFECTS_MAX},
        {"\"card_scoring\":[", "{}", "]", "/card_scoring/12", FELT_SCORINGS_MAX},
        {"\"hand_evaluation\":{\"patterns\":[", "{\"kind\":\"run\"}", "]}",
         "/hand_evaluation/patterns/8", FELT_PATTERNS_MAX},
        {"\"teams\":[", "[]", "]", "/teams/6", FELT_GENOME_SEATS_MAX},
        {"\"hand_end\":{\"op\":\"and\",\"args\":[", "{\"test\":\"pot\"}", "]}", "/hand_end/args",
         FELT_EXPR_NODES_MAX - 1},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int more = 0; more < 2; more++) {
            char text[1024];
            struct felt_buffer out = felt_buffer_make(text, sizeof text);
            struct felt_genome genome;
            struct refused row = {"", FELT_FULL, rows[i].pointer, "at most"};
            felt_buffer_text(&out, "{" HEAD ",");
            felt_buffer_text(&out, rows[i].before);
            for (int n = 0; n < rows[i].count + more; n++) {
                if (n > 0) felt_buffer_char(&out, ',');
                felt_buffer_text(&out, rows[i].item);
            }
            felt_buffer_text(&out, rows[i].behind);
            felt_buffer_char(&out, '}');
            felt_buffer_terminate(&out);
            if (more)
                verify_refused(text, out.used, &row);
            else
                read_text(text, &genome);
        }
}

/* As deep as an expression can be; the pointer is to what holds the place if it gets too long. */
static void genome_json_deep_expressions_come_back(void **unused)
{
    (void)unused;
    for (int nots = 13; nots < 16; nots++) {
        char text[2048];
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        felt_buffer_text(&out, "{" HEAD ",\"turn_structure\":{\"phases\":[{\"type\":\"AskPhase\","
                               "\"condition\":");
        for (int i = 0; i < nots; i++) felt_buffer_text(&out, "{\"op\":\"not\",\"args\":[");
        felt_buffer_text(&out, "{\"test\":\"pot\"}");
        for (int i = 0; i < nots; i++) felt_buffer_text(&out, "]}");
        felt_buffer_text(&out, "}]}}");
        felt_buffer_terminate(&out);
        if (nots < FELT_EXPR_NODES_MAX) {
            struct felt_genome genome;
            read_text(text, &genome);
            verify_stable(&genome);
        } else {
            static const struct refused row = {"", FELT_FULL,
                                               "/turn_structure/phases/0/condition/args", "15"};
            verify_refused(text, out.used, &row);
        }
    }
}

static void genome_json_bad_versions_are_refused(void **unused)
{
    (void)unused;
    static const struct refused rows[] = {
        {"{\"format\":\"felt.genome\",\"version\":1}", FELT_UNSUPPORTED, "/format",
         "betlab.genome"},
        {"{\"format\":\"betlab.genome\"}", FELT_UNSUPPORTED, "/version", "take 1"},
        {"{\"format\":\"betlab.genome\",\"version\":2}", FELT_UNSUPPORTED, "/version", "take 1"},
        {"{\"format\":\"betlab.genome\",\"version\":\"1\"}", FELT_UNSUPPORTED, "/version",
         "take 1"},
        {"{\"version\":1}", FELT_UNSUPPORTED, "/version", "needs \"format\""},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        verify_refused(rows[i].text, strlen(rows[i].text), &rows[i]);
    struct felt_genome genome;
    read_text("{\"version\":0}", &genome);
}

static void genome_json_bad_older_genomes_are_refused(void **unused)
{
    (void)unused;
#define PHASE(text) "{\"turn_structure\":{\"phases\":[" text "]}}"
#define AT          "/turn_structure/phases/0"
    static const struct refused rows[] = {
        {"{\"player_count\":\"two\"}", FELT_BAD_NUMBER, "/player_count", "whole"},
        {"{\"max_turns\":5,\"turn_structure\":{\"max_turns\":6}}", FELT_BAD_FORMAT,
         "/turn_structure/max_turns", "already"},
        {PHASE("{\"type\":\"betting\",\"data\":7}"), FELT_BAD_FORMAT, AT "/data", "object"},
        {PHASE("{\"type\":\"betting\",\"data\":{\"min_bet\":\"x\"}}"), FELT_BAD_NUMBER,
         AT "/data/min_bet", "from 1"},
        {PHASE("{\"type\":\"betting\",\"min_bet\":5,\"data\":{\"min_bet\":5}}"), FELT_BAD_FORMAT,
         AT "/data/min_bet", "already"},
        {PHASE("{\"type\":\"shuffle\"}"), FELT_BAD_NAME, AT "/type", "not known"},
        {PHASE("{\"type\":\"TrickPhase\",\"follow\":true,\"lead_suit_required\":true}"),
         FELT_BAD_FORMAT, AT "/lead_suit_required", "by follow"},
        {PHASE("{\"type\":\"TrickPhase\",\"lead_suit_required\":1}"), FELT_BAD_FORMAT,
         AT "/lead_suit_required", "true or false"},
        {PHASE("{\"type\":\"TrickPhase\",\"trump_suit\":\"H\"},{\"type\":\"TrickPhase\","
               "\"trump_suit\":\"S\"}"),
         FELT_UNSUPPORTED, "/turn_structure/phases/1/trump_suit", "one for the whole game"},
        {"{\"setup\":{\"trump_suit\":\"S\"},\"turn_structure\":{\"phases\":[{\"type\":\"trick\","
         "\"trump_suit\":\"H\"}]}}",
         FELT_UNSUPPORTED, "/setup", "not that of the TrickPhase"},
        {PHASE("{\"type\":\"ClaimPhase\",\"allow_challenge\":false}"), FELT_UNSUPPORTED,
         AT "/allow_challenge", "take true"},
        {PHASE("{\"type\":\"ClaimPhase\",\"rank_mode\":\"FIXED\"}"), FELT_BAD_NAME, AT "/rank_mode",
         "take sequential, choice, up_down"},
        {PHASE("{\"type\":\"DrawPhase\",\"condition\":{\"condition_type\":\"HAS_TRUMP\"}}"),
         FELT_UNSUPPORTED, AT "/condition/condition_type", "\"HAS_TRUMP\" has no meaning"},
        {PHASE("{\"type\":\"DrawPhase\",\"condition\":{\"op_code\":7}}"), FELT_UNSUPPORTED,
         AT "/condition/op_code", "no meaning"},
        {PHASE("{\"type\":\"DrawPhase\",\"condition\":{\"op_code\":\"check_hand_size\","
               "\"operator\":\"about\"}}"),
         FELT_BAD_NAME, AT "/condition/operator", "eq, ne"},
        {PHASE("{\"type\":\"DrawPhase\",\"condition\":{\"op_code\":\"check_location_size\","
               "\"ref_loc\":\"moon\"}}"),
         FELT_BAD_NAME, AT "/condition/ref_loc", "deck"},
        {PHASE("{\"type\":\"DrawPhase\",\"condition\":{\"op_code\":\"check_card_rank\","
               "\"value\":13}}"),
         FELT_BAD_NUMBER, AT "/condition/value", "from 0 to 12"},
        {PHASE("{\"type\":\"DrawPhase\",\"condition\":{\"logic\":\"NAND\",\"conditions\":[]}}"),
         FELT_BAD_NAME, AT "/condition/logic", "not known"},
        {"{\"special_effects\":[{\"effect_type\":\"WILD_CARD\",\"target\":\"RANDOM_OPPONENT\"}]}",
         FELT_BAD_NAME, "/special_effects/0/target", "take self, next"},
        {"{\"special_effects\":[{\"effect_type\":\"WILD_CARD\",\"trigger_rank\":\"JOKER\"}]}",
         FELT_BAD_NAME, "/special_effects/0/trigger_rank", "take a rank"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        verify_refused(rows[i].text, strlen(rows[i].text), &rows[i]);
#undef PHASE
#undef AT
}

TEST_MODULE(genome_json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(genome_json_of_defaults_is_short),
        cmocka_unit_test(genome_json_golden_files_are_canonical),
        cmocka_unit_test(test_betting_genome_roundtrip),
        cmocka_unit_test(genome_json_everything_comes_back),
        cmocka_unit_test(genome_json_numbers_out_of_range_are_kept),
        cmocka_unit_test(genome_json_any_genome_comes_back),
        cmocka_unit_test(genome_json_small_buffer_is_full),
        cmocka_unit_test(genome_json_unknown_fields_are_kept),
        cmocka_unit_test(genome_json_copies_share_unknown_fields),
        cmocka_unit_test(genome_json_older_genome_has_one_cycle_if_it_bets),
        cmocka_unit_test(genome_json_older_phases_are_translated),
        cmocka_unit_test(genome_json_older_setup_is_translated),
        cmocka_unit_test(genome_json_bad_text_is_refused),
        cmocka_unit_test(genome_json_hostile_text_is_refused),
        cmocka_unit_test(genome_json_bad_values_are_refused),
        cmocka_unit_test(genome_json_bad_phases_are_refused),
        cmocka_unit_test(genome_json_too_much_is_refused),
        cmocka_unit_test(genome_json_deep_expressions_come_back),
        cmocka_unit_test(genome_json_bad_versions_are_refused),
        cmocka_unit_test(genome_json_bad_older_genomes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
