#ifndef FIELD_H
#define FIELD_H

#include <vector>

/// A number for each point.
struct Field {
  std::vector<double> V;
  Field &operator*=(const Field &O);
  Field &operator+=(const Field &O);
};
Field operator*(const Field &A, const Field &B);
Field operator+(const Field &A, const Field &B);

#endif
