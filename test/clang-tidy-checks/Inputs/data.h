// A class with operators and heap memory, as several tests need it.
#ifndef DATA_H
#define DATA_H

#include <vector>

struct Data {
  std::vector<double> Values;
  Data &operator*=(const Data &Other);
  Data &operator*=(double Factor);
  Data &operator+=(const Data &Other);
};
Data operator*(const Data &A, const Data &B);
Data operator*(const Data &A, double Factor);
Data operator*(double Factor, const Data &A);
Data operator+(const Data &A, const Data &B);

#endif // DATA_H
