#include "room/shuffle.h"
