/* house.c -- the strategy module as a player: house and house-classic. */
#include "felt/strategy.h"
