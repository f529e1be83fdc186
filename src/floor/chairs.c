/* chairs.c */
#include "floor/floor.h"
