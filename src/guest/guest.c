#include "guest/guest.h"
