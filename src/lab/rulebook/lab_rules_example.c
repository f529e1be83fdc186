/* lab_rules_example.c -- a hand that was really played, as an example in a rulebook.
 *
 * Of a few hands between players who go by rules of thumb we take the one that shows most kinds of
 * things in few lines.  A long one is shortened in the middle. */
#include "lab/rulebook/lab_rules_parts.h"
#include "lab/rulebook/transcript.h"

#include <stdlib.h>
#include <string.h>

enum {
    HANDS = 8,       /* among which we choose                     */
    LINES_GOOD = 36, /* a hand of so many is told as a whole ...  */
    LINES_HEAD = 22, /* ... of a longer one the beginning         */
    LINES_TAIL = 10, /* and the end                               */
    TEXT_BYTES = 1 << 18
};

static const char *const names[] = {"Anna", "Bert", "Clara", "David", "Emma", "Felix"};
_Static_assert(sizeof names / sizeof names[0] == FELT_GENOME_SEATS_MAX, "a name for each seat");

/* One hand as it is told. */
struct listener {
    struct felt_buffer text;
    uint64_t kinds; /* of events, and of moves                                               */
    bool begun;
};

static int lines_in(const char *text, size_t bytes)
{
    int lines = 0;
    for (size_t i = 0; i < bytes; i++) lines += text[i] == '\n';
    return lines;
}

/* Events up to the beginning of the second hand. */
static bool tell(void *self, const struct felt_genome_state *state,
                 const struct felt_event_log *log)
{
    struct listener *listener = self;
    const struct felt_transcript transcript = {.names = names, .viewer = FELT_TRANSCRIPT_ALL};
    uint32_t count = 0;
    while (count < log->count) {
        const struct felt_event *event = &log->event[count];
        if (event->kind == FELT_EVENT_HAND && listener->begun) break;
        listener->begun |= event->kind == FELT_EVENT_HAND;
        listener->kinds |= UINT64_C(1) << (event->kind % 32);
        if (event->kind == FELT_EVENT_ACT) listener->kinds |= UINT64_C(1) << (32 + event->act % 16);
        if (event->kind == FELT_EVENT_EFFECT)
            listener->kinds |= UINT64_C(1) << (48 + event->to % 16);
        count++;
    }
    felt_transcript_write(&transcript, log->event, count, &listener->text);
    (void)state;
    return count == log->count && !listener->text.overflow;
}

/* More kinds of things are better, many lines are worse. */
static double worth(const struct listener *listener)
{
    int lines = lines_in(listener->text.bytes, listener->text.used);
    double value = __builtin_popcountll(listener->kinds);
    if (lines < 6) value -= 4;
    return lines > LINES_GOOD ? value - 0.1 * (lines - LINES_GOOD) : value;
}

static size_t after_lines(const char *text, size_t bytes, int lines)
{
    size_t at = 0;
    while (at < bytes && lines > 0) lines -= text[at++] == '\n';
    return at;
}

static void shorten(const struct felt_buffer *text, char out[RULES_EXAMPLE_BYTES])
{
    struct felt_buffer told = felt_buffer_make(out, RULES_EXAMPLE_BYTES);
    int lines = lines_in(text->bytes, text->used);
    if (lines <= LINES_GOOD + 4) {
        felt_buffer_bytes(&told, text->bytes, text->used);
    } else {
        size_t head = after_lines(text->bytes, text->used, LINES_HEAD);
        size_t tail = after_lines(text->bytes, text->used, lines - LINES_TAIL);
        felt_buffer_bytes(&told, text->bytes, head);
        felt_buffer_text(&told, "... and so on; ");
        felt_buffer_int(&told, lines - LINES_HEAD - LINES_TAIL);
        felt_buffer_text(&told, " lines are left out here ...\n");
        felt_buffer_bytes(&told, text->bytes + tail, text->used - tail);
    }
    (void)felt_buffer_terminate(&told);
}

/* The best of a few hands between players of one kind, if it is better than what there is. */
static bool choose(struct rules_play *play, enum felt_agent_kind kind, char *text, double *best)
{
    struct felt_batch batch = {.program = &play->program,
                               .strengths = &play->strengths,
                               .names = 1,
                               .agent = {{.kind = (uint8_t)kind}},
                               .seed = play->rules->seed};
    void *memory = malloc(felt_batch_bytes(&batch));
    if (!memory) return false;
    struct felt_batch_table *table = felt_batch_sit(&batch, memory);
    for (uint64_t group = 0; group < HANDS; group++) {
        struct listener listener = {.text = felt_buffer_make(text, TEXT_BYTES)};
        const struct felt_batch_ear ear = {&listener, tell};
        (void)felt_batch_listen(table, group, 0, &ear);
        double here = worth(&listener);
        if (listener.text.overflow || here <= *best) continue;
        *best = here;
        shorten(&listener.text, play->example);
    }
    free(memory);
    return true;
}

bool rules_example(struct rules_play *play)
{
    double best = -1e9;
    char *text = malloc(TEXT_BYTES);
    bool good = text && choose(play, FELT_AGENT_GREEDY, text, &best);
    if (good && best < 0) /* rules of thumb that go round in circles: chance does better */
        good = choose(play, FELT_AGENT_RANDOM, text, &best);
    free(text);
    return good;
}
