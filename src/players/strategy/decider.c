/* decider.c -- from strength and state to an action. */
#include "felt/strategy.h"
