/* entry.c */
#include "floor/floor.h"
