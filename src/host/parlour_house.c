/* parlour_house.c */
#include "host/parlour.h"
