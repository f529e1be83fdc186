/* staff.c */
#include "floor/staff.h"
