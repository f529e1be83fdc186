/* verify_shuffle.c -- the committed shuffle of docs/PROTOCOL.md 8, checked by somebody who was told
 * the keys.
 *
 * The file holds JSON objects: a match_end frame with the keys, start_hand and end_hand frames if
 * somebody kept them, or one answer of /api/arena/matches/ID, which has the frame in `end` and the
 * hands in `phh`.  Four things are compared, as far as they are there:
 *
 *     the key of a hand      with the one that follows from the secret, the match and its number
 *     its SHA-256            with `commit` of start_hand, and the seed with `seed`; of deals that
 *                            are played twice with the blind before it (PROTOCOL 17.7)
 *     its deck               with the hole cards, boards and draws of the recorded hand
 *
 * What cannot be compared is counted as such: nothing is taken on trust. */
#include "cli/hand/verify_shuffle.h"
#include "base/hex.h"

#include "cli/cli.h"
#include "command/input.h"

#include "felt/assert.h"
#include "felt/poker.h"
#include "os/secret.h"
#include "server/table/shuffle.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MATCH_ID_MAX = 64 };

static const struct felt_digests digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash};

struct shown_key {
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    uint8_t key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
    uint32_t number; /* of the hand; 0: not known */
};

struct check {
    const struct felt_args *args;
    char *text;
    size_t bytes;
    json_t *objects; /* of the file, in their order */
    size_t keys;
    struct shown_key *key;
    uint64_t derived, commits, hands, cards, unknown, wrong;
    struct felt_record *record; /* one of those in `phh` */
};

/* ---- reading ---- */

static bool read_hex(const json_t *value, uint8_t out[FELT_KEY_BYTES])
{
    const char *text = json_string_value(value);
    return text && felt_hex_read(text, json_string_length(value), out, FELT_KEY_BYTES);
}

static bool read_file(struct check *check, const char *name)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    size_t room = 0, got = 1;
    while (file && got) {
        if (check->bytes == room) {
            room = room ? 2 * room : 1 << 16;
            char *more = realloc(check->text, room);
            if (more == NULL) break;
            check->text = more;
        }
        got = fread(check->text + check->bytes, 1, room - check->bytes, file);
        check->bytes += got;
    }
    bool good = file && !got && !ferror(file);
    if (file && file != stdin) fclose(file);
    return good;
}

/* All objects of the file, blanks between them. */
static bool read_objects(struct check *check)
{
    check->objects = json_array();
    for (size_t at = 0; at < check->bytes;) {
        json_error_t error;
        if (strchr(" \t\r\n", check->text[at]) && check->text[at]) {
            at++;
            continue;
        }
        json_t *object =
            json_loadb(check->text + at, check->bytes - at, JSON_DISABLE_EOF_CHECK, &error);
        if (object == NULL || json_array_append_new(check->objects, object)) return false;
        at += (size_t)error.position;
    }
    return json_array_size(check->objects) > 0;
}

static bool is_type(const json_t *object, const char *type)
{
    const char *word = json_string_value(json_object_get(object, "type"));
    return word && strcmp(word, type) == 0;
}

/* `blind` is NULL, or what a deal that is played twice was committed to with. */
static bool add_key(struct check *check, const json_t *hand_id, const json_t *key,
                    const json_t *blind, uint32_t number)
{
    const char *id = json_string_value(hand_id);
    struct shown_key *shown = &check->key[check->keys];
    uint8_t hidden[FELT_KEY_BYTES];
    if (id == NULL || strlen(id) > FELT_LIVE_HAND_ID_BYTES || !read_hex(key, shown->key))
        return false;
    if (blind && !read_hex(blind, hidden)) return false;
    memcpy(shown->hand_id, id, strlen(id) + 1);
    shown->number = number;
    if (blind)
        felt_shuffle_deal_commit(&digests, hidden, shown->key, shown->commit);
    else
        felt_shuffle_commit(&digests, shown->key, shown->commit);
    check->keys++;
    return true;
}

static struct shown_key *find_key(struct check *check, const char *id, size_t bytes)
{
    for (size_t i = 0; i < check->keys; i++)
        if (strlen(check->key[i].hand_id) == bytes && !memcmp(check->key[i].hand_id, id, bytes))
            return &check->key[i];
    return NULL;
}

/* ---- comparing keys ---- */

static void say_wrong(struct check *check, const char *hand_id, const char *why)
{
    check->wrong++;
    (void)felt_args_refuse(check->args, "hand %s: %s", hand_id, why);
}

/* Does the secret give the key of this row, and its blind if it has one? */
static bool follows(const json_t *row, const uint8_t secret[FELT_KEY_BYTES], const char *match_id,
                    uint32_t number, const struct shown_key *shown)
{
    const json_t *blind = json_object_get(row, "blind");
    const json_t *fresh = json_object_get(row, "fresh");
    uint8_t key[FELT_KEY_BYTES], told[FELT_KEY_BYTES], random[FELT_KEY_BYTES] = {0};
    if (fresh && !read_hex(fresh, random)) return false;
    felt_shuffle_key(&digests, secret, random, match_id, number, key);
    if (blind) {
        json_int_t deal = json_integer_value(json_object_get(row, "deal"));
        if (!read_hex(blind, told) || memcmp(key, told, sizeof key) != 0) return false;
        felt_shuffle_deal_key(&digests, secret, match_id, (uint32_t)deal, key);
    }
    return memcmp(key, shown->key, sizeof key) == 0;
}

/* The match_end frame: every key, and whether the secret gives it. */
static bool take_match_end(struct check *check, const json_t *frame)
{
    const json_t *reveals = json_object_get(frame, "reveals");
    const char *match_id = json_string_value(json_object_get(frame, "match_id"));
    json_int_t omitted = json_integer_value(json_object_get(frame, "reveals_omitted"));
    uint8_t secret[FELT_KEY_BYTES];
    bool derive = match_id && strlen(match_id) <= MATCH_ID_MAX &&
                  read_hex(json_object_get(frame, "secret"), secret);
    if (!json_is_array(reveals)) return false;
    for (size_t i = 0; i < json_array_size(reveals); i++) {
        const json_t *one = json_array_get(reveals, i);
        uint32_t number = (uint32_t)omitted + (uint32_t)i + 1;
        if (!add_key(check, json_object_get(one, "hand_id"), json_object_get(one, "key"),
                     json_object_get(one, "blind"), number))
            return false;
        if (!derive) continue;
        const struct shown_key *shown = &check->key[check->keys - 1];
        if (follows(one, secret, match_id, number, shown))
            check->derived++;
        else
            say_wrong(check, shown->hand_id, "its key does not follow from the secret");
    }
    return true;
}

static void compare_commit(struct check *check, const json_t *start)
{
    const json_t *id = json_object_get(start, "hand_id");
    uint8_t commit[FELT_KEY_BYTES];
    const struct shown_key *shown =
        json_is_string(id) ? find_key(check, json_string_value(id), json_string_length(id)) : NULL;
    if (shown == NULL || !read_hex(json_object_get(start, "commit"), commit)) return;
    check->commits++;
    if (memcmp(commit, shown->commit, sizeof commit) != 0)
        say_wrong(check, shown->hand_id, "its key is not the one that was committed to");
    else if (json_integer_value(json_object_get(start, "seed")) !=
             (json_int_t)felt_shuffle_seed(commit))
        say_wrong(check, shown->hand_id, "its seed is not the end of its commitment");
}

/* ---- comparing cards ---- */

/* Where the next card of a recorded hand lies in its deck; -1: it cannot be said. */
struct layout {
    const struct felt_variant *variant;
    int seats, deck_count;
    int holes[FELT_SEATS_MAX], boards, stub;
};

static int place_of(struct layout *layout, const struct felt_record_action *action)
{
    const struct felt_variant *variant = layout->variant;
    int rows = layout->seats * variant->hole_cards, at;
    if (action->kind == FELT_RECORD_BOARD && layout->boards < variant->board_cards)
        return rows + layout->boards++;
    if (action->kind == FELT_RECORD_HOLE && layout->holes[action->seat] < variant->hole_cards)
        return layout->holes[action->seat]++ * layout->seats + action->seat;
    at = rows + variant->board_cards + layout->stub++;
    return variant->on_up == FELT_UP_REDEAL || at >= layout->deck_count ? -1 : at;
}

/* All cards went back and this seat has its first ones again: several at a time, as only at the
 * beginning.  What follows comes from the reshuffle (RULES 14.3), not from the deck. */
static bool is_redeal(const struct layout *layout, const struct felt_record_action *action)
{
    return layout->variant->on_up == FELT_UP_REDEAL && action->kind == FELT_RECORD_HOLE &&
           action->count > 1 && layout->holes[action->seat] > 0;
}

static void compare_hand(struct check *check, const struct felt_record *record)
{
    struct felt_record_variant code = felt_record_variant_at(record->variant);
    const struct shown_key *shown =
        find_key(check, felt_record_bytes(record, record->id), record->id.bytes);
    struct felt_poker_rules rules;
    struct felt_rng later;
    if (shown == NULL ||
        felt_poker_rules_make(code.row, (enum felt_limit)code.limit, 2, &rules, NULL) != FELT_OK) {
        check->unknown++;
        return;
    }
    struct layout layout = {rules.variant, record->seats, rules.deck_count, {0}, 0, 0};
    if (layout.seats * rules.variant->hole_cards + rules.variant->board_cards > rules.deck_count) {
        check->unknown++; /* a crowded stud table lays its cards out otherwise (RULES 2.4) */
        return;
    }
    felt_shuffle_deck(&digests, shown->key, rules.deck, rules.deck_count, &later);
    check->hands++;
    for (int i = 0; i < record->actions; i++) {
        const struct felt_record_action *action = &record->action[i];
        if (action->kind != FELT_RECORD_HOLE && action->kind != FELT_RECORD_BOARD) continue;
        if (is_redeal(&layout, action)) return;
        for (int k = 0; k < action->count; k++) {
            int at = place_of(&layout, action);
            if (at < 0 || action->cards[k] == FELT_CARD_NONE) continue;
            check->cards++;
            if (rules.deck[at] == action->cards[k]) continue;
            say_wrong(check, shown->hand_id, "its cards are not those of its key");
            return;
        }
    }
}

/* Hands in `phh` of an answer of /api/arena. */
static void compare_text(struct check *check, const json_t *phh)
{
    const char *text = json_string_value(phh);
    size_t left = text ? json_string_length(phh) : 0;
    while (left) {
        size_t bytes = felt_phh_first(text, left);
        struct felt_complaint complaint;
        if (felt_phh_read(text, bytes, check->record, &complaint) == FELT_OK)
            compare_hand(check, check->record);
        else
            check->unknown++;
        text += bytes;
        left -= bytes;
    }
}

/* ---- all of it ---- */

static bool take_keys(struct check *check)
{
    size_t most = 0;
    for (size_t i = 0; i < json_array_size(check->objects); i++) {
        const json_t *one = json_array_get(check->objects, i), *end = json_object_get(one, "end");
        most += 1 + json_array_size(json_object_get(end ? end : one, "reveals"));
    }
    check->key = calloc(most, sizeof *check->key);
    if (check->key == NULL) return false;
    for (size_t i = 0; i < json_array_size(check->objects); i++) {
        const json_t *one = json_array_get(check->objects, i), *end = json_object_get(one, "end");
        const json_t *reveal = json_object_get(one, "reveal");
        const json_t *frame = end ? end : one;
        if (is_type(frame, "match_end") && !take_match_end(check, frame)) return false;
        if (is_type(one, "end_hand") && reveal &&
            !add_key(check, json_object_get(one, "hand_id"), reveal, NULL, 0))
            return false;
    }
    return check->keys > 0;
}

static void print_keys(const struct check *check)
{
    for (size_t i = 0; i < check->keys; i++) {
        const struct shown_key *shown = &check->key[i];
        char commit[2 * FELT_KEY_BYTES + 1];
        felt_hex_write(shown->commit, FELT_KEY_BYTES, commit);
        printf("%s  seed %lu  commit %s\n", shown->hand_id,
               (unsigned long)felt_shuffle_seed(shown->commit), commit);
    }
}

static int run(struct check *check, struct felt_cli_hand_source *source)
{
    struct felt_complaint complaint;
    enum felt_status status;
    if (!read_objects(check) || !take_keys(check))
        return felt_args_refuse(check->args,
                                "there are no keys: give a file with a match_end frame, "
                                "or with an answer of /api/arena/matches/ID");
    print_keys(check);
    for (size_t i = 0; i < json_array_size(check->objects); i++) {
        const json_t *one = json_array_get(check->objects, i);
        if (is_type(one, "start_hand")) compare_commit(check, one);
        compare_text(check, json_object_get(one, "phh"));
    }
    while (source && felt_cli_hand_source_next(source, &status, &complaint)) {
        if (status == FELT_OK)
            compare_hand(check, &source->record);
        else
            check->unknown++;
    }
    printf("%llu keys, %llu follow from the secret; %llu commitments, %llu hands with %llu cards "
           "compared; %llu hands not compared; %llu wrong\n",
           (unsigned long long)check->keys, (unsigned long long)check->derived,
           (unsigned long long)check->commits, (unsigned long long)check->hands,
           (unsigned long long)check->cards, (unsigned long long)check->unknown,
           (unsigned long long)check->wrong);
    if (source && source->failed) return FELT_EXIT_USAGE;
    return check->wrong ? FELT_EXIT_FAILED : FELT_EXIT_OK;
}

int felt_cli_verify_shuffle(const struct felt_args *args, const char *name,
                            struct felt_cli_hand_source *source)
{
    struct check check = {.args = args, .record = calloc(1, sizeof *check.record)};
    int code = FELT_EXIT_USAGE;
    if (check.record == NULL || !read_file(&check, name))
        (void)felt_args_refuse(args, "cannot read %s", name);
    else
        code = run(&check, source);
    json_decref(check.objects);
    free(check.key);
    free(check.text);
    free(check.record);
    return code;
}
