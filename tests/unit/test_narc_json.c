/* test_narc_json.c -- catalogues and rule sets of Narc: what is read, what is written, and a corpus
 * of files that must be refused (tests/golden/narc_json). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/narc_json.h"
#include "module.h"
#include "narc_known.h"
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 400, PATH_BYTES = 2048, LINE_BYTES = 512, CORPUS_MIN = 60, UNTOUCHED = 0x5A };

/* What good-run.json says: the hash of rules is not what is tested here. */
static const uint64_t good_hash = UINT64_C(0x3a7b9a24017927dd);

static char text[FELT_NARC_RUN_TEXT_MAX + 2], other[FELT_NARC_TEXT_MAX + 2];
static struct felt_narc_options options, options_again;
static struct felt_narc_catalogue cards, cards_again;
static struct felt_narc_rules rules;

/* ---- files ---- */

static size_t read_golden(const char *name, char *out)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/narc_json/%s", golden_folder(), name);
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("%s cannot be read", path);
    size_t bytes = fread(out, 1, FELT_NARC_TEXT_MAX + 1, in);
    (void)fclose(in);
    return bytes;
}

static void must(enum felt_status status, const char *name, const struct felt_narc_error *error)
{
    if (status != FELT_OK) fail_msg("%s: %s: %s", name, error->pointer, error->text);
}

static void read_good(void)
{
    struct felt_narc_error error = {0};
    size_t bytes = read_golden("good-rules.json", text);
    must(felt_narc_options_read(text, bytes, &options, &error), "good-rules", &error);
    bytes = read_golden("good-cards.json", text);
    must(felt_narc_cards_read(text, bytes, &cards, &error), "good-cards", &error);
    must(felt_narc_rules_join(&options, &cards, false, &rules, &error), "good", &error);
    rules.hash = good_hash;
}

static bool is_all(const void *memory, size_t bytes, int byte)
{
    const unsigned char *at = memory;
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != byte) return false;
    return true;
}

/* ---- the corpus ---- */

/* Reads a file as what its name says; J1. */
static enum felt_status read_as(const char *name, size_t bytes, struct felt_narc_error *error)
{
    static struct felt_narc_run run;
    static struct felt_narc_rules made;
    enum felt_status status;
    read_good();
    size_t length = read_golden(name, text);
    assert_int_equal(length, bytes);
    memset(&made, UNTOUCHED, sizeof made);
    if (!strncmp(name, "run-", 4)) {
        memset(&run, UNTOUCHED, sizeof run);
        status = felt_narc_run_read(text, bytes, &rules, &run, error);
        if (status != FELT_OK) assert_true(is_all(&run, sizeof run, UNTOUCHED));
        return status;
    }
    if (!strncmp(name, "rules-", 6)) {
        memset(&options, UNTOUCHED, sizeof options);
        status = felt_narc_options_read(text, bytes, &options, error);
        if (status != FELT_OK) assert_true(is_all(&options, sizeof options, UNTOUCHED));
    } else {
        memset(&cards, UNTOUCHED, sizeof cards);
        status = felt_narc_cards_read(text, bytes, &cards, error);
        if (status != FELT_OK) assert_true(is_all(&cards, sizeof cards, UNTOUCHED));
    }
    if (status == FELT_OK) {
        status = felt_narc_rules_join(&options, &cards, false, &made, error);
        if (status != FELT_OK) assert_true(is_all(&made, sizeof made, UNTOUCHED));
    }
    return status;
}

/* False: said what is not as expected. */
static bool verify_row(const char *file, const char *pointer, const char *says)
{
    struct felt_narc_error error = {0};
    char name[LINE_BYTES + 8];
    (void)snprintf(name, sizeof name, "%s.json", file);
    size_t bytes = read_golden(name, text);
    enum felt_status status = read_as(name, bytes, &error);
    if (status == FELT_OK) fail_msg("%s is accepted", file);
    bool right = strcmp(error.pointer, pointer) == 0 && strstr(error.text, says) != NULL;
    if (!right)
        print_error("%s: \"%s\": %s (not \"%s\": %s)\n", file, error.pointer, error.text, pointer,
                    says);
    assert_true(error.text[0] != 0);
    bool in_options = !strncmp(file, "rules-", 6);
    assert_int_equal(error.in_options, in_options);
    (void)read_as(name, bytes, NULL); /* nobody has to listen */
    return right;
}

static int files_of_folder(void)
{
    int count = 0;
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/narc_json", golden_folder());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && !strcmp(entry->d_name + length - 5, ".json")) count++;
    }
    (void)closedir(folder);
    return count;
}

static void malformed_files_are_refused_with_pointer_and_reason(void **unused)
{
    (void)unused;
    char line[LINE_BYTES], path[PATH_BYTES];
    int count = 0, wrong = 0;
    (void)snprintf(path, sizeof path, "%s/narc_json/expected.txt", golden_folder());
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#') continue;
        line[strcspn(line, "\n")] = 0;
        char *pointer = strchr(line, '\t'), *says = pointer ? strchr(pointer + 1, '\t') : NULL;
        assert_non_null(says);
        *pointer = *says = 0;
        wrong += !verify_row(line, pointer + 1, says + 1);
        count++;
    }
    (void)fclose(in);
    print_message("# %d files refused\n", count);
    assert_int_equal(wrong, 0);
    assert_true(count >= CORPUS_MIN);
    assert_int_equal(files_of_folder(), count + 4); /* good-cards, -rules, -run, -kept */
}

static void good_files_of_the_corpus_are_accepted(void **unused)
{
    (void)unused;
    static struct felt_narc_run run;
    struct felt_narc_error error = {0};
    read_good();
    size_t bytes = read_golden("good-run.json", text);
    must(felt_narc_run_read(text, bytes, &rules, &run, &error), "good-run", &error);
    assert_int_equal(run.sessions, 1);
    assert_int_equal(run.session[0].hands, 3);
}

/* Every prefix of a good file is refused, as is every file with one byte behind it. */
static void cut_files_are_refused(void **unused)
{
    (void)unused;
    struct felt_narc_error error;
    size_t bytes = read_golden("good-cards.json", text);
    while (text[bytes - 1] == '\n') bytes--;
    for (size_t length = 0; length < bytes; length++) {
        memset(&cards, UNTOUCHED, sizeof cards);
        if (felt_narc_cards_read(text, length, &cards, &error) == FELT_OK)
            fail_msg("%zu of %zu bytes are accepted", length, bytes);
        assert_true(is_all(&cards, sizeof cards, UNTOUCHED));
    }
    assert_int_equal(felt_narc_cards_read(text, bytes, &cards, &error), FELT_OK);
    text[bytes] = 'x';
    assert_int_equal(felt_narc_cards_read(text, bytes + 1, &cards, &error), FELT_BAD_FORMAT);
}

static void files_that_are_too_long_are_refused(void **unused)
{
    (void)unused;
    struct felt_narc_error error = {0};
    size_t bytes = read_golden("good-cards.json", text);
    memset(text + bytes, ' ', FELT_NARC_TEXT_MAX + 1 - bytes);
    assert_int_equal(felt_narc_cards_read(text, FELT_NARC_TEXT_MAX, &cards, &error), FELT_OK);
    assert_int_equal(felt_narc_cards_read(text, FELT_NARC_TEXT_MAX + 1, &cards, &error), FELT_FULL);
    assert_non_null(strstr(error.text, "65536"));
    bytes = read_golden("good-rules.json", text);
    memset(text + bytes, ' ', FELT_NARC_TEXT_MAX + 1 - bytes);
    assert_int_equal(felt_narc_options_read(text, FELT_NARC_TEXT_MAX + 1, &options, &error),
                     FELT_FULL);
    assert_true(error.in_options);
}

/* ---- what is read ---- */

static void fields_that_are_missing_are_usual(void **unused)
{
    (void)unused;
    static const char least[] = "{\"format\":\"felt.narc.rules\",\"version\":1,\"name\":\"x\"}";
    struct felt_narc_options usual = felt_narc_options_usual;
    struct felt_narc_error error = {0};
    must(felt_narc_options_read(least, sizeof least - 1, &options, &error), "least", &error);
    assert_string_equal(options.name, "x");
    assert_int_equal(options.hand_size, 0);
    options.hand_size = usual.hand_size;
    memset(options.name, 0, sizeof options.name);
    struct felt_buffer a = felt_buffer_make(text, sizeof text),
                       b = felt_buffer_make(other, sizeof other);
    assert_int_equal(felt_narc_options_write(&options, &a), FELT_OK);
    assert_int_equal(felt_narc_options_write(&usual, &b), FELT_OK);
    assert_int_equal(a.used, b.used);
    assert_memory_equal(text, other, a.used);
}

static void hand_size_of_the_rule_set_goes_before_the_catalogue(void **unused)
{
    (void)unused;
    read_good();
    cards.hand_size = 4;
    options.hand_size = 0;
    assert_int_equal(felt_narc_rules_join(&options, &cards, false, &rules, NULL), FELT_OK);
    assert_int_equal(rules.options.hand_size, 4);
    options.hand_size = 2;
    assert_int_equal(felt_narc_rules_join(&options, &cards, false, &rules, NULL), FELT_OK);
    assert_int_equal(rules.options.hand_size, 2);
}

static void fault_of_two_texts_is_in_one_of_them(void **unused)
{
    (void)unused;
    struct felt_narc_error error = {0};
    size_t bytes, cards_bytes;
    char *good = narc_known_text("house", &bytes),
         *cards_text = narc_known_text("cards", &cards_bytes);
    must(felt_narc_rules_read(good, bytes, cards_text, cards_bytes, false, &rules, &error), "both",
         &error);
    assert_string_equal(rules.options.name, "house");
    assert_int_equal(
        felt_narc_rules_read(good, bytes, cards_text, cards_bytes - 9, false, &rules, &error),
        FELT_BAD_FORMAT);
    assert_false(error.in_options);
    assert_int_equal(
        felt_narc_rules_read(good, bytes - 9, cards_text, cards_bytes, false, &rules, &error),
        FELT_BAD_FORMAT);
    assert_true(error.in_options);
    free(good);
    free(cards_text);
}

static void cap_below_three_is_for_sweeps(void **unused)
{
    (void)unused;
    struct felt_narc_error error = {0};
    read_good();
    options.cap = 2;
    assert_int_equal(felt_narc_rules_join(&options, &cards, false, &rules, &error), FELT_BAD_RULES);
    assert_string_equal(error.pointer, "/cap");
    assert_int_equal(felt_narc_rules_join(&options, &cards, true, &rules, &error), FELT_OK);
}

/* ---- what is written ---- */

static void shipped_files_are_canonical(void **unused)
{
    (void)unused;
    size_t bytes;
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    char *file = narc_known_text("cards", &bytes);
    narc_known_cards(&cards);
    assert_int_equal(felt_narc_cards_write(&cards, &out), FELT_OK);
    if (out.used != bytes || memcmp(file, text, bytes) != 0)
        fail_msg("data/narc/cards.json is not what `felt narc cards --json` prints");
    free(file);
    for (int i = 0; i < NARC_KNOWN_RULES; i++) {
        const char *name = narc_known_name(i);
        file = narc_known_text(name, &bytes);
        narc_known_options(name, &options);
        assert_string_equal(options.name, name);
        felt_buffer_clear(&out);
        assert_int_equal(felt_narc_options_write(&options, &out), FELT_OK);
        if (out.used != bytes || memcmp(file, text, bytes) != 0)
            fail_msg("data/narc/%s.json is not what `felt narc rules %s --json` prints", name,
                     name);
        free(file);
    }
}

/* NARC-1 and section 5.3 of the design: what the rule sets are there for. */
static void shipped_rule_sets_differ_as_they_say(void **unused)
{
    (void)unused;
    narc_known_options("house", &options);
    assert_true(options.fold_price == 1 && options.insurance && options.conviction &&
                options.tiers && options.answers == FELT_ANSWERS_BEHIND &&
                options.cap_effect == FELT_CAP_ENDS && options.rounds == 3);
    assert_string_equal(options.bot[FELT_ROLE_NARC], "best");
    assert_string_equal(options.bot[FELT_ROLE_CUSTOMER], "wary");
    assert_string_equal(options.bot[FELT_ROLE_PLAYER], "careful");
    narc_known_options("seed", &options);
    assert_true(options.fold_price == 0 && !options.insurance && !options.conviction &&
                !options.tiers);
    assert_string_equal(options.bot[FELT_ROLE_NARC], "seed");
    assert_string_equal(options.bot[FELT_ROLE_CUSTOMER], "seed");
    narc_known_options("full-answers", &options);
    assert_true(options.answers == FELT_ANSWERS_OTHERS && options.cap_effect == FELT_CAP_MUTES);
    narc_known_options("quick", &options);
    assert_int_equal(options.rounds, 2);
    narc_known_options("rotation", &options);
    assert_true(options.rotates);
    narc_known_options("open", &options);
    assert_true(options.open);
    narc_known_options("pot", &options);
    assert_int_equal(options.pot_per_card, 5);
}

/* ---- random ones ---- */

static void random_word(struct felt_rng *rng, size_t bytes, bool any, char *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    static const char *const odd[] = {"\"",       "\\",           "/",  " ",
                                      "\xC3\xA9", "\xE2\x82\xAC", "%s", "\x7B"};
    struct felt_buffer text_of = felt_buffer_make(out, bytes - 1);
    size_t count = 1 + felt_rng_below(rng, (uint32_t)bytes - 1);
    memset(out, 0, bytes);
    for (size_t i = 0; i < count; i++) {
        if (any && felt_rng_below(rng, 4) == 0)
            felt_buffer_text(&text_of, odd[felt_rng_below(rng, 8)]);
        else
            felt_buffer_char(&text_of, letters[felt_rng_below(rng, sizeof letters - 1)]);
    }
}

static int16_t random_number(struct felt_rng *rng)
{
    if (felt_rng_below(rng, 3) == 0) return 0;
    return (int16_t)((int)felt_rng_below(rng, 2 * FELT_NARC_NUMBER_MAX + 1) - FELT_NARC_NUMBER_MAX);
}

static void random_card(struct felt_rng *rng, struct felt_narc_card *card)
{
    *card = (struct felt_narc_card){.owner = (uint8_t)felt_rng_below(rng, FELT_ROLES),
                                    .type = (uint8_t)felt_rng_below(rng, FELT_NARC_TYPES),
                                    .price_steps = (uint8_t)(1 + felt_rng_below(rng, 60)),
                                    .price = random_number(rng),
                                    .price_flat = random_number(rng),
                                    .evidence = random_number(rng),
                                    .cover = random_number(rng),
                                    .heat = random_number(rng),
                                    .cost = random_number(rng),
                                    .heat_penalty = random_number(rng),
                                    .threshold = random_number(rng)};
    random_word(rng, sizeof card->id, false, card->id);
    random_word(rng, sizeof card->name, true, card->name);
    if (felt_rng_below(rng, 2)) random_word(rng, sizeof card->text, true, card->text);
}

static void random_catalogue(struct felt_rng *rng, struct felt_narc_catalogue *out)
{
    memset(out, 0, sizeof *out);
    random_word(rng, sizeof out->name, false, out->name);
    out->hand_size = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_HAND_MAX));
    out->kinds = (uint8_t)felt_rng_below(rng, FELT_NARC_KINDS_MAX + 1);
    uint32_t split = felt_rng_below(rng, out->kinds + 1u);
    for (uint32_t i = 0; i < out->kinds; i++) {
        random_card(rng, &out->card[i]);
        if (i < split) out->card[i].count = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_DECK_MAX));
        /* Ids of cards differ, else the swaps of tiers would not know which. */
        (void)snprintf(out->card[i].id, 4, "%03u", i);
    }
    out->tiers = (uint8_t)felt_rng_below(rng, FELT_NARC_TIERS_MAX + 1);
    for (int i = 0; i < out->tiers; i++) {
        random_word(rng, sizeof out->tier[i].name, true, out->tier[i].name);
        out->tier[i].heat_min = (int32_t)felt_rng_below(rng, FELT_NARC_NUMBER_MAX + 1);
        for (int kind = 0; kind < out->kinds; kind++)
            if (felt_rng_below(rng, 3) == 0)
                out->tier[i].change[kind] = (int8_t)((int)felt_rng_below(rng, 41) - 20);
    }
}

/* Field by field, by the text; and names byte by byte. */
static bool same_cards(const struct felt_narc_card *a, const struct felt_narc_card *b)
{
    return !strcmp(a->id, b->id) && !strcmp(a->name, b->name) && !strcmp(a->text, b->text) &&
           a->owner == b->owner && a->type == b->type && a->count == b->count &&
           a->price_steps == b->price_steps && a->price == b->price &&
           a->price_flat == b->price_flat && a->evidence == b->evidence && a->cover == b->cover &&
           a->heat == b->heat && a->cost == b->cost && a->heat_penalty == b->heat_penalty &&
           a->threshold == b->threshold;
}

static bool same_catalogue(const struct felt_narc_catalogue *a, const struct felt_narc_catalogue *b)
{
    if (strcmp(a->name, b->name) || a->hand_size != b->hand_size || a->kinds != b->kinds ||
        a->tiers != b->tiers)
        return false;
    for (int i = 0; i < a->kinds; i++)
        if (!same_cards(&a->card[i], &b->card[i])) return false;
    for (int i = 0; i < a->tiers; i++)
        if (strcmp(a->tier[i].name, b->tier[i].name) ||
            a->tier[i].heat_min != b->tier[i].heat_min ||
            memcmp(a->tier[i].change, b->tier[i].change, sizeof a->tier[i].change) != 0)
            return false;
    return true;
}

static void random_catalogues_are_read_as_they_were_written(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(21);
    int count = test_is_quick() ? 60 : 600;
    for (int i = 0; i < count; i++) {
        struct felt_narc_error error = {0};
        struct felt_buffer out = felt_buffer_make(text, FELT_NARC_TEXT_MAX),
                           twice = felt_buffer_make(other, FELT_NARC_TEXT_MAX);
        random_catalogue(&rng, &cards);
        must(felt_narc_cards_write(&cards, &out), "write", &error);
        must(felt_narc_cards_read(text, out.used, &cards_again, &error), text, &error);
        assert_true(same_catalogue(&cards, &cards_again));
        must(felt_narc_cards_write(&cards_again, &twice), "write", &error);
        assert_int_equal(out.used, twice.used);
        assert_memory_equal(text, other, out.used);
    }
}

static void random_options(struct felt_rng *rng, struct felt_narc_options *out)
{
    static const char *const bots[FELT_ROLES][2] = {
        {"seed", "pressure"}, {"shy", "rollout:17"}, {"random", "careful/never-fold"}};
    memset(out, 0, sizeof *out);
    random_word(rng, sizeof out->name, false, out->name);
    if (felt_rng_below(rng, 2)) random_word(rng, sizeof out->title, true, out->title);
    out->rounds = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_ROUNDS_MAX));
    out->hand_size = (uint8_t)felt_rng_below(rng, FELT_NARC_HAND_MAX + 1);
    out->cap = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_CAP_MAX));
    out->cap_effect = (uint8_t)felt_rng_below(rng, 2);
    out->answers = (uint8_t)felt_rng_below(rng, FELT_ANSWERS);
    bool *const flags[] = {&out->initiative, &out->rotates, &out->pays_to_stay, &out->insurance,
                           &out->conviction, &out->tiers,   &out->open,         &out->recycles};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) *flags[i] = felt_rng_below(rng, 2);
    uint8_t first = (uint8_t)felt_rng_below(rng, 3), turn = (uint8_t)(1 + felt_rng_below(rng, 2));
    for (int i = 0; i < FELT_ROLES; i++) out->order[i] = (uint8_t)((first + i * turn) % 3);
    out->fold_price = (uint8_t)felt_rng_below(rng, FELT_NARC_HAND_MAX + 1);
    out->pot_per_card = (int16_t)felt_rng_below(rng, 1001);
    out->session_hands = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_SESSION_MAX));
    out->session_cards = (uint8_t)(1 + felt_rng_below(rng, FELT_NARC_DECK_MAX));
    for (int role = 0; role < FELT_ROLES; role++)
        (void)snprintf(out->bot[role], sizeof out->bot[role], "%s",
                       bots[role][felt_rng_below(rng, 2)]);
}

static void random_rule_sets_are_read_as_they_were_written(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(22);
    int count = test_is_quick() ? 200 : 3000;
    for (int i = 0; i < count; i++) {
        struct felt_narc_error error = {0};
        struct felt_buffer out = felt_buffer_make(text, FELT_NARC_TEXT_MAX);
        random_options(&rng, &options);
        must(felt_narc_options_write(&options, &out), "write", &error);
        memset(&options_again, 0, sizeof options_again);
        must(felt_narc_options_read(text, out.used, &options_again, &error), text, &error);
        /* Bytes and flags only but for pot_per_card, which is aligned: every byte is a field's. */
        assert_memory_equal(options.name, options_again.name, sizeof options.name);
        assert_memory_equal(options.title, options_again.title, sizeof options.title);
        struct felt_buffer twice = felt_buffer_make(other, FELT_NARC_TEXT_MAX);
        must(felt_narc_options_write(&options_again, &twice), "write", &error);
        assert_int_equal(out.used, twice.used);
        assert_memory_equal(text, other, out.used);
    }
}

static void catalogues_that_cannot_be_written_are_refused(void **unused)
{
    (void)unused;
    char small[100];
    struct felt_buffer out = felt_buffer_make(small, sizeof small);
    read_good();
    assert_int_equal(felt_narc_cards_write(&cards, &out), FELT_FULL);
    felt_buffer_clear(&out);
    assert_int_equal(felt_narc_options_write(&options, &out), FELT_FULL);
    out = felt_buffer_make(text, sizeof text);
    cards.card[0].count = 0; /* a tier's card before others */
    assert_int_equal(felt_narc_cards_write(&cards, &out), FELT_BAD_RULES);
}

TEST_MODULE(narc_json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_files_are_refused_with_pointer_and_reason),
        cmocka_unit_test(good_files_of_the_corpus_are_accepted),
        cmocka_unit_test(cut_files_are_refused),
        cmocka_unit_test(files_that_are_too_long_are_refused),
        cmocka_unit_test(fields_that_are_missing_are_usual),
        cmocka_unit_test(hand_size_of_the_rule_set_goes_before_the_catalogue),
        cmocka_unit_test(fault_of_two_texts_is_in_one_of_them),
        cmocka_unit_test(cap_below_three_is_for_sweeps),
        cmocka_unit_test(shipped_files_are_canonical),
        cmocka_unit_test(shipped_rule_sets_differ_as_they_say),
        cmocka_unit_test(random_catalogues_are_read_as_they_were_written),
        cmocka_unit_test(random_rule_sets_are_read_as_they_were_written),
        cmocka_unit_test(catalogues_that_cannot_be_written_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
