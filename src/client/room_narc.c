/* room_narc.c -- tables of Narc: what is said there as sentences, what lies there as lines, and
 * what can be done (docs/PROTOCOL.md 15.20).
 *
 * A guest knows no rules.  What a card is called and does is asked of whoever shows the table
 * (felt_client_room.card); an id that nobody knows is shown as words. */
#include "client/room_parts.h"

#include <string.h>

enum { CARDS_MAX = 48 };

/* Who tells, and where to. */
struct pen {
    const struct felt_client_room *room;
    const struct felt_client_room_table *table;
    struct felt_buffer *out;
};

/* ---- cards ---- */

/* "bootleg_records": "bootleg records" if nobody knows it. */
static void put_card(const struct pen *pen, const json_t *card, bool effects)
{
    char id[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    room_text_copy(json_is_string(card) ? json_string_value(card) : "", json_string_length(card),
                   false, id, sizeof id);
    if (pen->room->card && pen->room->card(pen->room->card_self, pen->table->game,
                                           pen->table->narc.rules, id, effects, pen->out))
        return;
    for (char *at = id; *at; at++)
        if (*at == '_') *at = ' ';
    felt_buffer_text(pen->out, id[0] ? id : "a card");
}

/* The cards if they are known, else how many they are. */
static void put_cards(const struct pen *pen, const json_t *event, bool effects)
{
    size_t index;
    const json_t *card, *cards = json_object_get(event, "cards");
    int count = room_read_count(event, "count", CARDS_MAX);
    json_array_foreach(cards, index, card)
    {
        if (index == CARDS_MAX) break;
        if (index) felt_buffer_text(pen->out, ", ");
        put_card(pen, card, effects);
    }
    if (json_array_size(cards)) return;
    if (count != 1) felt_buffer_int(pen->out, count);
    felt_buffer_text(pen->out, count == 1 ? "a card" : " cards");
}

static void put_list(const struct pen *pen, const char *before, const json_t *cards)
{
    size_t index;
    const json_t *card;
    if (json_array_size(cards) == 0) return;
    felt_buffer_text(pen->out, before);
    json_array_foreach(cards, index, card)
    {
        if (index == CARDS_MAX) break;
        if (index) felt_buffer_text(pen->out, ", ");
        put_card(pen, card, false);
    }
    felt_buffer_char(pen->out, '\n');
}

/* ---- totals ---- */

/* "5 behind", "even, which is safe", "safe by 5" */
static void put_margin(struct felt_buffer *out, felt_chips evidence, felt_chips cover)
{
    felt_chips margin = cover - evidence;
    if (margin == 0) {
        felt_buffer_text(out, "even, which is safe");
        return;
    }
    if (margin > 0) felt_buffer_text(out, "safe by ");
    felt_buffer_int(out, margin < 0 ? -margin : margin);
    if (margin < 0) felt_buffer_text(out, " behind");
}

static void put_totals(const struct pen *pen, const json_t *object)
{
    struct felt_buffer *out = pen->out;
    felt_buffer_text(out, "evidence ");
    room_put_number(out, object, "evidence", ", cover ");
    room_put_number(out, object, "cover", ": ");
    put_margin(out, room_read_signed(object, "evidence"), room_read_signed(object, "cover"));
    felt_buffer_text(out, "; profit ");
    room_put_number(out, object, "profit", ", heat ");
    room_put_number(out, object, "heat", "");
}

/* ---- events ---- */

static void put_outcome(const struct pen *pen, const json_t *event)
{
    static const struct {
        const char *word, *text;
    } outcomes[] = {{"safe", "safe: the deal is done, banked "},
                    {"saved", "saved by an insurance, banked "},
                    {"busted", "busted, banked "},
                    {"folded", "the Player left the hand, banked "}};
    const char *word = json_string_value(json_object_get(event, "outcome"));
    for (size_t i = 0; word && i < sizeof outcomes / sizeof outcomes[0]; i++)
        if (strcmp(word, outcomes[i].word) == 0) felt_buffer_text(pen->out, outcomes[i].text);
    room_put_number(pen->out, event, "banked", "");
    if (room_read_bool(event, "session_over")) felt_buffer_text(pen->out, "; the session is over");
}

/* What a seat does with a card, or without. */
static void put_deed(const struct pen *pen, const json_t *event, enum felt_said said)
{
    static const char *const verbs[FELT_SAIDS] = {
        [FELT_SAID_DEAL] = "draw",    [FELT_SAID_COMMIT] = "raise",   [FELT_SAID_STAY] = "stay",
        [FELT_SAID_FLIP] = "turn",    [FELT_SAID_DISCARD] = "lose",   [FELT_SAID_CHECK] = "check",
        [FELT_SAID_FOLD] = "fold",    [FELT_SAID_OTHER] = "continue", [FELT_SAID_ANTE] = "pay",
        [FELT_SAID_POT_AWARD] = "get"};
    felt_seat seat = room_read_seat(event, "seat");
    if (seat < 0 || !verbs[said]) return;
    room_put_does(pen->out, pen->table, seat, verbs[said]);
    if (said == FELT_SAID_COMMIT || said == FELT_SAID_STAY) felt_buffer_text(pen->out, "with ");
    if (said == FELT_SAID_FLIP) felt_buffer_text(pen->out, "up ");
    if (said == FELT_SAID_ANTE || said == FELT_SAID_POT_AWARD)
        room_put_number(pen->out, event, "amount", " chips");
    else if (said == FELT_SAID_CHECK && room_read_bool(event, "automatic"))
        felt_buffer_text(pen->out, "without cards");
    else if (said != FELT_SAID_CHECK && said != FELT_SAID_FOLD && said != FELT_SAID_OTHER)
        put_cards(pen, event, said == FELT_SAID_FLIP || said == FELT_SAID_DEAL);
    if (said == FELT_SAID_COMMIT || said == FELT_SAID_STAY)
        felt_buffer_text(pen->out, " face down");
}

static void put_event(const struct pen *pen, const json_t *event, enum felt_said said)
{
    felt_seat seat = room_read_seat(event, "seat");
    switch (said) {
    case FELT_SAID_HAND:
        felt_buffer_text(pen->out, "hand ");
        room_put_number(pen->out, event, "number", " of the session");
        break;
    case FELT_SAID_ROUND:
        felt_buffer_text(pen->out, "round ");
        room_put_number(pen->out, event, "round", ": ");
        room_put_does(pen->out, pen->table, seat, "begin");
        break;
    case FELT_SAID_DEAL:
        if (seat == pen->table->seat) put_deed(pen, event, said); /* all draw; the own are news */
        break;
    case FELT_SAID_INITIATIVE:
        felt_buffer_text(pen->out, room_name_of(pen->table, seat));
        felt_buffer_text(pen->out, seat == pen->table->seat ? " hold" : " holds");
        felt_buffer_text(pen->out, " the initiative: the first raise of the round");
        break;
    case FELT_SAID_TALLY: put_totals(pen, event); break;
    case FELT_SAID_OUTCOME: put_outcome(pen, event); break;
    case FELT_SAID_SCORE:
        felt_buffer_text(pen->out, "score ");
        room_put_number(pen->out, event, "score", " (");
        if (room_read_signed(event, "points") > 0) felt_buffer_char(pen->out, '+');
        room_put_number(pen->out, event, "points", ")");
        break;
    case FELT_SAID_SHUFFLE:
        room_put_does(pen->out, pen->table, seat, "shuffle");
        room_put_number(pen->out, event, "count", " cards that were spent");
        break;
    default: put_deed(pen, event, said); break;
    }
}

void room_narc_said(const struct felt_client_room *room, const struct felt_client_room_table *table,
                    const json_t *event, uint8_t said, char *out, size_t bytes)
{
    struct felt_buffer text = felt_buffer_make(out, bytes);
    const struct pen pen = {room, table, &text};
    if (said < FELT_SAIDS) put_event(&pen, event, (enum felt_said)said);
    while (text.used && text.bytes[text.used - 1] == ' ') text.used--;
    (void)felt_buffer_terminate(&text);
}

/* ---- what lies there ---- */

static void put_players(const struct pen *pen, const json_t *frame)
{
    size_t index;
    const json_t *player;
    felt_seat holder = room_read_seat(frame, "initiative");
    struct felt_buffer *out = pen->out;
    json_array_foreach(json_object_get(frame, "players"), index, player)
    {
        felt_seat seat = room_read_seat(player, "seat");
        int down = room_read_count(player, "down", CARDS_MAX);
        if (index == FELT_SEATS_MAX) break;
        felt_buffer_text(out, "  ");
        felt_buffer_text(out, room_name_of(pen->table, seat));
        felt_buffer_text(out, " (");
        room_put_text(out, json_object_get(player, "role"), FELT_CLIENT_ROOM_WORD_BYTES);
        felt_buffer_text(out, "): ");
        room_put_number(out, player, "cards",
                        json_integer_value(json_object_get(player, "cards")) == 1 ? " card"
                                                                                  : " cards");
        if (down) felt_buffer_text(out, ", ");
        if (down) room_put_number(out, player, "down", " face down");
        if (room_read_bool(player, "has_folded")) felt_buffer_text(out, ", folded");
        if (seat >= 0 && seat == holder) felt_buffer_text(out, ", holds the initiative");
        felt_buffer_char(out, '\n');
    }
}

static void put_state(const struct pen *pen, const json_t *frame)
{
    struct felt_buffer *out = pen->out;
    const json_t *hole = json_object_get(json_object_get(frame, "you"), "hole");
    const json_t *card;
    size_t index;
    felt_buffer_text(out, "  hand ");
    room_put_number(out, frame, "hand", ", round ");
    room_put_number(out, frame, "round", " of ");
    room_put_number(out, frame, "rounds", "; raises left: ");
    room_put_number(out, frame, "raises_left", " of ");
    room_put_number(out, frame, "cap", "; run heat ");
    room_put_number(out, frame, "run_heat", ", score ");
    room_put_number(out, frame, "score", "\n");
    put_players(pen, frame);
    felt_buffer_text(out, "  ");
    put_totals(pen, frame);
    felt_buffer_char(out, '\n');
    put_list(pen, "  on the table: ", json_object_get(frame, "community"));
    put_list(pen, "  face down, known to you: ", json_object_get(frame, "down"));
    json_array_foreach(hole, index, card)
    {
        if (index == CARDS_MAX) break;
        felt_buffer_text(out, index ? "             " : "  your cards: ");
        put_card(pen, card, true);
        felt_buffer_char(out, '\n');
    }
}

/* ---- moves ---- */

static void add_move(struct felt_client_room_table *table, enum felt_action_kind kind,
                     const char *card, const struct felt_buffer *text)
{
    struct felt_client_room_genome *genome = &table->genome;
    if (genome->moves == FELT_CLIENT_ROOM_MOVES_MAX) return;
    table->narc.kind[genome->moves] = (uint8_t)kind;
    room_text_copy(card, strlen(card), false, table->narc.card[genome->moves],
                   sizeof table->narc.card[0]);
    room_text_copy(text->bytes, text->used, false, genome->move[genome->moves++],
                   sizeof genome->move[0]);
}

/* One for each card of the hand: "raise Bootleg Records". */
static void add_cards(const struct felt_client_room *room, struct felt_client_room_table *table,
                      const json_t *frame, enum felt_action_kind kind, const char *verb)
{
    const json_t *hole = json_object_get(json_object_get(frame, "you"), "hole"), *card;
    size_t index;
    json_array_foreach(hole, index, card)
    {
        char words[FELT_CLIENT_ROOM_NAME_BYTES];
        struct felt_buffer text = felt_buffer_make(words, sizeof words);
        const struct pen pen = {room, table, &text};
        if (!json_is_string(card)) continue;
        felt_buffer_text(&text, verb);
        put_card(&pen, card, false);
        add_move(table, kind, json_string_value(card), &text);
    }
}

static void add_word(struct felt_client_room_table *table, enum felt_action_kind kind,
                     const char *word, int64_t price)
{
    char words[FELT_CLIENT_ROOM_NAME_BYTES];
    struct felt_buffer text = felt_buffer_make(words, sizeof words);
    felt_buffer_text(&text, word);
    if (price > 0) {
        felt_buffer_text(&text, " (costs ");
        felt_buffer_int(&text, price);
        felt_buffer_text(&text, price == 1 ? " card)" : " cards)");
    }
    add_move(table, kind, "", &text);
}

/* G3: what the server offers.  Cards come first, so that their numbers are those of the hand. */
static void find_moves(const struct felt_client_room *room, struct felt_client_room_table *table,
                       const json_t *frame)
{
    static const struct {
        const char *legal, *word;
        enum felt_action_kind kind;
        bool card;
    } kinds[] = {{"COMMIT", "raise ", FELT_COMMIT, true},
                 {"CALL", "stay with ", FELT_CALL, true},
                 {"CHECK", "check", FELT_CHECK, false},
                 {"CONTINUE", "go on", FELT_CONTINUE, false},
                 {"FOLD", "fold", FELT_FOLD, false}};
    const json_t *legal = json_object_get(frame, "legal"), *item, *player;
    size_t index;
    bool is_player = false;
    table->genome.moves = 0;
    json_array_foreach(json_object_get(frame, "players"), index, player)
    {
        const char *role = json_string_value(json_object_get(player, "role"));
        is_player |= room_read_seat(player, "seat") == table->seat && role && table->seat >= 0 &&
                     strcmp(role, "player") == 0;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        json_array_foreach(legal, index, item)
        {
            const char *word = json_string_value(item);
            bool folds = kinds[i].kind == FELT_FOLD && is_player;
            if (!word || strcmp(word, kinds[i].legal) != 0) continue;
            if (kinds[i].card)
                add_cards(room, table, frame, kinds[i].kind, kinds[i].word);
            else
                add_word(table, kinds[i].kind, kinds[i].word,
                         folds ? room_read_signed(frame, "fold_price") : 0);
            break; /* each once, however often it stands there */
        }
}

void room_narc_state(const struct felt_client_room *room, struct felt_client_room_table *table,
                     const json_t *frame)
{
    struct felt_client_room_genome *genome = &table->genome;
    struct felt_buffer text = felt_buffer_make(genome->text, sizeof genome->text);
    const struct pen pen = {room, table, &text};
    put_state(&pen, frame);
    (void)felt_buffer_terminate(&text);
    find_moves(room, table, frame);
}
