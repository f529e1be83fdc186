/* evaluators.c -- how good a hand is, one row for each kind of game. */
#include "felt/strategy.h"
