#include "host/poker_plug.h"
