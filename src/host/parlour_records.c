/* parlour_records.c */
#include "host/parlour.h"
