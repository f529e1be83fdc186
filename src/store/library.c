/* library.c */
#include "store/library.h"
