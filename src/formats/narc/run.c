/* run.c -- runs of Narc as JSON.
 *
 *     {
 *       "format": "felt.narc.run",
 *       "version": 1,
 *       "rules": "house",
 *       "cards": "back-room-curios",
 *       "hash": "6bb13ce232f0a9ef",
 *       "seed": "42",
 *       "sessions": [
 *         {"heat":0,"cash":0,"hands":[
 *           "Nc Cr:handshake Pr:bootleg_records Cc | Pg Nc Cc Pc | Pf",
 *           "Nr:long_lunch"
 *         ]}
 *       ]
 *     }
 *
 * Seed and hash are texts, because many readers of JSON have no whole numbers of 64 bits.
 *
 * Reading is playing: each word is an action, or one of the words that follow from it (automatic
 * checks, the flip of a round), and those must stand where they happen.  A file that was tampered
 * with, or played by other rules, is found out at the first word that does not fit. */
#include "base/hex.h"
#include "felt/assert.h"
#include "felt/narc_json.h"
#include "formats/narc/parts.h"

#include <string.h>

#define FORMAT "felt.narc.run"

enum {
    HASH_DIGITS = 16,
    SEED_DIGITS_MAX = 20,
    WORD_BYTES = FELT_NARC_ID_BYTES + 8,
    /* Automatic checks of a round, and its flip: "NC CC PC ... |". */
    FOLLOWING_BYTES = 4 * FELT_ROLES * (FELT_NARC_CAP_MAX + 2)
};

static const char role_letters[FELT_ROLES + 1] = "NCP";

/* ---- words ---- */

/* Flips of the hand so far; a fold of the Player, which flips nothing, may hide the last one. */
static int flips_of(const struct felt_narc_state *state)
{
    bool flipped = state->phase == FELT_NARC_DECISION ||
                   (state->phase == FELT_NARC_OVER && state->end != FELT_NARC_FOLDED);
    return state->round + flipped;
}

static char letter_of(const struct felt_narc_rules *rules, felt_seat seat)
{
    return role_letters[felt_narc_role(rules, seat)];
}

static void space(struct felt_buffer *out, size_t start)
{
    if (out->used > start) felt_buffer_char(out, ' ');
}

/* What follows from the step that left this log: words with a space between them. */
static void append_following(const struct felt_narc_rules *rules, const struct felt_event_log *log,
                             int flips_before, const struct felt_narc_state *state, size_t start,
                             struct felt_buffer *out)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        if (event->kind != FELT_EVENT_ACT || event->act != FELT_CHECK || event->amount != 1)
            continue;
        space(out, start);
        felt_buffer_char(out, letter_of(rules, event->seat));
        felt_buffer_char(out, 'C');
    }
    if (flips_of(state) <= flips_before) return;
    space(out, start);
    felt_buffer_char(out, '|');
}

static void append_action(const struct felt_narc_rules *rules, felt_seat seat,
                          struct felt_narc_run_action action, size_t start, struct felt_buffer *out)
{
    char letter = 'c';
    if (action.kind == FELT_COMMIT) letter = 'r';
    if (action.kind == FELT_CALL) letter = 's';
    if (action.kind == FELT_FOLD) letter = 'f';
    if (action.kind == FELT_CONTINUE) letter = 'g';
    space(out, start);
    felt_buffer_char(out, letter_of(rules, seat));
    felt_buffer_char(out, letter);
    if (action.kind != FELT_COMMIT && action.kind != FELT_CALL) return;
    felt_assert(action.card < rules->catalogue.kinds);
    felt_buffer_char(out, ':');
    felt_buffer_text(out, rules->catalogue.card[action.card].id);
}

/* ---- reading a hand ---- */

struct hand_reader {
    struct narc_reader *reader;
    const struct felt_narc_rules *rules;
    struct felt_narc_run *run;
    struct felt_narc_state *state;
    const char *text; /* the words that are left */
    int words;        /* read so far             */
};

/* The next word; false: there is none.  A word that is too long is cut, and no word of ours. */
static bool next_word(struct hand_reader *hand, char word[WORD_BYTES])
{
    size_t bytes = 0;
    while (*hand->text == ' ') hand->text++;
    if (*hand->text == 0) return false;
    for (; *hand->text && *hand->text != ' '; hand->text++)
        if (bytes + 1 < WORD_BYTES) word[bytes++] = *hand->text;
    word[bytes] = 0;
    hand->words++;
    return true;
}

static enum felt_status want_following(struct hand_reader *hand, const struct felt_event_log *log,
                                       int flips_before)
{
    char expected[FOLLOWING_BYTES], word[WORD_BYTES];
    struct felt_buffer text = felt_buffer_make(expected, sizeof expected);
    append_following(hand->rules, log, flips_before, hand->state, 0, &text);
    const char *want = felt_buffer_terminate(&text);
    felt_assert(!text.overflow);
    while (*want) {
        size_t bytes = strcspn(want, " ");
        if (!next_word(hand, word))
            return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                    "behind word %d: %.*s follows from what was done", hand->words,
                                    (int)bytes, want);
        if (strlen(word) != bytes || memcmp(word, want, bytes) != 0)
            return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                    "word %d is \"%s\"; %.*s follows from what was done",
                                    hand->words, word, (int)bytes, want);
        want += bytes;
        while (*want == ' ') want++;
    }
    return FELT_OK;
}

/* "Pr:bootleg_records" */
static enum felt_status parse(struct hand_reader *hand, const char *word,
                              struct felt_narc_run_action *out)
{
    static const char letters[] = "crsfg";
    static const uint8_t kinds[] = {FELT_CHECK, FELT_COMMIT, FELT_CALL, FELT_FOLD, FELT_CONTINUE};
    const struct felt_narc_catalogue *catalogue = &hand->rules->catalogue;
    const char *ids[FELT_NARC_KINDS_MAX],
        *letter = word[0] && word[1] ? strchr(letters, word[1]) : 0;
    if (!letter || !strchr(role_letters, word[0]))
        return felt_narc_refuse(hand->reader, FELT_BAD_FORMAT,
                                "word %d is \"%s\"; take N, C or P and c, r:ID, s:ID, f or g",
                                hand->words, word);
    *out = (struct felt_narc_run_action){kinds[letter - letters], FELT_CARD_NONE};
    bool names = *letter == 'r' || *letter == 's';
    if (word[2] != (names ? ':' : 0))
        return felt_narc_refuse(hand->reader, FELT_BAD_FORMAT,
                                names ? "word %d is \"%s\"; the card stands behind a colon"
                                      : "word %d is \"%s\"; nothing follows the letter",
                                hand->words, word);
    if (!names) return FELT_OK;
    for (int i = 0; i < catalogue->kinds; i++) {
        ids[i] = catalogue->card[i].id;
        if (strcmp(ids[i], word + 3) == 0) out->card = (uint8_t)i;
    }
    if (out->card != FELT_CARD_NONE) return FELT_OK;
    return felt_narc_refuse_word(hand->reader, word + 3, ids, catalogue->kinds);
}

static const char *name_at(const struct felt_narc_rules *rules, felt_seat seat)
{
    return felt_narc_role_name(felt_narc_role(rules, seat));
}

static enum felt_status play_word(struct hand_reader *hand, const char *word,
                                  struct felt_event_log *log)
{
    struct felt_narc_run_action action;
    felt_seat actor = felt_narc_actor(hand->rules, hand->state);
    if (actor < 0)
        return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                "word %d is \"%s\", but the hand is over before it", hand->words,
                                word);
    enum felt_status status = parse(hand, word, &action);
    if (status != FELT_OK) return status;
    if (word[0] != letter_of(hand->rules, actor))
        return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                "word %d is \"%s\", but it is the turn of the %s", hand->words,
                                word, name_at(hand->rules, actor));
    status = felt_narc_run_act(hand->run, hand->rules, hand->state, actor,
                               felt_narc_action_with(hand->rules, hand->state, actor, action), log);
    if (status == FELT_FULL)
        return felt_narc_refuse(hand->reader, status, "a run has at most %d actions",
                                FELT_NARC_RUN_ACTIONS_MAX);
    if (status == FELT_BAD_DISCARD)
        return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                "word %d is \"%s\", but the %s does not hold that card",
                                hand->words, word, name_at(hand->rules, actor));
    if (status != FELT_OK)
        return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                "word %d is \"%s\", which is not legal there", hand->words, word);
    return FELT_OK;
}

/* The hand has begun; `log` tells how. */
static enum felt_status read_words(struct hand_reader *hand, struct felt_event_log *log)
{
    char word[WORD_BYTES];
    enum felt_status status = want_following(hand, log, 0);
    while (status == FELT_OK && next_word(hand, word)) {
        int flips = flips_of(hand->state);
        log->count = 0;
        status = play_word(hand, word, log);
        if (status == FELT_OK) status = want_following(hand, log, flips);
    }
    return status;
}

/* ---- reading sessions ---- */

/* A session as a file has it. */
struct session_reading {
    int32_t heat, cash;
    const json_t *hands;
};
struct run_reading {
    char rules[FELT_NARC_NAME_BYTES], cards[FELT_NARC_NAME_BYTES];
    uint64_t hash, seed;
    const json_t *sessions;
};

static enum felt_status read_hands(struct narc_reader *reader, const json_t *value, void *object)
{
    struct session_reading *session = object;
    session->hands = value;
    return felt_narc_want_list(reader, value, FELT_NARC_SESSION_MAX, "hands");
}

static const struct narc_field session_fields[] = {
    {.name = "heat",
     .kind = NARC_INT32,
     .use = NARC_MUST,
     .offset = offsetof(struct session_reading, heat),
     .max = FELT_NARC_CASH_MAX},
    {.name = "cash",
     .kind = NARC_INT32,
     .use = NARC_MUST,
     .offset = offsetof(struct session_reading, cash),
     .max = FELT_NARC_CASH_MAX},
    {.name = "hands", .kind = NARC_APART, .use = NARC_MUST, .read = read_hands}};
enum { SESSION_FIELDS = sizeof session_fields / sizeof session_fields[0] };

static enum felt_status read_hand(struct hand_reader *hand, const json_t *value,
                                  const struct session_reading *session, bool first)
{
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    if (!json_is_string(value))
        return felt_narc_refuse(hand->reader, FELT_BAD_FORMAT,
                                "take the words of a hand in quotes");
    hand->text = json_string_value(value);
    hand->words = 0;
    if (hand->run->sessions > 0 && hand->state->phase != FELT_NARC_OVER)
        return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL, "the hand before it is not finished");
    if (!first && hand->state->session_over)
        return felt_narc_refuse(hand->reader, FELT_NOT_LEGAL,
                                "the session is over with the hand before it");
    enum felt_status status = first ? felt_narc_run_open(hand->run, hand->rules, session->heat,
                                                         session->cash, hand->state, &log)
                                    : felt_narc_run_deal(hand->run, hand->rules, hand->state, &log);
    felt_assert(status == FELT_OK); /* lists are bounded, states were looked at */
    return read_words(hand, &log);
}

static enum felt_status read_session(struct hand_reader *hand, const json_t *value)
{
    struct session_reading session = {0};
    struct narc_reader *reader = hand->reader;
    enum felt_status status =
        felt_narc_read_fields(reader, value, session_fields, SESSION_FIELDS, &session);
    if (status != FELT_OK) return status;
    size_t list = felt_narc_enter(reader, "hands");
    if (json_array_size(session.hands) == 0)
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "a session has at least one hand");
    for (size_t i = 0; status == FELT_OK && i < json_array_size(session.hands); i++) {
        size_t mark = felt_narc_enter_item(reader, i);
        status = read_hand(hand, json_array_get(session.hands, i), &session, i == 0);
        felt_narc_leave(reader, mark);
    }
    felt_narc_leave(reader, list);
    return status;
}

/* ---- reading the whole ---- */

static enum felt_status read_hash(struct narc_reader *reader, const json_t *value, void *object)
{
    struct run_reading *reading = object;
    unsigned char hash[HASH_DIGITS / 2];
    const char *text = json_string_value(value);
    bool good = text && felt_hex_read(text, json_string_length(value), hash, sizeof hash);
    reading->hash = 0;
    for (size_t i = 0; good && i < sizeof hash; i++) reading->hash = reading->hash << 8 | hash[i];
    if (good) return FELT_OK;
    return felt_narc_refuse(reader, FELT_BAD_FORMAT, "take a text of %d hexadecimal digits",
                            HASH_DIGITS);
}

static enum felt_status read_seed(struct narc_reader *reader, const json_t *value, void *object)
{
    struct run_reading *reading = object;
    const char *text = json_string_value(value);
    size_t digits = text ? strspn(text, "0123456789") : 0;
    bool good = digits > 0 && digits <= SEED_DIGITS_MAX && text[digits] == 0 &&
                (digits == 1 || text[0] != '0');
    reading->seed = 0;
    for (size_t i = 0; good && i < digits; i++) {
        uint64_t digit = (uint64_t)(text[i] - '0');
        good = reading->seed <= (UINT64_MAX - digit) / 10;
        if (good) reading->seed = 10 * reading->seed + digit;
    }
    if (good) return FELT_OK;
    return felt_narc_refuse(reader, FELT_BAD_NUMBER,
                            "take a number of 64 bits as a text, as in \"42\"");
}

static enum felt_status read_sessions(struct narc_reader *reader, const json_t *value, void *object)
{
    struct run_reading *reading = object;
    reading->sessions = value;
    return felt_narc_want_list(reader, value, FELT_NARC_RUN_SESSIONS_MAX, "sessions");
}

#define NAME_OF(member)                                                                            \
    {                                                                                              \
        .name = #member, .kind = NARC_NAME, .use = NARC_MUST,                                      \
        .offset = offsetof(struct run_reading, member), .max = FELT_NARC_NAME_BYTES                \
    }
static const struct narc_field run_fields[] = {
    NAME_OF(rules),
    NAME_OF(cards),
    {.name = "hash", .kind = NARC_APART, .use = NARC_MUST, .read = read_hash},
    {.name = "seed", .kind = NARC_APART, .use = NARC_MUST, .read = read_seed},
    {.name = "sessions", .kind = NARC_APART, .use = NARC_MUST, .read = read_sessions}};
enum { RUN_FIELDS = sizeof run_fields / sizeof run_fields[0] };

/* Everything but what was played.  NULL: *status says why not. */
static json_t *load(struct narc_reader *reader, const char *text, size_t bytes,
                    struct run_reading *reading, enum felt_status *status)
{
    json_t *root = felt_narc_load_json(reader, text, bytes, FELT_NARC_RUN_TEXT_MAX, FORMAT, status);
    if (!root) return NULL;
    *status = felt_narc_read_fields(reader, root, run_fields, RUN_FIELDS, reading);
    if (*status == FELT_OK) return root;
    json_decref(root);
    return NULL;
}

enum felt_status felt_narc_run_names(const char *text, size_t bytes,
                                     char rules[FELT_NARC_NAME_BYTES],
                                     char cards[FELT_NARC_NAME_BYTES],
                                     struct felt_narc_error *error)
{
    struct narc_reader reader = {.error = error, .what = "a run"};
    struct run_reading reading = {.hash = 0};
    enum felt_status status = FELT_OK;
    json_t *root = load(&reader, text, bytes, &reading, &status);
    if (!root) return status;
    json_decref(root);
    memcpy(rules, reading.rules, FELT_NARC_NAME_BYTES);
    memcpy(cards, reading.cards, FELT_NARC_NAME_BYTES);
    return FELT_OK;
}

static enum felt_status read_run(struct narc_reader *reader, const struct run_reading *reading,
                                 const struct felt_narc_rules *rules, struct felt_narc_run *run)
{
    struct felt_narc_state state;
    struct hand_reader hand = {.reader = reader, .rules = rules, .run = run, .state = &state};
    enum felt_status status = FELT_OK;
    felt_narc_rest(rules, 0, 0, &state);
    felt_narc_run_begin(run, rules, reading->seed);
    memcpy(run->rules, reading->rules, sizeof run->rules);
    memcpy(run->cards, reading->cards, sizeof run->cards);
    size_t list = felt_narc_enter(reader, "sessions");
    for (size_t i = 0; status == FELT_OK && i < json_array_size(reading->sessions); i++) {
        size_t mark = felt_narc_enter_item(reader, i);
        status = read_session(&hand, json_array_get(reading->sessions, i));
        felt_narc_leave(reader, mark);
    }
    felt_narc_leave(reader, list);
    return status;
}

enum felt_status felt_narc_run_read(const char *text, size_t bytes,
                                    const struct felt_narc_rules *rules, struct felt_narc_run *out,
                                    struct felt_narc_error *error)
{
    struct narc_reader reader = {.error = error, .what = "a run"};
    struct run_reading reading = {.hash = 0};
    struct felt_narc_run run;
    enum felt_status status = FELT_OK;
    json_t *root = load(&reader, text, bytes, &reading, &status);
    if (!root) return status;
    if (reading.hash != rules->hash) {
        (void)felt_narc_enter(&reader, "hash");
        status = felt_narc_refuse(&reader, FELT_UNSUPPORTED,
                                  "it was played by other rules than \"%s\" with \"%s\" are now; "
                                  "name those of then",
                                  rules->options.name, rules->catalogue.name);
    }
    if (status == FELT_OK) status = read_run(&reader, &reading, rules, &run);
    json_decref(root);
    if (status == FELT_OK) *out = run;
    return status;
}

/* ---- writing ---- */

static void write_head(const struct felt_narc_run *run, struct felt_buffer *out)
{
    felt_buffer_text(out, "{\n  \"format\": \"" FORMAT "\",\n  \"version\": 1,\n  \"rules\": \"");
    felt_buffer_text(out, run->rules);
    felt_buffer_text(out, "\",\n  \"cards\": \"");
    felt_buffer_text(out, run->cards);
    felt_buffer_text(out, "\",\n  \"hash\": \"");
    for (int i = 0; i < HASH_DIGITS; i++)
        felt_buffer_char(out, "0123456789abcdef"[run->hash >> (60 - 4 * i) & 15]);
    felt_buffer_text(out, "\",\n  \"seed\": \"");
    felt_buffer_uint(out, run->seed);
    felt_buffer_text(out, "\",\n  \"sessions\": [");
}

static void write_session(const struct felt_narc_run_session *session, bool first,
                          struct felt_buffer *out)
{
    felt_buffer_text(out, first ? "\n    {\"heat\":" : "\"\n    ]},\n    {\"heat\":");
    felt_buffer_int(out, session->heat);
    felt_buffer_text(out, ",\"cash\":");
    felt_buffer_int(out, session->cash);
    felt_buffer_text(out, ",\"hands\":[\n      \"");
}

/* One step of the replay as words; *start is where the words of the hand begin. */
static bool write_step(struct felt_narc_replay *replay, struct felt_event_log *log, size_t *start,
                       struct felt_buffer *out)
{
    const struct felt_narc_run *run = replay->run;
    uint32_t sessions = replay->sessions, hands = replay->hands, actions = replay->actions;
    int flips = flips_of(&replay->state);
    felt_seat actor = felt_narc_actor(replay->rules, &replay->state);
    if (!felt_narc_replay_next(replay, log)) return false;
    if (replay->sessions > sessions)
        write_session(&run->session[sessions], sessions == 0, out);
    else if (replay->hands > hands)
        felt_buffer_text(out, "\",\n      \"");
    if (replay->actions == actions) {
        *start = out->used;
        flips = 0;
    } else {
        append_action(replay->rules, actor, run->action[actions], *start, out);
    }
    append_following(replay->rules, log, flips, &replay->state, *start, out);
    return true;
}

enum felt_status felt_narc_run_write(const struct felt_narc_run *run,
                                     const struct felt_narc_rules *rules, struct felt_buffer *out)
{
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log = {events, 0, FELT_EVENTS_MAX};
    struct felt_narc_replay replay;
    size_t start = out->used, words = 0;
    felt_narc_replay_begin(&replay, rules, run);
    write_head(run, out);
    while (write_step(&replay, &log, &words, out)) {
    }
    if (replay.refused || run->hash != rules->hash) return FELT_NOT_LEGAL;
    felt_buffer_text(out, run->sessions ? "\"\n    ]}\n  ]\n}\n" : "]\n}\n");
    if (out->overflow || out->used - start > FELT_NARC_RUN_TEXT_MAX) return FELT_FULL;
    return FELT_OK;
}
