/* room_genome.c -- tables of genomes: what is said there as sentences, what lies there as lines,
 * and the moves (docs/PROTOCOL.md 15.19).
 *
 * A guest knows no rules of such a game.  It shows what the server tells, in words, and offers the
 * moves that the server lists. */
#include "client/room_parts.h"

#include <string.h>

/* ---- words ---- */

const char *room_name_of(const struct felt_client_room_table *table, felt_seat seat)
{
    if (seat < 0 || seat >= FELT_SEATS_MAX) return "somebody";
    if (seat == table->seat) return "you";
    return table->table_seat[seat].taken ? table->table_seat[seat].name : "somebody";
}

void room_put_text(struct felt_buffer *out, const json_t *value, size_t most)
{
    char text[FELT_CLIENT_ROOM_NAME_BYTES + 1];
    room_text_copy(json_is_string(value) ? json_string_value(value) : "", json_string_length(value),
                   false, text, most < sizeof text ? most + 1 : sizeof text);
    felt_buffer_text(out, text);
}

/* Cards by name, those of one list. */
static void put_cards(struct felt_buffer *out, const json_t *list)
{
    enum { MOST = 54, CARD = 3 };
    size_t index;
    const json_t *card;
    json_array_foreach(list, index, card)
    {
        if (index == MOST) break;
        if (index) felt_buffer_char(out, ' ');
        room_put_text(out, card, CARD);
    }
}

/* The cards if they are known, else how many they are. */
static void put_some(struct felt_buffer *out, const json_t *event)
{
    const json_t *cards = json_object_get(event, "cards");
    int count = room_read_count(event, "count", 52);
    if (json_array_size(cards) > 0) {
        put_cards(out, cards);
        return;
    }
    if (count == 1) {
        felt_buffer_text(out, "a card");
        return;
    }
    felt_buffer_int(out, count);
    felt_buffer_text(out, " cards");
}

void room_put_number(struct felt_buffer *out, const json_t *object, const char *key,
                     const char *behind)
{
    felt_buffer_int(out, room_read_signed(object, key));
    felt_buffer_text(out, behind);
}

/* "you play", "Ada plays": the seat of an event and what it does. */
void room_put_does(struct felt_buffer *out, const struct felt_client_room_table *table,
                   felt_seat seat, const char *verb)
{
    felt_buffer_text(out, room_name_of(table, seat));
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, verb);
    if (seat != table->seat) felt_buffer_char(out, 's');
    felt_buffer_char(out, ' ');
}

static void put_say(struct felt_buffer *out, const struct felt_client_room_table *table,
                    const json_t *event, felt_seat seat)
{
    static const char *const keys[] = {"rank", "suit", "word"};
    felt_seat other = room_read_seat(event, "other");
    room_put_does(out, table, seat, other >= 0 ? "ask" : "say");
    if (other >= 0) felt_buffer_text(out, room_name_of(table, other));
    if (json_is_integer(json_object_get(event, "number")))
        room_put_number(out, event, "number", "");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        room_put_text(out, json_object_get(event, keys[i]), FELT_CLIENT_ROOM_WORD_BYTES);
}

/* ---- events ---- */

static void put_event(struct felt_buffer *out, const struct felt_client_room_table *table,
                      const json_t *event, enum felt_said said)
{
    felt_seat seat = room_read_seat(event, "seat");
    static const char *const verbs[FELT_SAIDS] = {[FELT_SAID_DRAW] = "draw",
                                                  [FELT_SAID_PLAY] = "play",
                                                  [FELT_SAID_TAKE] = "take",
                                                  [FELT_SAID_GIVE] = "give",
                                                  [FELT_SAID_SHOW] = "show"};
    switch (said) {
    case FELT_SAID_HAND:
        felt_buffer_text(out, "deal ");
        room_put_number(out, event, "number", ": ");
        room_put_does(out, table, seat, "begin");
        break;
    case FELT_SAID_DEAL:
        if (seat >= 0)
            room_put_does(out, table, seat, "get");
        else
            felt_buffer_text(out, "open: ");
        put_some(out, event);
        break;
    case FELT_SAID_SAY: put_say(out, table, event, seat); break;
    case FELT_SAID_SCORE:
        room_put_does(out, table, seat, "score");
        room_put_number(out, event, "points", ", ");
        room_put_number(out, event, "score", " in all");
        break;
    case FELT_SAID_EFFECT:
        felt_buffer_text(out, room_name_of(table, seat));
        felt_buffer_text(out, ": ");
        room_put_text(out, json_object_get(event, "effect"), FELT_CLIENT_ROOM_WORD_BYTES);
        break;
    case FELT_SAID_OUT:
        felt_buffer_text(out, room_name_of(table, seat));
        felt_buffer_text(out, ": no chips left");
        break;
    case FELT_SAID_SHOWDOWN:
        room_put_does(out, table, seat, "show");
        put_cards(out, json_object_get(event, "hand"));
        felt_buffer_text(out, ": ");
        room_put_text(out, json_object_get(event, "name"), FELT_CLIENT_ROOM_NAME_BYTES);
        break;
    default:
        room_put_does(out, table, seat, verbs[said] ? verbs[said] : "move");
        put_some(out, event);
        break;
    }
    if (said == FELT_SAID_GIVE) {
        felt_buffer_text(out, " to ");
        felt_buffer_text(out, room_name_of(table, room_read_seat(event, "other")));
    }
}

bool room_genome_is_chips(uint8_t said)
{
    switch ((enum felt_said)said) {
    case FELT_SAID_ANTE:
    case FELT_SAID_POST_BLINDS:
    case FELT_SAID_BET:
    case FELT_SAID_CALL:
    case FELT_SAID_CHECK:
    case FELT_SAID_FOLD:
    case FELT_SAID_RETURN:
    case FELT_SAID_RAKE:
    case FELT_SAID_SHUFFLE:
    case FELT_SAID_POT_AWARD: return true;
    default: return false;
    }
}

void room_genome_said(const struct felt_client_room_table *table, const json_t *event, uint8_t said,
                      char *out, size_t room)
{
    struct felt_buffer text = felt_buffer_make(out, room);
    if (said < FELT_SAIDS) put_event(&text, table, event, (enum felt_said)said);
    while (text.used && text.bytes[text.used - 1] == ' ') text.used--;
    (void)felt_buffer_terminate(&text);
}

/* ---- what lies there ---- */

static void put_piles(struct felt_buffer *out, const json_t *frame)
{
    static const struct {
        const char *key, *before;
    } words[] = {{"trump", ", trump "}, {"suit", ", suit "}, {"rank", ", rank "}};
    const json_t *top = json_object_get(frame, "top"), *open = json_object_get(frame, "community");
    felt_buffer_text(out, "  ");
    room_put_number(out, frame, "deck", " to draw, ");
    room_put_number(out, frame, "discards", " thrown away");
    if (json_array_size(top)) felt_buffer_text(out, ", on top ");
    put_cards(out, top);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const json_t *word = json_object_get(frame, words[i].key);
        if (!json_is_string(word)) continue;
        felt_buffer_text(out, words[i].before);
        room_put_text(out, word, 2);
    }
    if (json_array_size(open)) felt_buffer_text(out, ", open ");
    put_cards(out, open);
    felt_buffer_char(out, '\n');
}

static void put_players(struct felt_buffer *out, const struct felt_client_room_table *table,
                        const json_t *frame)
{
    static const struct {
        const char *key, *behind;
    } counts[] = {
        {"cards", " cards"}, {"score", " points"}, {"tricks", " tricks"}, {"bid", " bid"}};
    size_t index;
    const json_t *player;
    json_array_foreach(json_object_get(frame, "players"), index, player)
    {
        const json_t *laid = json_object_get(player, "laid");
        if (index == FELT_SEATS_MAX) break;
        felt_buffer_text(out, index ? "; " : "  ");
        felt_buffer_text(out, room_name_of(table, room_read_seat(player, "seat")));
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            if (!json_is_integer(json_object_get(player, counts[i].key))) continue;
            felt_buffer_text(out, i ? ", " : " ");
            room_put_number(out, player, counts[i].key, counts[i].behind);
        }
        if (json_array_size(laid)) felt_buffer_text(out, ", in front ");
        put_cards(out, laid);
    }
    felt_buffer_char(out, '\n');
}

void room_genome_state(struct felt_client_room_table *table, const json_t *frame)
{
    struct felt_client_room_genome *genome = &table->genome;
    struct felt_buffer text = felt_buffer_make(genome->text, sizeof genome->text);
    const json_t *hole = json_object_get(json_object_get(frame, "you"), "hole"), *move;
    size_t index;
    put_players(&text, table, frame);
    put_piles(&text, frame);
    if (json_array_size(hole)) felt_buffer_text(&text, "  your hand: ");
    put_cards(&text, hole);
    if (json_array_size(hole)) felt_buffer_char(&text, '\n');
    (void)felt_buffer_terminate(&text);
    genome->moves = 0;
    json_array_foreach(json_object_get(frame, "moves"), index, move)
    {
        if (genome->moves == FELT_CLIENT_ROOM_MOVES_MAX) break;
        if (!json_is_string(move)) continue;
        room_text_copy(json_string_value(move), json_string_length(move), false,
                       genome->move[genome->moves++], sizeof genome->move[0]);
    }
}
