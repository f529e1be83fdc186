/* player.c -- the list of players, and the texts that name them. */
#include "felt/player.h"
