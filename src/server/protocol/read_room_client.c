/* read_room_client.c -- frames of a line in the room, strictly read: see read_json.h for the steps.
 *
 * A frame is flat.  Each kind of want has a function that takes its fields from the object, or says
 * which of them is wrong and what it should be. */
#include "server/protocol/read_room_client.h"

#include "base/utf8.h"
#include "felt/assert.h"
#include "server/room/tournament_message.h"
#include "server/protocol/read_json.h"

#include <string.h>

static const json_t *field(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

/* ---- fields that several have ---- */

/* A truth value, `usual` if it is left out. */
static bool read_bool(const json_t *object, const char *key, bool usual, bool *out, char *why,
                      const char *advice)
{
    const json_t *value = field(object, key);
    *out = value ? json_is_true(value) : usual;
    return value == NULL || json_is_boolean(value) || felt_protocol_refuse(why, advice);
}

/* Chips; 0 if they are left out. */
static bool read_chips(const json_t *object, const char *key, felt_chips *out, char *why,
                       const char *advice)
{
    const json_t *value = field(object, key);
    int64_t number = 0;
    if (value && (!felt_protocol_number(value, FELT_CHIPS_MAX, &number) || number == 0))
        return felt_protocol_refuse(why, advice);
    *out = number;
    return true;
}

/* A short text that can be seen; "" if it is left out. */
static bool read_word(const json_t *object, const char *key, char *out, size_t max, char *why,
                      const char *advice)
{
    const json_t *value = field(object, key);
    if (value &&
        (!felt_protocol_copy(value, out, max) || !felt_protocol_is_visible(out, strlen(out))))
        return felt_protocol_refuse(why, advice);
    return true;
}

static bool read_table(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    static const char advice[] = "table must be the name of a table, for example \"nl-2-1\"";
    if (!read_word(object, "table", out->table, FELT_TABLE_NAME_BYTES, why, advice)) return false;
    return out->table[0] != 0 || felt_protocol_refuse(why, advice);
}

/* The key of a private table, or its password; "" if both are left out. */
static bool read_door(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    static const char advice[] = "key, or password, must be a string of 1 to 64 bytes that can be "
                                 "seen; of a table that is not private you omit it";
    const char *name = field(object, "key") ? "key" : "password";
    if (!read_word(object, name, out->key, FELT_ROOM_CLIENT_KEY_BYTES, why, advice)) return false;
    return !field(object, name) || out->key[0] != 0 || felt_protocol_refuse(why, advice);
}

static bool read_hand_id(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    static const char advice[] =
        "hand_id must be that of a hand, for example \"H-2026-01-31-00012\"";
    if (!read_word(object, "hand_id", out->hand_id, FELT_LIVE_HAND_ID_BYTES, why, advice))
        return false;
    return out->hand_id[0] != 0 || felt_protocol_refuse(why, advice);
}

/* One of a list of words: true, and *out stays -1 if it is left out. */
static bool read_choice(const json_t *object, const char *key, int (*find)(const char *word),
                        int *out, char *why, const char *advice)
{
    const json_t *value = field(object, key);
    *out = -1;
    if (value == NULL) return true;
    if (json_is_string(value)) *out = find(json_string_value(value));
    return *out >= 0 || felt_protocol_refuse(why, advice);
}

static bool read_auto_action(const json_t *object, struct felt_room_client_settings *out, char *why)
{
    const json_t *value = field(object, "auto_action");
    out->has_auto = value != NULL;
    if (value == NULL) return true;
    if (json_is_string(value) &&
        felt_room_auto_action_read(json_string_value(value), json_string_length(value),
                                   &out->auto_action, &out->auto_limit))
        return true;
    return felt_protocol_refuse(why, "auto_action must be \"check_fold\", \"fold\", \"call_N\" or "
                                     "\"call_hand_N\", N being chips, for example \"call_250\"");
}

static bool read_settings(const json_t *object, struct felt_room_client_settings *out, char *why)
{
    int twice;
    out->has_wait = field(object, "wait_bb") != NULL;
    out->has_rebuy = field(object, "auto_rebuy") != NULL;
    out->has_muck = field(object, "auto_muck") != NULL;
    out->has_straddle = field(object, "straddle") != NULL;
    if (!read_bool(object, "wait_bb", false, &out->wait, why,
                   "wait_bb must be true (wait for the big blind) or false (post it)") ||
        !read_bool(object, "auto_rebuy", false, &out->rebuy, why,
                   "auto_rebuy must be true or false") ||
        !read_bool(object, "auto_muck", false, &out->muck, why,
                   "auto_muck must be true or false") ||
        !read_bool(object, "straddle", false, &out->straddle, why,
                   "straddle must be true or false") ||
        !read_choice(object, "run_twice", felt_twice_find, &twice, why,
                     "run_twice must be \"ask\", \"never\" or \"always\"") ||
        !read_auto_action(object, out, why))
        return false;
    out->has_twice = twice >= 0;
    out->twice = (uint8_t)(twice >= 0 ? twice : 0);
    return true;
}

static bool read_filter(const json_t *object, struct felt_room_client_filter *out, char *why)
{
    return read_word(object, "variant", out->variant, FELT_STAKE_WORD_BYTES, why,
                     "variant must be the name of a game, for example \"omaha\"") &&
           read_word(object, "limit", out->limit, FELT_STAKE_WORD_BYTES, why,
                     "limit must be \"no-limit\", \"pot-limit\" or \"fixed-limit\"") &&
           read_chips(object, "big_blind_max", &out->big_blind_max, why,
                      "big_blind_max must be a whole number of chips, 1 or more") &&
           read_bool(object, "bots_welcome", false, &out->bots_welcome, why,
                     "bots_welcome must be true or false") &&
           read_bool(object, "free_seat", false, &out->free_seat, why,
                     "free_seat must be true or false");
}

/* ---- wants ---- */

static bool read_hello(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    if (field(object, "v") == NULL)
        return felt_protocol_refuse(why, "v must be 1: the version of this protocol");
    return read_word(object, "token", out->token, FELT_TOKEN_TEXT_BYTES, why,
                     "token must be a string of at most 128 bytes; you may omit it") &&
           read_bool(object, "bot", false, &out->bot, why, "bot must be true or false");
}

static bool read_lobby(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_bool(object, "watch", false, &out->on, why, "watch must be true or false") &&
           read_filter(object, &out->filter, why);
}

static bool read_buy_in(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_chips(object, "buy_in", &out->amount, why,
                      "buy_in must be a whole number of chips, 1 or more; you may omit it");
}

static bool read_quick(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_filter(object, &out->filter, why) && read_buy_in(object, out, why) &&
           read_settings(object, &out->settings, why);
}

static bool read_sit(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const json_t *seat = field(object, "seat");
    int64_t number = FELT_SEAT_NONE;
    if (!read_table(object, out, why) || !read_door(object, out, why)) return false;
    if (seat && !felt_protocol_number(seat, FELT_SEATS_MAX - 1, &number))
        return felt_protocol_refuse(why,
                                    "seat must be the number of a seat, 0 to 9; you may omit it");
    out->seat = (felt_seat)number;
    return read_buy_in(object, out, why) && read_settings(object, &out->settings, why);
}

static bool read_changes(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const struct felt_room_client_settings *settings = &out->settings;
    if (!read_table(object, out, why) || !read_settings(object, &out->settings, why)) return false;
    return settings->has_wait || settings->has_rebuy || settings->has_muck || settings->has_twice ||
           settings->has_auto || settings->has_straddle ||
           felt_protocol_refuse(why, "name what shall change: wait_bb, auto_rebuy, auto_muck, "
                                     "run_twice, auto_action or straddle");
}

static bool read_watch(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_table(object, out, why) && read_door(object, out, why);
}

static bool read_switch(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_table(object, out, why) &&
           read_bool(object, "on", true, &out->on, why, "on must be true or false");
}

static bool read_top_up(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_table(object, out, why) &&
           read_chips(object, "amount", &out->amount, why,
                      "amount must be a whole number of chips, 1 or more; you may omit it");
}

/* Whoever chooses the next game does so between hands: there is no id to name. */
static bool read_action(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const char *word = json_string_value(field(object, "action"));
    bool chooses = word && strcmp(word, "CHOOSE") == 0;
    return read_table(object, out, why) &&
           felt_protocol_read_action(object, !chooses, &out->action, why);
}

static bool read_preselect(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    int what;
    if (!read_table(object, out, why)) return false;
    if (!read_choice(object, "what", felt_preselect_find, &what, why,
                     "what must be \"none\", \"check\", \"fold\", \"check_fold\" or \"call\""))
        return false;
    if (what < 0)
        return felt_protocol_refuse(why, "what must be there, for example \"check_fold\"");
    out->preselect = (uint8_t)what;
    if (!read_hand_id(object, out, why)) return false;
    if (what != FELT_PRESELECT_CALL) return true;
    static const char advice[] = "amount must be the chips that you would call, 1 or more";
    if (!read_chips(object, "amount", &out->amount, why, advice)) return false;
    return out->amount > 0 || felt_protocol_refuse(why, advice);
}

/* Characters that change how others are read, or that end a connection: not even in chat, where
 * joiners and variants of emoji are fine. */
static bool is_unruly(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } unruly[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                  {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                  {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof unruly / sizeof unruly[0]; i++)
        if (character >= unruly[i].first && character <= unruly[i].last) return true;
    return false;
}

static bool read_chat(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const json_t *value = field(object, "text");
    if (!read_table(object, out, why)) return false;
    if (!json_is_string(value)) return felt_protocol_refuse(why, "text must be a string");
    struct felt_protocol_piece text = felt_protocol_trim(value);
    int characters = 0, shown = 0;
    for (size_t at = 0, used; at < text.bytes; at += used, characters++) {
        uint32_t character;
        if (!felt_utf8_read(text.text + at, text.bytes - at, &used, &character) ||
            is_unruly(character))
            return felt_protocol_refuse(why, "text must be one line without control characters");
        shown += character != ' ' && !felt_protocol_is_hidden(character);
    }
    if (characters > FELT_ROOM_CHAT_MAX || text.bytes > FELT_ROOM_CHAT_BYTES)
        return felt_protocol_refuse(why, "text must have at most 200 characters and 400 bytes");
    if (shown == 0) return felt_protocol_refuse(why, "text must not be empty");
    memcpy(out->text, text.text, text.bytes);
    return true;
}

static bool read_block(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    static const char advice[] = "name must be that of a player, as it stands at the table";
    if (!read_word(object, "name", out->name, FELT_HANDLE_BYTES, why, advice)) return false;
    if (out->name[0] == 0) return felt_protocol_refuse(why, advice);
    return read_bool(object, "on", true, &out->on, why, "on must be true or false");
}

static bool read_hands(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    enum { USUAL = 20 };
    const json_t *limit = field(object, "limit");
    int64_t number = USUAL;
    if (limit && (!felt_protocol_number(limit, FELT_ROOM_CLIENT_ROWS_MAX, &number) || number == 0))
        return felt_protocol_refuse(why,
                                    "limit must be a whole number of 1 to 100; you may omit it");
    out->limit = (uint32_t)number;
    return read_word(object, "before", out->hand_id, FELT_LIVE_HAND_ID_BYTES, why,
                     "before must be a hand_id, for example \"H-2026-01-31-00012\"");
}

/* ---- private tables ---- */

/* A whole number of min .. max, if it is there; then `term` was said. */
static bool read_part(const json_t *object, const char *key, int64_t min, int64_t max,
                      enum felt_room_table_term term, struct felt_room_client_terms *terms,
                      int64_t *out, char *why, const char *advice)
{
    const json_t *value = field(object, key);
    if (value == NULL) return true;
    if (!felt_protocol_number(value, max, out) || *out < min)
        return felt_protocol_refuse(why, advice);
    terms->said |= 1u << term;
    return true;
}

/* Of two that belong together: both or none. */
static bool are_both(const json_t *object, const char *a, const char *b, char *why,
                     const char *advice)
{
    return !field(object, a) == !field(object, b) || felt_protocol_refuse(why, advice);
}

static void say(const json_t *object, const char *key, enum felt_room_table_term term,
                struct felt_room_client_terms *terms)
{
    if (field(object, key)) terms->said |= 1u << term;
}

/* A word that is not empty, if it is there; then `term` was said. */
static bool read_term(const json_t *object, const char *key, enum felt_room_table_term term,
                      struct felt_room_client_terms *terms, char *out, size_t max, char *why,
                      const char *advice)
{
    if (!field(object, key)) return true;
    say(object, key, term, terms);
    if (!read_word(object, key, out, max, why, advice)) return false;
    return out[0] != 0 || felt_protocol_refuse(why, advice);
}

static bool read_words(const json_t *object, struct felt_room_client_terms *terms, char *why)
{
    const json_t *password = field(object, "password");
    say(object, "password", FELT_TERM_PASSWORD, terms);
    say(object, "bots", FELT_TERM_BOTS, terms);
    bool none = json_is_string(password) && json_string_length(password) == 0;
    return read_term(object, "title", FELT_TERM_TITLE, terms, terms->title,
                     FELT_ROOM_CLIENT_TITLE_BYTES, why, "title must be a text of 1 to 63 bytes") &&
           read_term(object, "game", FELT_TERM_GAME, terms, terms->game,
                     FELT_ROOM_CLIENT_GAMES_BYTES, why,
                     "game must be a game, several with commas between them, or \"all\"") &&
           read_term(object, "limit", FELT_TERM_LIMIT, terms, terms->limit, FELT_STAKE_WORD_BYTES,
                     why,
                     "limit must be \"no-limit\", \"pot-limit\", \"fixed-limit\" or \"usual\"") &&
           (none || read_word(object, "password", terms->password, FELT_ROOM_CLIENT_KEY_BYTES, why,
                              "password must be a text of at most 64 bytes; \"\": none")) &&
           read_bool(object, "bots", false, &terms->bots, why, "bots must be true or false");
}

static bool read_sizes(const json_t *object, struct felt_room_client_terms *terms, char *why)
{
    enum { HOUR_MS = 3600000, BUY_IN_MAX = 100000 };
    static const char blinds[] = "sb and bb must be chips, the small blind and the big one, both";
    static const char buy_in[] = "buy_in_min and buy_in_max must be big blinds, 1 to 100000, both";
    static const char time[] = "move_ms must be 1000 or more, bank_ms and pause_ms 0 or more; "
                               "3600000 at most";
    int64_t small = 0, big = 0, min = 0, max = 0, move = 0, bank = 0, pause = 0, seats = 0,
            house = 0;
    bool good =
        are_both(object, "sb", "bb", why, blinds) &&
        read_part(object, "sb", 1, FELT_CHIPS_MAX, FELT_TERM_BLINDS, terms, &small, why, blinds) &&
        read_part(object, "bb", 1, FELT_CHIPS_MAX, FELT_TERM_BLINDS, terms, &big, why, blinds) &&
        are_both(object, "buy_in_min", "buy_in_max", why, buy_in) &&
        read_part(object, "buy_in_min", 1, BUY_IN_MAX, FELT_TERM_BUY_IN, terms, &min, why,
                  buy_in) &&
        read_part(object, "buy_in_max", 1, BUY_IN_MAX, FELT_TERM_BUY_IN, terms, &max, why,
                  buy_in) &&
        read_part(object, "move_ms", 1000, HOUR_MS, FELT_TERM_MOVE, terms, &move, why, time) &&
        read_part(object, "bank_ms", 0, HOUR_MS, FELT_TERM_BANK, terms, &bank, why, time) &&
        read_part(object, "pause_ms", 0, HOUR_MS, FELT_TERM_PAUSE, terms, &pause, why, time) &&
        read_part(object, "seats", 2, FELT_SEATS_MAX, FELT_TERM_SEATS, terms, &seats, why,
                  "seats must be 2 to 10") &&
        read_part(object, "house", 0, FELT_SEATS_MAX - 1, FELT_TERM_HOUSE, terms, &house, why,
                  "house must be 0 to 9: chairs that house players fill up to");
    terms->small_blind = small, terms->big_blind = big;
    terms->buy_in_min = (uint32_t)min, terms->buy_in_max = (uint32_t)max;
    terms->move_ms = (uint32_t)move, terms->bank_ms = (uint32_t)bank;
    terms->pause_ms = (uint32_t)pause;
    terms->seats = (uint8_t)seats, terms->house = (uint8_t)house;
    return good;
}

static bool read_options(const json_t *object, struct felt_room_client_terms *terms, char *why)
{
    struct felt_room_table_options *options = &terms->options;
    static const char ante[] = "ante must be chips, 1 or more, with ante_by \"each\" or \"big\"; "
                               "without one say ante_by \"none\"";
    static const char bomb[] = "bomb_every must be hands, 0 (never) to 1000; bomb_bb big blinds, "
                               "1 to 100";
    int by, straddle, twice;
    int64_t every = 0, units = 0;
    bool rathole;
    say(object, "ante_by", FELT_TERM_ANTE, terms);
    say(object, "straddle", FELT_TERM_STRADDLE, terms);
    say(object, "run_twice", FELT_TERM_TWICE, terms);
    say(object, "rathole", FELT_TERM_RATHOLE, terms);
    if (!read_chips(object, "ante", &options->ante, why, ante) ||
        !read_choice(object, "ante_by", felt_ante_find, &by, why, ante) ||
        !read_choice(object, "straddle", felt_straddle_find, &straddle, why,
                     "straddle must be \"none\", \"optional\" or \"always\"") ||
        !read_choice(object, "run_twice", felt_twice_find, &twice, why,
                     "run_twice must be \"ask\", \"never\" or \"always\"") ||
        !read_bool(object, "rathole", true, &rathole, why, "rathole must be true or false") ||
        !read_part(object, "bomb_every", 0, 1000, FELT_TERM_BOMB, terms, &every, why, bomb) ||
        !read_part(object, "bomb_bb", 1, 100, FELT_TERM_BOMB, terms, &units, why, bomb))
        return false;
    if ((options->ante > 0) != (by > FELT_ANTE_NONE)) return felt_protocol_refuse(why, ante);
    if (units && !field(object, "bomb_every")) return felt_protocol_refuse(why, bomb);
    options->ante_by = (uint8_t)(by > 0 ? by : FELT_ANTE_NONE);
    options->straddle = (uint8_t)(straddle > 0 ? straddle : FELT_STRADDLE_NONE);
    options->twice = (uint8_t)(twice > 0 ? twice : FELT_TWICE_ASK);
    options->no_rathole = !rathole;
    options->bomb_every = (uint16_t)every;
    options->bomb_units = (uint16_t)units;
    return true;
}

static bool read_terms(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const json_t *club = field(object, "club");
    if (club && (!felt_protocol_number(club, FELT_CHIPS_MAX, &out->terms.club) || !out->terms.club))
        return felt_protocol_refuse(why, "club must be the number of a club of yours");
    return read_words(object, &out->terms, why) && read_sizes(object, &out->terms, why) &&
           read_options(object, &out->terms, why);
}

static bool read_new_terms(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    if (!read_table(object, out, why) || !read_terms(object, out, why)) return false;
    return out->terms.said != 0 || out->terms.club ||
           felt_protocol_refuse(why, "name what shall change, for example sb and bb");
}

static bool read_host(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    static const char advice[] = "do must be \"pause\", \"resume\", \"kick\", \"allow\", \"bomb\", "
                                 "\"new_key\", \"hand_over\" or \"close\"";
    static const char named[] = "name must be that of a player, as it stands at the table";
    int what;
    if (!read_table(object, out, why) ||
        !read_choice(object, "do", felt_room_host_find, &what, why, advice) ||
        !read_word(object, "name", out->name, FELT_HANDLE_BYTES, why, named))
        return false;
    if (what < 0) return felt_protocol_refuse(why, advice);
    out->host = (uint8_t)what;
    bool whom = what == FELT_ROOM_HOST_KICK || what == FELT_ROOM_HOST_ALLOW ||
                what == FELT_ROOM_HOST_HAND_OVER;
    return !whom || out->name[0] != 0 || felt_protocol_refuse(why, named);
}

/* ---- tournaments ---- */

static bool read_events(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_bool(object, "watch", false, &out->on, why, "watch must be true or false");
}

static bool read_event_id(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    static const char advice[] =
        "event must be the id of a tournament, as the events frame lists them";
    if (!read_word(object, "event", out->table, FELT_TABLE_NAME_BYTES, why, advice)) return false;
    return out->table[0] != 0 || felt_protocol_refuse(why, advice);
}

static bool read_event(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const json_t *from = field(object, "from"), *limit = field(object, "limit");
    int64_t first = 0, count = FELT_ROOM_TOURNAMENT_PAGE;
    if (from && !felt_protocol_number(from, UINT16_MAX, &first))
        return felt_protocol_refuse(why, "from must be a whole number, 0 or more; you may omit it");
    if (limit && (!felt_protocol_number(limit, FELT_ROOM_TOURNAMENT_PAGE, &count) || count == 0))
        return felt_protocol_refuse(why,
                                    "limit must be a whole number of 1 to 50; you may omit it");
    out->from = (uint32_t)first;
    out->limit = (uint32_t)count;
    return read_event_id(object, out, why);
}

static bool read_register(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    return read_event_id(object, out, why) &&
           read_word(object, "key", out->key, FELT_ROOM_CLIENT_KEY_BYTES, why,
                     "key must be the word of a private tournament; you may omit it");
}

static bool read_nothing(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    (void)object, (void)out, (void)why;
    return true;
}

/* ---- all of it ---- */

typedef bool (*read_fields)(const json_t *object, struct felt_room_client_msg *out, char *why);

static const read_fields readers[FELT_ROOM_CLIENT_KINDS] = {
    [FELT_ROOM_CLIENT_HELLO] = read_hello,
    [FELT_ROOM_CLIENT_PING] = read_nothing,
    [FELT_ROOM_CLIENT_LOBBY] = read_lobby,
    [FELT_ROOM_CLIENT_QUICK] = read_quick,
    [FELT_ROOM_CLIENT_WATCH] = read_watch,
    [FELT_ROOM_CLIENT_UNWATCH] = read_table,
    [FELT_ROOM_CLIENT_SIT] = read_sit,
    [FELT_ROOM_CLIENT_STAND] = read_table,
    [FELT_ROOM_CLIENT_SIT_OUT] = read_switch,
    [FELT_ROOM_CLIENT_SETTINGS] = read_changes,
    [FELT_ROOM_CLIENT_TOP_UP] = read_top_up,
    [FELT_ROOM_CLIENT_ACTION] = read_action,
    [FELT_ROOM_CLIENT_PRESELECT] = read_preselect,
    [FELT_ROOM_CLIENT_CHAT] = read_chat,
    [FELT_ROOM_CLIENT_BLOCK] = read_block,
    [FELT_ROOM_CLIENT_MUTE] = read_switch,
    [FELT_ROOM_CLIENT_HANDS] = read_hands,
    [FELT_ROOM_CLIENT_HAND] = read_hand_id,
    [FELT_ROOM_CLIENT_CREATE] = read_terms,
    [FELT_ROOM_CLIENT_CHANGE] = read_new_terms,
    [FELT_ROOM_CLIENT_HOST] = read_host,
    [FELT_ROOM_CLIENT_EVENTS] = read_events,
    [FELT_ROOM_CLIENT_EVENT] = read_event,
    [FELT_ROOM_CLIENT_REGISTER] = read_register,
    [FELT_ROOM_CLIENT_UNREGISTER] = read_event_id,
};

static enum felt_no read_object(const json_t *object, struct felt_room_client_msg *out, char *why)
{
    const json_t *type = field(object, "type"), *req = field(object, "req");
    int64_t number = 0;
    out->has_req = felt_protocol_number(req, FELT_PROTOCOL_NUMBER_MAX, &number);
    if (out->has_req) out->req = (uint64_t)number;
    if (req && !out->has_req) {
        felt_protocol_refuse(why, "req must be a whole number of 0 to 9007199254740991");
        return FELT_NO_BAD_SCHEMA;
    }
    if (!json_is_string(type)) {
        felt_protocol_refuse(why, "type must be a string, for example \"sit\"");
        return FELT_NO_BAD_SCHEMA;
    }
    if (!felt_protocol_read_version(object, why)) return FELT_NO_BAD_SCHEMA;
    int kind = felt_room_client_find(json_string_value(type));
    if (kind < 0) {
        felt_protocol_refuse(why, "type is none of those that the room knows, such as hello, sit, "
                                  "action; mind the spelling");
        return FELT_NO_UNKNOWN_TYPE;
    }
    out->kind = (uint8_t)kind;
    felt_assert(readers[kind]); /* a kind that has no row could be sent to crash us */
    return readers[kind](object, out, why) ? FELT_NO_NOT : FELT_NO_BAD_SCHEMA;
}

enum felt_no felt_protocol_read_room_client_slowly(const char *bytes, size_t count,
                                                   struct felt_room_client_msg *out,
                                                   char text[FELT_PROTOCOL_TEXT_BYTES])
{
    memset(out, 0, sizeof *out);
    out->seat = FELT_SEAT_NONE;
    json_t *object = felt_protocol_load(bytes, count, text);
    if (object == NULL) return FELT_NO_BAD_SCHEMA;
    enum felt_no no = read_object(object, out, text);
    json_decref(object);
    return no;
}

enum felt_no felt_protocol_read_room_client(const char *bytes, size_t count,
                                            struct felt_room_client_msg *out,
                                            char text[FELT_PROTOCOL_TEXT_BYTES])
{
    struct felt_protocol_plain plain;
    memset(out, 0, sizeof *out);
    struct felt_protocol_piece *table = &plain.text[FELT_PROTOCOL_TABLE];
    if (!felt_protocol_read_plain(bytes, count, (1u << FELT_PROTOCOL_FIELDS) - 1, &plain,
                                  &out->action) ||
        table->bytes == 0 || table->bytes > FELT_TABLE_NAME_BYTES)
        return felt_protocol_read_room_client_slowly(bytes, count, out, text);
    out->kind = FELT_ROOM_CLIENT_ACTION;
    out->seat = FELT_SEAT_NONE;
    out->has_req = plain.seen >> FELT_PROTOCOL_REQ & 1;
    out->req = (uint64_t)plain.number[FELT_PROTOCOL_REQ];
    memcpy(out->table, table->text, table->bytes);
    return FELT_NO_NOT;
}
