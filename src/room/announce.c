#include "room/announce.h"
