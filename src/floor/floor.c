/* floor.c */
#include "floor/floor.h"
