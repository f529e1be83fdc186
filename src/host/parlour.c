/* parlour.c */
#include "host/parlour.h"
