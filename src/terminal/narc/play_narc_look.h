/* play_narc_look.h -- what a person at a table of Narc wants to know, worked out of its view.
 *
 * Knows a view and nothing behind it: what is hidden from the viewer cannot be told, because it is
 * not here.  The likely range of cards that lie face down comes from states that look like the view
 * (felt_game.imagine), which know what is public: the deck of the tier without the cards seen. */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_LOOK_H
#define FELT_TERMINAL_NARC_PLAY_NARC_LOOK_H

#include "lab/narc/narc_words.h"

struct felt_narc_look {
    const struct felt_narc_rules *rules;
    const struct felt_narc_words *words; /* who is "you"                                         */
    const struct felt_view *view;
    const char *did[FELT_ROLES]; /* by seat: what it did last in this round; "" nothing          */
    int selected;                /* a card of the own hand, from 0; -1: none                     */
};

/* The viewer's cards as kinds; returns how many. */
int felt_narc_look_hand(const struct felt_narc_look *look, felt_card out[FELT_NARC_HAND_MAX]);
/* Cards that a seat holds. */
int felt_narc_look_held(const struct felt_narc_look *look, felt_seat seat);
/* Cards left in the deck of the viewer, or of the Player for who has none. */
int felt_narc_look_deck(const struct felt_narc_look *look);

/* A card on the table. */
struct felt_narc_laid {
    felt_seat seat;
    bool up;        /* everybody sees it                                                         */
    bool flipped;   /* it counts                                                                 */
    felt_card kind; /* FELT_CARD_NONE: the viewer does not know it                               */
};
int felt_narc_look_table(const struct felt_narc_look *look,
                         struct felt_narc_laid out[FELT_NARC_COMMITS_MAX]);

/* Is this flipped card the product or location that counts, or was it replaced by a later one?
 * Others are neither. */
enum felt_narc_standing {
    FELT_NARC_COUNTED,
    FELT_NARC_ACTIVE,
    FELT_NARC_REPLACED,
    FELT_NARC_WITHDRAWN
};
enum felt_narc_standing felt_narc_look_standing(const struct felt_narc_look *look,
                                                const struct felt_narc_laid *laid, int count,
                                                int index);

/* The card that `kind` would replace; FELT_CARD_NONE: none. */
felt_card felt_narc_look_replaces(const struct felt_narc_look *look, felt_card kind);

/* Cards of others that lie face down, and how they are likely to change the margin (eight times
 * of ten); false: there are none. */
struct felt_narc_range {
    int cards;
    int32_t low, high;
};
bool felt_narc_look_range(const struct felt_narc_look *look, struct felt_narc_range *out);

/* ---- in words, without a line end ---- */

/* "Face down against you: 1 card, likely to change your margin by -20 to 0" */
void felt_narc_look_hidden(const struct felt_narc_look *look, struct felt_buffer *out);
/* "If 2) flips: Evidence 30, Cover 30, Heat +35, Profit 100: even, which is safe" */
void felt_narc_look_what(const struct felt_narc_look *look, struct felt_buffer *out);
/* "Initiative: the Narc, first to raise; may raise again after the answers" */
void felt_narc_look_initiative(const struct felt_narc_look *look, struct felt_buffer *out);
/* "lose 1 card at random, keep heat +5, no profit" */
void felt_narc_look_fold_price(const struct felt_narc_look *look, struct felt_buffer *out);
/* "Going on: Evidence 30, Cover 25: you need 5 more cover" */
void felt_narc_look_decision(const struct felt_narc_look *look, struct felt_buffer *out);
/* "(replaces Bootleg Records)" behind the effects of a card, if it would. */
void felt_narc_look_card(const struct felt_narc_look *look, felt_card kind,
                         struct felt_buffer *out);

static inline bool felt_narc_look_legal(const struct felt_narc_look *look,
                                        enum felt_action_kind kind)
{
    for (int i = 0; i < look->view->options; i++)
        if (look->view->option[i].kind == kind) return true;
    return false;
}

#endif
