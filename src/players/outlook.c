/* outlook.c -- see outlook.h. */
#include "felt/outlook.h"
