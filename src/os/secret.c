#include "os/secret.h"
