/* luck.c -- the mean over other ways to deal what is to come. */
#include "felt/match.h"
