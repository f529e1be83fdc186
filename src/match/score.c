/* score.c -- see score.h. */
#include "felt/score.h"
