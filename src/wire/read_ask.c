#include "wire/read_ask.h"
