/* fields.c -- members of objects, genes and other values, and what is said of them. */
#include "formats/genome/parts.h"

#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"

#include <stdarg.h>
#include <string.h>

enum { CHOICES_BYTES = 120 };

/* ---- complaints ---- */

static void write_pointer(struct felt_buffer *out, const struct genome_place *at)
{
    const struct genome_place *path[GENOME_DEPTH_MAX];
    int count = 0;
    for (; at && at->up; at = at->up) {
        felt_assert(count < GENOME_DEPTH_MAX);
        path[count++] = at;
    }
    while (count-- > 0) {
        size_t before = out->used;
        felt_buffer_char(out, '/');
        if (path[count]->key)
            felt_buffer_text(out, path[count]->key);
        else
            felt_buffer_uint(out, path[count]->index);
        if (!out->overflow) continue;
        out->used = before; /* the pointer is too long: to what holds the value */
        out->overflow = false;
        return;
    }
}

enum felt_status felt_genome_refuse(struct genome_reader *reader, const struct genome_place *at,
                                    enum felt_status status, const char *format, ...)
{
    struct felt_genome_error *error = reader->error;
    if (error == NULL) return status;
    struct felt_buffer pointer = felt_buffer_make(error->pointer, sizeof error->pointer - 1);
    struct felt_buffer text = felt_buffer_make(error->text, sizeof error->text);
    va_list arguments;
    error->fault = FELT_FAULT_NONE;
    write_pointer(&pointer, at);
    error->pointer[pointer.used] = '\0';
    va_start(arguments, format);
    felt_format(&text, format, arguments);
    va_end(arguments);
    felt_buffer_terminate(&text);
    return status;
}

enum felt_status felt_genome_refuse_word(struct genome_reader *reader,
                                         const struct genome_place *at, const char *word,
                                         const char *const *words, int count)
{
    char quoted[FELT_QUOTE_BYTES], choices[CHOICES_BYTES];
    struct felt_buffer list = felt_buffer_make(choices, sizeof choices);
    const char *near = felt_nearest(word, strlen(word), words, count);
    felt_quote(word, strlen(word), quoted);
    if (near)
        return felt_genome_refuse(reader, at, FELT_BAD_NAME,
                                  "\"%s\" is not known; did you mean %s?", quoted, near);
    int listed = 0;
    for (; listed < count; listed++) {
        if (list.used + strlen(words[listed]) + 3 > sizeof choices) break;
        if (listed > 0) felt_buffer_text(&list, ", ");
        felt_buffer_text(&list, words[listed]);
    }
    felt_buffer_terminate(&list);
    return felt_genome_refuse(reader, at, FELT_BAD_NAME, "\"%s\" is not known; take %s%s", quoted,
                              choices, listed < count ? ", ..." : "");
}

/* ---- members ---- */

/* Looks for one name in one object. */
static enum felt_status look(struct genome_reader *reader, const struct genome_place *up,
                             json_t *object, const char *key, struct genome_member *out)
{
    json_t *value = json_object_get(object, key);
    if (value == NULL) return FELT_OK;
    if (json_is_null(value)) {
        json_object_del(object, key);
        return FELT_OK;
    }
    struct genome_place here = {up, key, 0};
    if (out->value)
        return felt_genome_refuse(reader, &here, FELT_BAD_FORMAT,
                                  "this was said already, by %s beside it or around it",
                                  out->place.key);
    *out = (struct genome_member){value, object, here};
    return FELT_OK;
}

enum felt_status felt_genome_find(struct genome_reader *reader,
                                  const struct genome_members *members, const char *key,
                                  struct genome_member *out)
{
    const char *old = reader->legacy ? felt_legacy_key(members->section, key) : NULL;
    bool inside =
        members->inner && (members->inner_any || !strcmp(key, "rank") || !strcmp(key, "suit"));
    *out = (struct genome_member){0};
    enum felt_status status = look(reader, &members->place, members->object, key, out);
    if (status == FELT_OK && old) status = look(reader, &members->place, members->object, old, out);
    if (status == FELT_OK && inside)
        status = look(reader, &members->inner_place, members->inner, key, out);
    if (status == FELT_OK && inside && old)
        status = look(reader, &members->inner_place, members->inner, old, out);
    return status;
}

void felt_genome_take(const struct genome_member *member)
{
    json_object_del(member->owner, member->place.key);
}

enum felt_status felt_genome_want_object(struct genome_reader *reader,
                                         const struct genome_place *at, const json_t *value)
{
    if (json_is_object(value)) return FELT_OK;
    return felt_genome_refuse(reader, at, FELT_BAD_FORMAT, "take an object in {}");
}

enum felt_status felt_genome_open(struct genome_reader *reader, const struct genome_place *at,
                                  json_t *object, enum felt_section section, const char *inner_key,
                                  struct genome_members *out)
{
    *out = (struct genome_members){.section = section, .place = *at, .object = object};
    enum felt_status status = felt_genome_want_object(reader, at, object);
    if (status != FELT_OK || inner_key == NULL) return status;
    struct genome_member inner = {0};
    status = look(reader, &out->place, object, inner_key, &inner);
    if (status != FELT_OK || inner.value == NULL) return status;
    out->inner_any = section >= FELT_SECTION_PHASE;
    out->inner = inner.value;
    out->inner_place = inner.place;
    return felt_genome_want_object(reader, &out->inner_place, out->inner);
}

enum felt_status felt_genome_close(struct genome_reader *reader,
                                   const struct genome_members *members, uint16_t *extra)
{
    if (members->inner && json_object_size(members->inner) == 0)
        json_object_del(members->object, members->inner_place.key);
    return felt_genome_keep(reader, &members->place, members->object, extra);
}

/* ---- values ---- */

enum felt_status felt_genome_read_int(struct genome_reader *reader, const struct genome_place *at,
                                      const json_t *value, int32_t min, int32_t max, int32_t *out)
{
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < min || number > max)
        return felt_genome_refuse(reader, at, FELT_BAD_NUMBER, "take a whole number from %d to %d",
                                  min, max);
    *out = (int32_t)number;
    return FELT_OK;
}

enum felt_status felt_genome_read_bool(struct genome_reader *reader, const struct genome_place *at,
                                       const json_t *value, int32_t *out)
{
    if (!json_is_boolean(value))
        return felt_genome_refuse(reader, at, FELT_BAD_FORMAT, "take true or false");
    *out = json_is_true(value);
    return FELT_OK;
}

enum felt_status felt_genome_read_word(struct genome_reader *reader, const struct genome_place *at,
                                       const json_t *value, const char *const *words, int count,
                                       int32_t *out)
{
    char memory[GENOME_WORD_BYTES];
    const char *word = json_string_value(value);
    if (word == NULL)
        return felt_genome_refuse(reader, at, FELT_BAD_FORMAT, "take a text, as in \"%s\"",
                                  words[0]);
    const char *today = reader->legacy ? felt_legacy_word(word, memory) : word;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], word) != 0 && strcmp(words[i], today) != 0) continue;
        *out = i;
        return FELT_OK;
    }
    return felt_genome_refuse_word(reader, at, word, words, count);
}

static bool same_letters(const char *word, const char *name)
{
    while (*word && felt_legacy_lower(*word) == *name) word++, name++;
    return *word == *name;
}

/* A letter or a name, in any case: "H", "hearts", "HEARTS". */
static bool is_named(const char *word, char letter, const char *name)
{
    const char small[] = {felt_legacy_lower(letter), '\0'};
    return same_letters(word, small) || same_letters(word, name);
}

enum felt_status felt_genome_read_rank(struct genome_reader *reader, const struct genome_place *at,
                                       const json_t *value, int32_t *out)
{
    const char *word = json_is_string(value) ? json_string_value(value) : "";
    *out = FELT_GENE_NONE;
    for (int rank = 0; rank < FELT_RANKS && *out < 0; rank++)
        if (is_named(word, felt_rank_letter(rank), felt_rank_name(rank))) *out = rank;
    if (is_named(word, '2', "two")) *out = FELT_DEUCE;
    if (!strcmp(word, "10")) *out = FELT_TEN;
    if (*out >= 0) return FELT_OK;
    return felt_genome_refuse(reader, at, FELT_BAD_NAME,
                              "take a rank: \"2\" to \"9\", \"T\", \"J\", \"Q\", \"K\" or \"A\"");
}

enum felt_status felt_genome_read_suit(struct genome_reader *reader, const struct genome_place *at,
                                       const json_t *value, int32_t *out)
{
    const char *word = json_is_string(value) ? json_string_value(value) : "";
    *out = FELT_GENE_NONE;
    for (int suit = 0; suit < FELT_SUITS && *out < 0; suit++)
        if (is_named(word, felt_suit_letter(suit), felt_suit_name(suit))) *out = suit;
    if (*out >= 0) return FELT_OK;
    return felt_genome_refuse(reader, at, FELT_BAD_NAME,
                              "take a suit: \"C\", \"D\", \"H\" or \"S\"");
}

/* Older genomes may say "none" where we say null. */
static bool is_none(const struct genome_reader *reader, const json_t *value)
{
    char word[GENOME_WORD_BYTES];
    return reader->legacy && json_is_string(value) &&
           !strcmp(felt_legacy_word(json_string_value(value), word), "none");
}

enum felt_status felt_genome_read_gene(struct genome_reader *reader, const struct genome_place *at,
                                       const json_t *value, const struct felt_gene_row *row,
                                       int32_t *out)
{
    json_int_t number = json_integer_value(value);
    switch ((enum felt_gene_kind)row->kind) {
    case FELT_GENE_INT:
        if (!json_is_integer(value) || number < INT32_MIN || number > INT32_MAX)
            return felt_genome_read_int(reader, at, value, row->min, row->max, out);
        *out = (int32_t)number; /* in its range or not: felt_genome_verify() */
        return FELT_OK;
    case FELT_GENE_BOOL: return felt_genome_read_bool(reader, at, value, out);
    case FELT_GENE_WORD:
        return felt_genome_read_word(reader, at, value, row->words, row->max + 1, out);
    case FELT_GENE_RANK:
        return is_none(reader, value) ? FELT_OK : felt_genome_read_rank(reader, at, value, out);
    case FELT_GENE_SUIT:
        return is_none(reader, value) ? FELT_OK : felt_genome_read_suit(reader, at, value, out);
    }
    felt_assert(false);
    return FELT_BAD_FORMAT;
}

enum felt_status felt_genome_read_genes(struct genome_reader *reader,
                                        const struct genome_members *members,
                                        struct felt_genes *genes)
{
    int count;
    const struct felt_gene_row *row = felt_genes_of(members->section, &count);
    for (int i = 0; i < count; i++) {
        struct genome_member member;
        enum felt_status status = felt_genome_find(reader, members, row[i].key, &member);
        if (status == FELT_OK && member.value) {
            status = felt_genome_read_gene(reader, &member.place, member.value, &row[i],
                                           &genes->gene[i]);
            felt_genome_take(&member);
        }
        if (status != FELT_OK) return status;
    }
    return FELT_OK;
}
