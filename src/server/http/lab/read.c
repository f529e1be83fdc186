/* read.c -- what a request to the lab says: its path, query and body, read strictly. */
#include "server/http/lab/parts.h"

#include "felt/assert.h"

#include <jansson.h>
#include <string.h>

/* ---- paths ---- */

enum { PARTS_MAX = 4 };

struct part {
    const char *text;
    size_t bytes;
};

static bool is_word(const struct part *part, const char *word)
{
    return part->bytes == strlen(word) && memcmp(part->text, word, part->bytes) == 0;
}

static bool ends_with(const struct part *part, const char *end)
{
    size_t bytes = strlen(end);
    return part->bytes > bytes && memcmp(part->text + part->bytes - bytes, end, bytes) == 0;
}

bool felt_http_lab_is_name(const char *text, size_t bytes)
{
    if (bytes == 0 || bytes > FELT_HTTP_LAB_NAME_MAX || text[0] == '.') return false;
    for (size_t i = 0; i < bytes; i++) {
        char letter = text[i];
        bool fine = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                    letter == '.' || letter == '_' || letter == '-';
        if (!fine) return false;
    }
    return true;
}

/* "" for what nothing can be called. */
static void take_name(const struct part *part, char *out, size_t room)
{
    out[0] = '\0';
    if (part->bytes >= room || !felt_http_lab_is_name(part->text, part->bytes)) return;
    memcpy(out, part->text, part->bytes);
    out[part->bytes] = '\0';
}

static bool read_plot(const struct part *part, struct felt_http_lab_want *out)
{
    struct part name = {part->text, part->bytes};
    if (!ends_with(part, ".svg")) return false;
    name.bytes -= strlen(".svg");
    for (int plot = 0; plot < FELT_PLOTS; plot++)
        if (is_word(&name, felt_plot_name((enum felt_plot)plot))) {
            out->what = FELT_HTTP_LAB_PLOT;
            out->plot = (uint8_t)plot;
            return true;
        }
    return false;
}

/* games/NAME: without more, or as a file of the directory is called, so that links of its report
 * lead somewhere. */
static void read_file(const struct part *part, struct felt_http_lab_want *out)
{
    static const struct {
        const char *end;
        uint8_t what;
    } ends[] = {{".html", FELT_HTTP_LAB_RULES_PAGE},
                {".md", FELT_HTTP_LAB_RULES_TEXT},
                {".json", FELT_HTTP_LAB_GENOME}};
    struct part name = *part;
    out->what = FELT_HTTP_LAB_GAME;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(part, ends[i].end)) {
            out->what = ends[i].what;
            name.bytes -= strlen(ends[i].end);
            break;
        }
    take_name(&name, out->game, sizeof out->game);
}

static bool read_game(const struct part *parts, int count, struct felt_http_lab_want *out)
{
    static const struct {
        const char *word;
        uint8_t what;
    } words[] = {{"rules", FELT_HTTP_LAB_RULES},           {"rules.md", FELT_HTTP_LAB_RULES_TEXT},
                 {"rules.html", FELT_HTTP_LAB_RULES_PAGE}, {"genome.json", FELT_HTTP_LAB_GENOME},
                 {"rating", FELT_HTTP_LAB_RATE},           {"table", FELT_HTTP_LAB_TABLE}};
    if (count == 3) {
        read_file(&parts[2], out);
        return true;
    }
    take_name(&parts[2], out->game, sizeof out->game);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_word(&parts[3], words[i].word)) {
            out->what = words[i].what;
            return true;
        }
    return false;
}

static bool read_parts(const struct part *parts, int count, struct felt_http_lab_want *out)
{
    out->what = FELT_HTTP_LAB_LIST;
    if (count == 0) return true;
    take_name(&parts[0], out->archive, sizeof out->archive);
    out->what = FELT_HTTP_LAB_ARCHIVE;
    if (count == 1) return true;
    if (is_word(&parts[1], "games")) return count > 2 && read_game(parts, count, out);
    if (is_word(&parts[1], "plots")) return count == 3 && read_plot(&parts[2], out);
    out->what = is_word(&parts[1], "progress") ? FELT_HTTP_LAB_PROGRESS : FELT_HTTP_LAB_REPORT;
    return count == 2 && (out->what == FELT_HTTP_LAB_PROGRESS || is_word(&parts[1], "report.html"));
}

int felt_http_lab_read_path(const char *path, bool post, struct felt_http_lab_want *out,
                            const char **code, const char **why)
{
    struct part parts[PARTS_MAX];
    int count = 0;
    const char *at = path + strlen("/api/lab");
    *out = (struct felt_http_lab_want){.genre = -1, .after = -1};
    while (*at == '/' && count < PARTS_MAX) {
        parts[count] = (struct part){at + 1, strcspn(at + 1, "/")};
        at += 1 + parts[count++].bytes;
    }
    *code = "NOT_FOUND";
    *why = "there is no such path";
    if (*at || !read_parts(parts, count, out)) return 404;
    *why = out->archive[0] ? "there is no such game" : "there is no such archive";
    if (count > 0 && !out->archive[0]) return 404;
    if (out->what >= FELT_HTTP_LAB_GAME && !out->game[0]) return 404;
    *code = "WRONG_METHOD";
    *why = post ? "use GET" : "use POST";
    return post == (out->what >= FELT_HTTP_LAB_RATE) ? 0 : 405;
}

/* ---- queries ---- */

static bool read_number(const char *text, size_t bytes, int64_t most, int64_t *out)
{
    if (bytes == 0 || bytes > 18 || (*text == '0' && bytes > 1)) return false;
    *out = 0;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *out = *out * 10 + (text[i] - '0');
    }
    return *out <= most;
}

static bool read_sort(const char *text, size_t bytes, struct felt_http_lab_want *out)
{
    static const char *const words[] = {[FELT_HTTP_LAB_FITNESS] = "fitness",
                                        [FELT_HTTP_LAB_NAME] = "name",
                                        [FELT_HTTP_LAB_BORN] = "born",
                                        [FELT_HTTP_LAB_STARS] = "stars"};
    char word[32];
    out->turned = bytes > 0 && *text == '-';
    if (out->turned) text++, bytes--;
    if (bytes == 0 || bytes >= sizeof word) return false;
    memcpy(word, text, bytes);
    word[bytes] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], word) == 0) {
            out->sort = (uint8_t)i;
            return true;
        }
    int metric = felt_lab_metric_find(word), fact = felt_fact_find(word);
    if (metric < 0 && fact < 0) return false;
    out->sort = metric >= 0 ? FELT_HTTP_LAB_BY_METRIC : FELT_HTTP_LAB_BY_FACT;
    out->sort_index = (uint8_t)(metric >= 0 ? metric : fact);
    return true;
}

static bool read_genre(const char *text, size_t bytes, struct felt_http_lab_want *out)
{
    struct part part = {text, bytes};
    for (int genre = 0; genre < FELT_GENRES; genre++)
        if (is_word(&part, felt_genre_name((enum felt_genre)genre))) {
            out->genre = (int8_t)genre;
            return true;
        }
    return false;
}

enum word {
    WORD_LIMIT,
    WORD_OFFSET,
    WORD_SORT,
    WORD_GENRE,
    WORD_SEATS,
    WORD_GOOD,
    WORD_AFTER,
    WORD_WAIT,
    WORDS
};
static const char *const names[WORDS] = {"limit", "offset", "sort",  "genre",
                                         "seats", "good",   "after", "wait"};

static uint32_t words_of(const struct felt_http_lab_want *want)
{
    const uint32_t pages = 1u << WORD_LIMIT | 1u << WORD_OFFSET;
    if (want->what == FELT_HTTP_LAB_LIST) return pages;
    if (want->what == FELT_HTTP_LAB_ARCHIVE)
        return pages | 1u << WORD_SORT | 1u << WORD_GENRE | 1u << WORD_SEATS | 1u << WORD_GOOD;
    if (want->what == FELT_HTTP_LAB_PROGRESS)
        return 1u << WORD_LIMIT | 1u << WORD_AFTER | 1u << WORD_WAIT;
    return 0;
}

static bool read_value(enum word word, const char *text, size_t bytes,
                       struct felt_http_lab_want *out)
{
    bool follows = out->what == FELT_HTTP_LAB_PROGRESS;
    int64_t most[WORDS] = {[WORD_LIMIT] =
                               follows ? FELT_HTTP_LAB_POINTS_MAX : FELT_HTTP_LAB_ROWS_MAX,
                           [WORD_OFFSET] = INT32_MAX,
                           [WORD_SEATS] = FELT_GENOME_SEATS_MAX,
                           [WORD_GOOD] = 1,
                           [WORD_AFTER] = UINT32_MAX,
                           [WORD_WAIT] = FELT_HTTP_LAB_WAIT_MAX_S};
    int64_t number = 0;
    if (word == WORD_SORT) return read_sort(text, bytes, out);
    if (word == WORD_GENRE) return read_genre(text, bytes, out);
    if (!read_number(text, bytes, most[word], &number)) return false;
    if (word == WORD_LIMIT) out->limit = (uint32_t)number;
    if (word == WORD_OFFSET) out->offset = (uint32_t)number;
    if (word == WORD_SEATS) out->seats = (uint8_t)number;
    if (word == WORD_GOOD) out->good = number == 1;
    if (word == WORD_AFTER) out->after = number;
    if (word == WORD_WAIT) out->wait_ms = number * 1000;
    return word == WORD_LIMIT || word == WORD_SEATS ? number > 0 : true;
}

const char *felt_http_lab_read_query(const char *query, struct felt_http_lab_want *out)
{
    uint32_t allowed = words_of(out), said = 0;
    out->limit =
        out->what == FELT_HTTP_LAB_PROGRESS ? FELT_HTTP_LAB_POINTS_USUAL : FELT_HTTP_LAB_ROWS_USUAL;
    while (*query) {
        size_t length = strcspn(query, "&"), name = strcspn(query, "=&");
        int word = 0;
        struct part part = {query, name};
        while (word < WORDS && !is_word(&part, names[word])) word++;
        if (word == WORDS || !(allowed >> word & 1) || name == length) return "query";
        if (said >> word & 1) return names[word];
        said |= 1u << word;
        if (!read_value((enum word)word, query + name + 1, length - name - 1, out))
            return names[word];
        query += length;
        if (*query == '&' && *++query == '\0') return "query";
    }
    return NULL;
}

/* ---- bodies ---- */

const char *felt_http_lab_read_nothing(const char *body, size_t bytes, const char **code,
                                       const char **field)
{
    felt_assert(bytes <= FELT_HTTP_ACCOUNTS_BODY_MAX);
    *code = "BAD_JSON";
    *field = NULL;
    json_t *root = json_loadb(body, bytes, JSON_REJECT_DUPLICATES, NULL);
    const char *wrong = json_is_object(root) ? NULL : "the body is not a JSON object";
    if (!wrong && json_object_size(root) > 0) {
        *code = "BAD_FIELD";
        *field = "body";
        wrong = "there is a field that is not known here: none is";
    }
    json_decref(root);
    return wrong;
}

static const char *take_rating(json_t *root, struct felt_http_lab_want *out, const char **field)
{
    const char *name;
    json_t *value;
    json_object_foreach(root, name, value)
    {
        bool stars = strcmp(name, "stars") == 0;
        *field = stars ? "stars" : "broken";
        if (!stars && strcmp(name, "broken") != 0) {
            *field = "body";
            return "there is a field that is not known here: stars and broken are";
        }
        if (!stars && !json_is_boolean(value)) return "broken must be true or false";
        if (!stars) {
            out->broken = json_is_true(value);
            continue;
        }
        json_int_t number = json_is_integer(value) ? json_integer_value(value) : 0;
        if (number < 1 || number > 5) return "stars must be a whole number from 1 to 5";
        out->stars = (int)number;
    }
    *field = "stars";
    return out->stars ? NULL : "stars is missing";
}

const char *felt_http_lab_read_rating(const char *body, size_t bytes,
                                      struct felt_http_lab_want *out, const char **code,
                                      const char **field)
{
    felt_assert(bytes <= FELT_HTTP_ACCOUNTS_BODY_MAX);
    *code = "BAD_JSON";
    *field = NULL;
    json_t *root = json_loadb(body, bytes, JSON_REJECT_DUPLICATES, NULL);
    const char *wrong = json_is_object(root) ? NULL : "the body is not a JSON object";
    if (!wrong) {
        *code = "BAD_FIELD";
        wrong = take_rating(root, out, field);
    }
    json_decref(root);
    return wrong;
}
