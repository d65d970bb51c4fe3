#include "field.h"
Field &Field::operator*=(const Field &O) {
  for (unsigned I = 0; I != V.size(); ++I)
    V[I] *= O.V[I];
  return *this;
}
Field &Field::operator+=(const Field &O) {
  for (unsigned I = 0; I != V.size(); ++I)
    V[I] += O.V[I];
  return *this;
}
Field operator*(const Field &A, const Field &B) {
  Field R = A;
  R *= B;
  return R;
}
Field operator+(const Field &A, const Field &B) {
  Field R = A;
  R += B;
  return R;
}
