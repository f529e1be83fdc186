/* outlook_known.c -- what a seat knows of the cards. */
#include "felt/outlook.h"
