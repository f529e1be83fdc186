/* parlour_lines.c */
#include "host/parlour.h"
