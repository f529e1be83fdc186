/* outlook_draw.c -- what to keep in a draw. */
#include "felt/outlook.h"
