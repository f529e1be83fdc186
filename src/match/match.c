/* match.c -- see match.h. */
#include "felt/match.h"
