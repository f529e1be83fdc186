/* badugi.h -- the most cards of different ranks and suits, then the lowest.  Private to cards/. */
#ifndef FELT_CARDS_BADUGI_H
#define FELT_CARDS_BADUGI_H

#include "felt/eval.h"

/* 1 .. 7 cards. */
felt_value badugi_value(const felt_card *cards, int count, bool ace_high);

#endif
