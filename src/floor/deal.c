/* deal.c */
#include "floor/floor.h"
