/* chat.c */
#include "floor/floor.h"
