/* manager.c -- which evaluator plays which game, with which settings. */
#include "felt/strategy.h"
