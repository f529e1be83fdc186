/* away.c */
#include "floor/floor.h"
