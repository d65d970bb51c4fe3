#ifndef DATA_H
#define DATA_H

struct Data {
  Data() : Values(new double[4]()) {}
  Data(const Data &Other);
  Data &operator=(const Data &Other);
  ~Data() { delete[] Values; }
  Data &operator*=(const Data &Other);
  double *Values;
};
Data operator*(const Data &A, const Data &B);

#endif // DATA_H
