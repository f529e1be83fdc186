/* lobby.c */
#include "floor/floor.h"
