/* read_want.c */
#include "wire/read_want.h"
