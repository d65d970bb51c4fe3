// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_FIELD_H
#define FEM_FIELD_H

#include <string>
#include <utility>
#include <vector>

/// A value at each node.
template <class T> class Field {
public:
  Field(std::string name, int numNodes)
      : fieldName(std::move(name)), values(numNodes) {}
  virtual ~Field() {}

  const std::string &name() const { return fieldName; }
  const std::vector<T> &data() const { return values; }
  T &operator[](int node) { return values[node]; }
  const T &operator[](int node) const { return values[node]; }

  /// The values at some nodes, in their order.
  std::vector<T> gather(const std::vector<int> &nodes) const {
    std::vector<T> result;
    for (int node : nodes)
      result.push_back(values[node]);
    return result;
  }

private:
  std::string fieldName;
  std::vector<T> values;
};

#endif
