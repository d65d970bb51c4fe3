#include "power.h"

Data cube(const Data &y) { return power(y, y, 2); }
