/* words.c */
#include "floor/floor.h"
