// All that this unit sees of the copies is only read.
#include "table.h"

bool isEmpty(const Table &Its) { return Its.items().empty(); }
