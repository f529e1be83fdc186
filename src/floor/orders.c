/* orders.c */
#include "floor/floor.h"
