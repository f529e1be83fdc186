/* parlour_metrics.c */
#include "host/parlour.h"
