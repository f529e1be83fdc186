#include "net/server.h"
