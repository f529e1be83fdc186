// property.hpp -- what every file of properties includes, compiled once.
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>
