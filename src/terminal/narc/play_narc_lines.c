/* play_narc_lines.c -- a table of Narc in sentences: the part of play_narc_screen.h for pipes and
 * screen readers. */
#include "terminal/narc/play_narc_screen.h"
#include "terminal/narc/play_narc_text.h"

enum { TEXT_BYTES = 512 };

static void say(const struct felt_term *term, struct felt_buffer *text)
{
    felt_narc_text_say(term->out, felt_buffer_terminate(text));
    felt_buffer_clear(text);
}

/* "The Narc: 3 cards in hand, 1 face down, raised." */
static void tell_seat(const struct felt_narc_look *look, const struct felt_narc_laid *laid,
                      int count, felt_seat seat, struct felt_buffer *out)
{
    int held = felt_narc_look_held(look, seat), down = 0;
    for (int i = 0; i < count; i++) down += laid[i].seat == seat && !laid[i].flipped;
    felt_buffer_text(out, felt_narc_words_seat(look->words, seat, true));
    felt_buffer_text(out, ": ");
    if (!felt_seats_has(look->view->betting.turn.live, seat)) {
        felt_buffer_text(out, "out of this hand. ");
        return;
    }
    felt_buffer_int(out, held);
    felt_buffer_text(out, held == 1 ? " card in hand" : " cards in hand");
    if (down) {
        felt_buffer_text(out, ", ");
        felt_buffer_int(out, down);
        felt_buffer_text(out, look->rules->options.open ? " to flip" : " face down");
    }
    if (*look->did[seat]) {
        felt_buffer_text(out, ", ");
        felt_buffer_text(out, look->did[seat]);
    }
    felt_buffer_text(out, ". ");
}

static void tell_place(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const struct felt_narc_options *options = &look->rules->options;
    const int64_t *number = look->view->number;
    char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             "Hand %d of at most %d, round %d of %d. Run heat %d (%s), cash %d, %d in the deck.",
             (int)number[FELT_NARC_HAND_NUMBER], options->session_hands,
             (int)number[FELT_NARC_ROUND], options->rounds, (int)number[FELT_NARC_RUN_HEAT],
             look->rules->catalogue.tier[number[FELT_NARC_TIER]].name,
             (int)number[FELT_NARC_RUN_CASH], felt_narc_look_deck(look));
    felt_buffer_text(out, text);
}

static void tell_totals(const struct felt_narc_look *look, struct felt_buffer *out)
{
    const int64_t *number = look->view->number;
    char text[TEXT_BYTES];
    int heat = (int)number[FELT_NARC_HEAT_NOW];
    snprintf(text, sizeof text,
             "Evidence %d, Cover %d, Heat %s%d, Profit %d: ", (int)number[FELT_NARC_EVIDENCE_NOW],
             (int)number[FELT_NARC_COVER_NOW], heat > 0 ? "+" : "", heat,
             (int)number[FELT_NARC_PROFIT_NOW]);
    felt_buffer_text(out, text);
    felt_narc_words_margin((int32_t)number[FELT_NARC_EVIDENCE_NOW],
                           (int32_t)number[FELT_NARC_COVER_NOW], out);
    felt_buffer_char(out, '.');
}

static void tell_hand(const struct felt_term *term, const struct felt_narc_look *look)
{
    felt_card hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_look_hand(look, hand);
    char memory[TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    for (int i = 0; i < held; i++) {
        felt_buffer_text(&text, i == look->selected ? "* " : "  ");
        felt_buffer_int(&text, i + 1);
        felt_buffer_char(&text, ' ');
        felt_buffer_text(&text, look->rules->catalogue.card[hand[i]].name);
        felt_buffer_text(&text, ": ");
        felt_narc_look_card(look, hand[i], &text);
        say(term, &text);
    }
}

void felt_narc_screen_tell(const struct felt_term *term, const struct felt_narc_look *look)
{
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid);
    const struct felt_turn *turn = &look->view->betting.turn;
    char memory[2 * TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    if (look->view->phase != FELT_PHASE_DECIDE) { /* what was flipped has just been told */
        tell_place(look, &text);
        say(term, &text);
        tell_totals(look, &text);
        say(term, &text);
    }
    if (look->view->phase == FELT_PHASE_BET) {
        int left = look->rules->options.cap - turn->raises;
        felt_buffer_text(&text, "Raises left for all together: ");
        felt_buffer_int(&text, left > 0 ? left : 0);
        felt_buffer_text(&text, " of ");
        felt_buffer_int(&text, look->rules->options.cap);
        felt_buffer_text(&text, ". ");
        felt_narc_look_initiative(look, &text);
        felt_buffer_char(&text, '.');
        say(term, &text);
        for (felt_seat seat = 0; seat < FELT_ROLES; seat++)
            tell_seat(look, laid, count, seat, &text);
        say(term, &text);
        felt_narc_look_hidden(look, &text);
        felt_buffer_char(&text, '.');
        say(term, &text);
    }
    felt_narc_look_what(look, &text);
    if (text.used) {
        felt_buffer_char(&text, '.');
        say(term, &text);
    }
    tell_hand(term, look);
}

void felt_narc_screen_offer(const struct felt_term *term, const struct felt_narc_look *look)
{
    char memory[2 * TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    int held = felt_narc_look_held(look, look->view->viewer);
    char range[32];
    snprintf(range, sizeof range, held > 1 ? " 1-%d" : " %d", held);
    if (felt_narc_look_legal(look, FELT_CONTINUE)) {
        felt_narc_look_decision(look, &text);
        felt_buffer_text(&text, ". ");
    }
    felt_buffer_text(&text, "Say ");
    if (felt_narc_look_legal(look, FELT_CONTINUE)) felt_buffer_text(&text, "go on, ");
    if (felt_narc_look_legal(look, FELT_CHECK)) felt_buffer_text(&text, "check, ");
    if (felt_narc_look_legal(look, FELT_CALL)) {
        felt_buffer_text(&text, "stay");
        felt_buffer_text(&text, range);
        felt_buffer_text(&text, ", ");
    }
    if (felt_narc_look_legal(look, FELT_COMMIT)) {
        felt_buffer_text(&text, "raise");
        felt_buffer_text(&text, range);
        felt_buffer_text(&text, " or the name of a card, what");
        felt_buffer_text(&text, range);
        felt_buffer_text(&text, " to look at one, ");
    }
    felt_buffer_text(&text, "fold (");
    felt_narc_look_fold_price(look, &text);
    felt_buffer_text(&text, "), help or quit.");
    say(term, &text);
}

void felt_narc_screen_table(const struct felt_narc_look *look, struct felt_buffer *out)
{
    static const char *const behind[] = {[FELT_NARC_COUNTED] = "",
                                         [FELT_NARC_ACTIVE] = ", active",
                                         [FELT_NARC_REPLACED] = ", replaced: only its heat counts",
                                         [FELT_NARC_WITHDRAWN] =
                                             ", withdrawn: only its heat counts"};
    struct felt_narc_laid laid[FELT_NARC_COMMITS_MAX];
    int count = felt_narc_look_table(look, laid);
    felt_buffer_text(out, count ? "On the table, in the order in which cards were committed:\n"
                                : "No card lies on the table yet.\n");
    for (int i = 0; i < count; i++) {
        felt_buffer_text(out, "  ");
        felt_buffer_text(out, felt_narc_words_seat(look->words, laid[i].seat, true));
        felt_buffer_text(out, ": ");
        if (laid[i].kind == FELT_CARD_NONE) {
            felt_buffer_text(out, "a card face down\n");
            continue;
        }
        felt_buffer_text(out, look->rules->catalogue.card[laid[i].kind].name);
        felt_buffer_text(out, ", ");
        felt_narc_words_effects(look->rules, laid[i].kind, out);
        felt_buffer_text(out, laid[i].flipped
                                  ? behind[felt_narc_look_standing(look, laid, count, i)]
                              : laid[i].up ? ", not counted yet"
                                           : ", face down: only you know it");
        felt_buffer_char(out, '\n');
    }
}
