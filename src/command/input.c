/* input.c -- see input.h. */
#include "command/input.h"

#include "command/exit.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 64 };

const struct felt_showdown *felt_input_game(const struct felt_args *args, int option)
{
    const char *name = args->value[option] ? args->value[option] : "holdem";
    const struct felt_showdown *game = felt_showdown_find(name);
    if (game) return game;
    const char *names[GAMES_MAX];
    int count = felt_showdown_count();
    felt_assert(count <= GAMES_MAX);
    for (int i = 0; i < count; i++) names[i] = felt_showdown_at(i)->name;
    const char *near = felt_args_nearest(name, names, count);
    if (near)
        (void)felt_args_refuse(args, "there is no game \"%s\"; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(args, "there is no game \"%s\"; felt games lists them", name);
    return NULL;
}

bool felt_input_cards(const struct felt_args *args, int option, int max, felt_card *cards,
                      int *count)
{
    const char *text = args->value[option];
    *count = 0;
    if (text == NULL) return true;
    struct felt_complaint complaint = {0};
    if (felt_cards_read(text, strlen(text), max, cards, count, &complaint) == FELT_OK) return true;
    char line[FELT_COMPLAINT_BYTES];
    snprintf(line, sizeof line, "%s", complaint.text);
    snprintf(complaint.text, sizeof complaint.text, "--%s: %.160s",
             args->spec->options[option].name, line);
    (void)felt_args_complain(args, text, &complaint);
    return false;
}

bool felt_input_in_deck(const struct felt_args *args, const struct felt_showdown *game,
                        const felt_card *cards, int count)
{
    felt_cards deck = felt_deck_cards(game->deck);
    for (int i = 0; i < count; i++) {
        if (deck >> cards[i] & 1) continue;
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], card);
        (void)felt_args_refuse(args, "%s is not in the deck of %s (%d cards); take another card",
                               card, game->title, felt_cards_count(deck));
        return false;
    }
    return true;
}

const char *felt_input_half(const struct felt_showdown *game, int half)
{
    enum felt_family family = half == 0 ? game->first : game->second;
    if (game->second == FELT_FAMILY_NONE) return "";
    if (family == FELT_LOW_8) return "low";
    return felt_family_name(family == FELT_BADUGI_HIGH ? FELT_BADUGI : family);
}

void felt_input_print(const struct felt_term *term, const felt_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        if (i > 0) fputc(' ', term->out);
        felt_term_card(term, cards[i]);
    }
}

void felt_input_json(struct felt_json *json, const felt_card *cards, int count)
{
    felt_json_array(json);
    for (int i = 0; i < count; i++) {
        char card[FELT_CARD_TEXT_BYTES];
        felt_card_write(cards[i], card);
        felt_json_text(json, card);
    }
    felt_json_end(json);
}

int felt_input_flush(const struct felt_json *json)
{
    felt_assert(felt_json_done(json));
    fwrite(json->out->bytes, 1, json->out->used, stdout);
    fputc('\n', stdout);
    return FELT_EXIT_OK;
}

int felt_input_print_json(const struct felt_args *args, felt_input_writer *write, const void *what,
                          size_t bytes)
{
    for (;; bytes *= 2) {
        char *memory = malloc(bytes);
        if (memory == NULL) {
            (void)felt_args_refuse(args, "out of memory; free some and try again");
            return FELT_EXIT_FAILED;
        }
        struct felt_buffer buffer = felt_buffer_make(memory, bytes);
        struct felt_json json = felt_json_make(&buffer);
        write(&json, what);
        bool fits = felt_json_done(&json);
        int code = fits ? felt_input_flush(&json) : FELT_EXIT_OK;
        free(memory);
        if (fits) return code;
    }
}
