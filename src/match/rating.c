/* rating.c -- see rating.h. */
#include "felt/rating.h"
