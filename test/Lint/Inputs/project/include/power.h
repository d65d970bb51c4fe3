#ifndef POWER_H
#define POWER_H
#include "data.h"

inline Data power(Data x, const Data &y, int n) {
  for (int i = 0; i < n; ++i)
    x = x * y;
  return x;
}

#endif // POWER_H
