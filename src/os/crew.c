/* crew.c -- see crew.h. */
#include "os/crew.h"
