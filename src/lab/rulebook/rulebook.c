/* rulebook.c -- the sections of a rulebook in their order, and what can be counted about it. */
#include "lab/rulebook/rulebook.h"

#include "felt/assert.h"
#include "lab/rulebook/rulebook_parts.h"

#include <string.h>

/* A game without a name gets one from what it is. */
static const char *title_of(const struct rulebook_author *author, char memory[])
{
    struct felt_genome_program program;
    if (author->genome->name[0]) return author->genome->name;
    felt_genome_compile(author->genome, author->min, &program);
    return felt_rulebook_name(program.hash, memory);
}

static void write_rules(struct rulebook_author *author, const struct felt_rulebook *book)
{
    rulebook_intro(author, book);
    rulebook_needed(author);
    rulebook_deal(author);
    rulebook_course(author);
    rulebook_betting(author);
    rulebook_values(author);
    rulebook_special(author);
    rulebook_scoring(author);
    rulebook_hand_end(author);
    rulebook_game_end(author);
    rulebook_forgotten(author);
}

static void write_example(struct rulebook_author *author, const char *example)
{
    if (!example || !example[0]) return;
    rulebook_heading(author, "A hand as it was played");
    felt_buffer_text(&author->page.text, example);
    rulebook_put(author, BLOCK_LINES);
}

static void write_hints(struct rulebook_author *author, const struct felt_rulebook *book)
{
    if (book->hints <= 0) return;
    felt_assert(book->hints <= FELT_RULEBOOK_HINTS);
    rulebook_heading(author, "Hints");
    rulebook_say(author, "Found by letting programs play many games against each other; people may "
                         "find better ways.");
    rulebook_put(author, BLOCK_PARAGRAPH);
    for (int i = 0; i < book->hints; i++) {
        rulebook_say(author, "%s", book->hint[i]);
        rulebook_put(author, BLOCK_ITEM);
    }
}

/* The rules alone; out may be NULL. */
static void compose(struct rulebook_author *author, const struct felt_rulebook *book,
                    enum felt_rulebook_form form, struct felt_buffer *out)
{
    char memory[FELT_GENOME_NAME_BYTES];
    rulebook_author_init(author, book->genome);
    const char *title = title_of(author, memory);
    rulebook_page_begin(&author->page, form, title, out);
    rulebook_say(author, "%s", title);
    rulebook_put(author, BLOCK_TITLE);
    write_rules(author, book);
}

void felt_rulebook_write(const struct felt_rulebook *book, enum felt_rulebook_form form,
                         struct felt_buffer *out)
{
    struct rulebook_author author;
    compose(&author, book, form, out);
    write_hints(&author, book);
    write_example(&author, book->example);
    rulebook_page_end(&author.page);
}

void felt_rulebook_count(const struct felt_genome *genome, int *words, int *concepts)
{
    struct rulebook_author author;
    const struct felt_rulebook book = {.genome = genome};
    compose(&author, &book, FELT_RULEBOOK_MARKDOWN, NULL);
    *words = author.page.words;
    *concepts = __builtin_popcountll(author.concepts[0]) + __builtin_popcountll(author.concepts[1]);
}

void felt_rulebook_covers(const struct felt_genome *genome, struct felt_rulebook_cover *out)
{
    struct rulebook_author author;
    const struct felt_rulebook book = {.genome = genome};
    compose(&author, &book, FELT_RULEBOOK_MARKDOWN, NULL);
    *out = author.cover;
}
