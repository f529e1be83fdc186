/* room_text.c -- texts and numbers of others, made harmless: see room_parts.h. */
#include "client/room_parts.h"

#include "base/utf8.h"

#include <string.h>

/* Characters that move a cursor, end a connection, or change how others are read. */
static bool is_unruly(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } unruly[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},
                  {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                  {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof unruly / sizeof unruly[0]; i++)
        if (character >= unruly[i].first && character <= unruly[i].last) return true;
    return false;
}

void room_text_copy(const char *text, size_t bytes, bool lines, char *out, size_t room)
{
    size_t filled = 0;
    for (size_t at = 0, used; at < bytes; at += used) {
        uint32_t character;
        bool good = felt_utf8_read(text + at, bytes - at, &used, &character) &&
                    (!is_unruly(character) || (lines && character == '\n'));
        size_t wanted = good ? used : 1;
        if (filled + wanted >= room) break;
        memcpy(out + filled, good ? text + at : "?", wanted);
        filled += wanted;
    }
    out[filled] = '\0';
}

void room_read_text(const json_t *object, const char *key, char *out, size_t room)
{
    const json_t *value = json_object_get(object, key);
    room_text_copy(json_is_string(value) ? json_string_value(value) : "", json_string_length(value),
                   false, out, room);
}

felt_chips room_read_signed(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : 0;
    return number < -FELT_CHIPS_MAX || number > FELT_CHIPS_MAX ? 0 : number;
}

felt_chips room_read_chips(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    return number < 0 || number > FELT_CHIPS_MAX ? -1 : number;
}

felt_seat room_read_seat(const json_t *object, const char *key)
{
    felt_chips number = room_read_chips(object, key);
    return (felt_seat)(number < FELT_SEATS_MAX ? number : FELT_SEAT_NONE);
}

int room_read_count(const json_t *object, const char *key, int max)
{
    felt_chips number = room_read_chips(object, key);
    return number < 0 ? 0 : number > max ? max : (int)number;
}

bool room_read_bool(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}
