/* input.h -- games and cards as they come from the command line. */
#ifndef FELT_COMMAND_INPUT_H
#define FELT_COMMAND_INPUT_H

#include "command/args.h"
#include "command/term.h"
#include "felt/json.h"
#include "felt/showdown.h"

/* All plain arguments with a space between them. */
enum { FELT_INPUT_BYTES = 8192 };

/* The game that an option names, hold'em if it is not given.  NULL: complained, exit 2. */
const struct felt_showdown *felt_input_game(const struct felt_args *args, int option);

/* The cards behind an option, none if it is not given.  False: complained, exit 2. */
bool felt_input_cards(const struct felt_args *args, int option, int max, felt_card *cards,
                      int *count);

/* True if every card belongs to the deck; else names the one that does not.  Exit 2. */
bool felt_input_in_deck(const struct felt_args *args, const struct felt_showdown *game,
                        const felt_card *cards, int count);

/* What a half of a divided pot is called: "high", "low", "badugi", "spade" ...; "" if the pot is
 * not divided. */
const char *felt_input_half(const struct felt_showdown *game, int half);

/* "As Ks Qs", in colours on a terminal. */
void felt_input_print(const struct felt_term *term, const felt_card *cards, int count);

/* ["As","Ks"] */
void felt_input_json(struct felt_json *json, const felt_card *cards, int count);

/* Prints a JSON text that was built in memory, and a line end.  Returns the exit code. */
int felt_input_flush(const struct felt_json *json);

/* Prints what `write` makes of `what`, and a line end.  Nobody knows beforehand how long it gets:
 * `bytes` are tried first, and it is written again into twice as much until it fits.  Returns the
 * exit code. */
typedef void felt_input_writer(struct felt_json *json, const void *what);
int felt_input_print_json(const struct felt_args *args, felt_input_writer *write, const void *what,
                          size_t bytes);

#endif
