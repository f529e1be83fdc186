/* floor_hash.c */
#include "floor/floor.h"
