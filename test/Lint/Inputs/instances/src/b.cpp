#include "mesh.h"
double hot(const Mesh<double> &M) {
  double Sum = 0;
  for (unsigned I = 0; I < 100; ++I)
    Sum += M.nodes()[I];
  return Sum;
}
