/* jobs.c -- see jobs.h. */
#include "felt/jobs.h"
