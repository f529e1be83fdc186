/* blinds.c */
#include "floor/floor.h"
