#include "wire/write_tell.h"
