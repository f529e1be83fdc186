/* zoo.c -- simple players to measure others by. */
#include "felt/player.h"
