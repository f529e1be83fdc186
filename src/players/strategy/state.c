/* state.c -- what there is to decide, in the words of the design. */
#include "felt/strategy.h"
