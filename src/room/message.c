#include "room/message.h"
