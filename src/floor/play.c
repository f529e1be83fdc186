/* play.c */
#include "floor/floor.h"
