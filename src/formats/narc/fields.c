/* fields.c -- see parts.h. */
#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"
#include "formats/load.h"
#include "formats/narc/parts.h"

#include <stdarg.h>
#include <string.h>

enum { NAMES_MAX = 80, WORD_BYTES = 4 * FELT_NARC_TEXT_BYTES };

const char *const felt_narc_roles_in_files[FELT_ROLES + 1] = {"narc", "customer", "player", NULL};

/* ---- what is wrong ---- */

enum felt_status felt_narc_refuse(struct narc_reader *reader, enum felt_status status,
                                  const char *format, ...)
{
    struct felt_narc_error *error = reader->error;
    va_list arguments;
    if (!error) return status;
    struct felt_buffer text = felt_buffer_make(error->text, sizeof error->text - 1);
    error->in_options = reader->in_options;
    memcpy(error->pointer, reader->pointer, sizeof error->pointer);
    error->pointer[reader->used] = 0;
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    error->text[text.used] = 0;
    return status;
}

size_t felt_narc_enter(struct narc_reader *reader, const char *key)
{
    size_t mark = reader->used;
    struct felt_buffer text = felt_buffer_make(reader->pointer, sizeof reader->pointer - 1);
    text.used = mark;
    felt_buffer_char(&text, '/');
    felt_buffer_text(&text, key);
    felt_assert(!text.overflow); /* keys are words of ours, indices are bounded */
    reader->used = text.used;
    return mark;
}

size_t felt_narc_enter_item(struct narc_reader *reader, size_t index)
{
    char digits[24];
    struct felt_buffer text = felt_buffer_make(digits, sizeof digits);
    felt_buffer_uint(&text, index);
    return felt_narc_enter(reader, felt_buffer_terminate(&text));
}

void felt_narc_leave(struct narc_reader *reader, size_t mark)
{
    felt_assert(mark <= reader->used);
    reader->used = mark;
}

enum felt_status felt_narc_refuse_word(struct narc_reader *reader, const char *word,
                                       const char *const *names, int count)
{
    enum { SHOWN_MAX = 5 };
    char quoted[FELT_QUOTE_BYTES], list[FELT_COMPLAINT_BYTES];
    struct felt_buffer text = felt_buffer_make(list, sizeof list);
    const char *near = felt_nearest(word, strlen(word), names, count);
    felt_quote(word, strlen(word), quoted);
    if (near)
        return felt_narc_refuse(reader, FELT_BAD_NAME, "there is no \"%s\"; did you mean %s?",
                                quoted, near);
    for (int i = 0; i < count && i < SHOWN_MAX; i++) {
        if (i) felt_buffer_text(&text, ", ");
        felt_buffer_text(&text, names[i]);
    }
    if (count > SHOWN_MAX) felt_buffer_text(&text, ", ...");
    return felt_narc_refuse(reader, FELT_BAD_NAME, "there is no \"%s\"; take one of %s", quoted,
                            felt_buffer_terminate(&text));
}

/* ---- values ---- */

enum felt_status felt_narc_read_int(struct narc_reader *reader, const json_t *value, int64_t min,
                                    int64_t max, int64_t *out)
{
    if (json_is_real(value))
        return felt_narc_refuse(reader, FELT_BAD_NUMBER,
                                "take a whole number, without point or exponent");
    if (!json_is_integer(value))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "take a whole number, without quotes");
    int64_t number = json_integer_value(value);
    if (number < min || number > max)
        return felt_narc_refuse(reader, FELT_BAD_NUMBER, "%lld is out of range; take %lld to %lld",
                                (long long)number, (long long)min, (long long)max);
    *out = number;
    return FELT_OK;
}

/* Would felt_format() show it as it stands? */
static bool is_harmless(const char *text, size_t bytes)
{
    struct felt_complaint shown;
    for (size_t at = 0; at < bytes;) {
        size_t piece =
            bytes - at < FELT_COMPLAINT_BYTES / 8 ? bytes - at : FELT_COMPLAINT_BYTES / 8;
        while (at + piece < bytes && ((unsigned char)text[at + piece] & 0xC0) == 0x80) piece++;
        (void)felt_complain(&shown, FELT_OK, 0, 0, "%.*s", (int)piece, text + at);
        if (strlen(shown.text) != piece || memcmp(shown.text, text + at, piece) != 0) return false;
        at += piece;
    }
    return true;
}

/* A text without control characters of at most bytes - 1 bytes. */
static enum felt_status read_text(struct narc_reader *reader, const json_t *value, size_t bytes,
                                  char *out)
{
    if (!json_is_string(value))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "take a text in quotes");
    size_t length = json_string_length(value);
    if (length >= bytes)
        return felt_narc_refuse(reader, FELT_FULL, "the text has %zu bytes; take at most %zu",
                                length, bytes - 1);
    if (!is_harmless(json_string_value(value), length))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT,
                                "the text has control characters or invisible ones");
    memset(out, 0, bytes);
    memcpy(out, json_string_value(value), length);
    return FELT_OK;
}

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static enum felt_status read_name(struct narc_reader *reader, const json_t *value, size_t bytes,
                                  char *out)
{
    enum felt_status status = read_text(reader, value, bytes, out);
    if (status != FELT_OK) return status;
    for (size_t i = 0; i == 0 || out[i]; i++)
        if (!is_name_letter(out[i]))
            return felt_narc_refuse(reader, FELT_BAD_NAME,
                                    "take lower-case letters, digits, - and _");
    return FELT_OK;
}

enum felt_status felt_narc_read_word(struct narc_reader *reader, const json_t *value,
                                     const char *const *words, uint8_t *out)
{
    char word[WORD_BYTES];
    int count = 0;
    enum felt_status status = read_text(reader, value, sizeof word, word);
    if (status != FELT_OK) return status;
    for (; words[count]; count++)
        if (!strcmp(words[count], word)) {
            *out = (uint8_t)count;
            return FELT_OK;
        }
    return felt_narc_refuse_word(reader, word, words, count);
}

enum felt_status felt_narc_want_list(struct narc_reader *reader, const json_t *value, size_t max,
                                     const char *of_what)
{
    if (!json_is_array(value))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "take a list in []");
    if (json_array_size(value) > max)
        return felt_narc_refuse(reader, FELT_FULL, "there are %zu %s; take at most %zu",
                                json_array_size(value), of_what, max);
    return FELT_OK;
}

/* ---- fields ---- */

static enum felt_status read_flag(struct narc_reader *reader, const json_t *value, void *at)
{
    if (!json_is_boolean(value))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "take true or false, without quotes");
    *(bool *)at = json_is_true(value);
    return FELT_OK;
}

static void store(const struct narc_field *field, int64_t number, void *at)
{
    if (field->kind == NARC_INT16)
        *(int16_t *)at = (int16_t)number;
    else if (field->kind == NARC_INT32)
        *(int32_t *)at = (int32_t)number;
    else
        *(uint8_t *)at = (uint8_t)number;
}

static int64_t fetch(const struct narc_field *field, const void *object)
{
    const void *at = (const char *)object + field->offset;
    if (field->kind == NARC_INT16) return *(const int16_t *)at;
    if (field->kind == NARC_INT32) return *(const int32_t *)at;
    if (field->kind == NARC_FLAG) return *(const bool *)at;
    return *(const uint8_t *)at;
}

static enum felt_status read_steps(struct narc_reader *reader, const json_t *value,
                                   const struct narc_field *field, void *at)
{
    int64_t number = 0;
    enum felt_status status =
        felt_narc_read_int(reader, value, 5 * field->min, 5 * field->max, &number);
    if (status != FELT_OK) return status;
    if (number % 5)
        return felt_narc_refuse(reader, FELT_BAD_NUMBER, "%d is no step of 5; take %d or %d",
                                (int)number, (int)(number - number % 5),
                                (int)(number - number % 5 + 5));
    store(field, number / 5, at);
    return FELT_OK;
}

static enum felt_status read_field(struct narc_reader *reader, const json_t *value,
                                   const struct narc_field *field, void *object)
{
    void *at = (char *)object + field->offset;
    int64_t number = 0;
    enum felt_status status;
    switch ((enum narc_field_kind)field->kind) {
    case NARC_APART: return field->read(reader, value, object);
    case NARC_FLAG: return read_flag(reader, value, at);
    case NARC_TEXT: return read_text(reader, value, (size_t)field->max, at);
    case NARC_NAME: return read_name(reader, value, (size_t)field->max, at);
    case NARC_WORD: return felt_narc_read_word(reader, value, field->words, at);
    case NARC_STEPS: return read_steps(reader, value, field, at);
    case NARC_UINT8:
    case NARC_INT16:
    case NARC_INT32: break;
    }
    status = felt_narc_read_int(reader, value, field->min, field->max, &number);
    if (status == FELT_OK) store(field, number, at);
    return status;
}

static enum felt_status find_unknown(struct narc_reader *reader, json_t *object,
                                     const struct narc_field *fields, int count)
{
    const char *names[NAMES_MAX];
    felt_assert(count <= NAMES_MAX);
    for (int i = 0; i < count; i++) names[i] = fields[i].name;
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        char quoted[FELT_QUOTE_BYTES];
        int i = 0;
        while (i < count && strcmp(names[i], key) != 0) i++;
        if (i < count) continue;
        const char *near = felt_nearest(key, strlen(key), names, count);
        felt_quote(key, strlen(key), quoted);
        return felt_narc_refuse(reader, FELT_BAD_NAME, "there is no field \"%s\"%s%s%s", quoted,
                                near ? "; did you mean " : " here", near ? near : "",
                                near ? "?" : "");
    }
    return FELT_OK;
}

enum felt_status felt_narc_read_fields(struct narc_reader *reader, const json_t *value,
                                       const struct narc_field *fields, int count, void *object)
{
    if (!json_is_object(value))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "take an object in {}");
    enum felt_status status = find_unknown(reader, (json_t *)(uintptr_t)value, fields, count);
    for (int i = 0; i < count && status == FELT_OK; i++) {
        const json_t *member = json_object_get(value, fields[i].name);
        size_t mark = felt_narc_enter(reader, fields[i].name);
        if (member)
            status = read_field(reader, member, &fields[i], object);
        else if (fields[i].use == NARC_MUST)
            status = felt_narc_refuse(reader, FELT_BAD_FORMAT, "this is missing");
        felt_narc_leave(reader, mark);
    }
    return status;
}

/* ---- writing ---- */

static bool field_says(const struct narc_field *field, const void *object)
{
    if (field->use != NARC_MAY) return true;
    if (field->kind == NARC_TEXT || field->kind == NARC_NAME)
        return ((const char *)object)[field->offset] != 0;
    return field->kind == NARC_APART || fetch(field, object) != field->usual;
}

static const char *word_at(const char *const *words, int64_t index)
{
    for (int64_t i = 0; i < index; i++) felt_assert(words[i] != NULL);
    felt_assert(words[index] != NULL);
    return words[index];
}

static void write_value(struct felt_json *json, const struct narc_field *field, const void *object)
{
    switch ((enum narc_field_kind)field->kind) {
    case NARC_APART: field->write(json, object); return;
    case NARC_FLAG: felt_json_bool(json, fetch(field, object)); return;
    case NARC_TEXT:
    case NARC_NAME: felt_json_text(json, (const char *)object + field->offset); return;
    case NARC_WORD: felt_json_text(json, word_at(field->words, fetch(field, object))); return;
    case NARC_STEPS: felt_json_int(json, 5 * fetch(field, object)); return;
    case NARC_UINT8:
    case NARC_INT16:
    case NARC_INT32: felt_json_int(json, fetch(field, object)); return;
    }
}

/* The field as a member of the object that is open; one of NARC_MAY only if it says something. */
static void write_field(struct felt_json *json, const struct narc_field *field, const void *object)
{
    if (!field_says(field, object)) return;
    felt_json_key(json, field->name);
    write_value(json, field, object);
}

void felt_narc_write_fields(struct felt_json *json, const struct narc_field *fields, int count,
                            const void *object)
{
    felt_json_object(json);
    for (int i = 0; i < count; i++) write_field(json, &fields[i], object);
    felt_json_end(json);
}

void felt_narc_write_lines(struct felt_buffer *out, const char *format,
                           const struct narc_field *fields, int count, const void *object)
{
    felt_buffer_text(out, "{\n  \"format\": \"");
    felt_buffer_text(out, format);
    felt_buffer_text(out, "\",\n  \"version\": 1");
    for (int i = 0; i < count; i++) {
        struct felt_json json = felt_json_make(out);
        if (!field_says(&fields[i], object)) continue;
        felt_buffer_text(out, ",\n  \"");
        felt_buffer_text(out, fields[i].name);
        felt_buffer_text(out, "\": ");
        write_value(&json, &fields[i], object);
    }
    felt_buffer_text(out, "\n}\n");
}

/* ---- texts ---- */

/* Where the text stopped being JSON, for people; `at` is behind the first wrong byte. */
static void place(const char *text, size_t at, int *line, int *column)
{
    *line = *column = 1;
    for (size_t i = 0; i + 1 < at; i++) {
        ++*column;
        if (text[i] != '\n') continue;
        ++*line;
        *column = 1;
    }
}

static enum felt_status read_head(struct narc_reader *reader, json_t *root, const char *format)
{
    char named[WORD_BYTES];
    int64_t version = 0;
    if (!json_is_object(root))
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "%s is an object in {}", reader->what);
    const json_t *value = json_object_get(root, "format");
    size_t mark = felt_narc_enter(reader, "format");
    if (!value)
        return felt_narc_refuse(reader, FELT_BAD_FORMAT,
                                "this is missing; %s begins with \"format\": \"%s\"", reader->what,
                                format);
    enum felt_status status = read_text(reader, value, sizeof named, named);
    if (status != FELT_OK) return status;
    if (strcmp(named, format) != 0)
        return felt_narc_refuse(reader, FELT_BAD_FORMAT, "this is \"%s\"; %s is \"%s\"", named,
                                reader->what, format);
    felt_narc_leave(reader, mark);
    mark = felt_narc_enter(reader, "version");
    value = json_object_get(root, "version");
    if (!value) return felt_narc_refuse(reader, FELT_BAD_FORMAT, "this is missing; take 1");
    status = felt_narc_read_int(reader, value, INT64_MIN, INT64_MAX, &version);
    if (status != FELT_OK) return status;
    if (version != 1)
        return felt_narc_refuse(reader, FELT_UNSUPPORTED,
                                "version %lld is not known; this program knows version 1",
                                (long long)version);
    felt_narc_leave(reader, mark);
    json_object_del(root, "format");
    json_object_del(root, "version");
    return FELT_OK;
}

json_t *felt_narc_load_json(struct narc_reader *reader, const char *text, size_t bytes,
                            size_t bytes_max, const char *format, enum felt_status *status)
{
    struct felt_complaint complaint;
    json_t *root = felt_load_json(text, bytes, bytes_max, reader->what, status, &complaint);
    if (!root && *status == FELT_FULL) {
        (void)felt_narc_refuse(reader, *status, "%s", complaint.text);
        return NULL;
    }
    if (!root) {
        int line, column;
        place(text, complaint.at, &line, &column);
        (void)felt_narc_refuse(reader, *status, "line %d, column %d: %s", line, column,
                               complaint.text);
        return NULL;
    }
    *status = read_head(reader, root, format);
    if (*status == FELT_OK) return root;
    json_decref(root);
    return NULL;
}
