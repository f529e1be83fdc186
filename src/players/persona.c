/* persona.c -- dials: ranges, defaults, and "tight=7,aggr=3". */
#include "felt/persona.h"
