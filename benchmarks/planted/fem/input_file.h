// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_INPUT_FILE_H
#define FEM_INPUT_FILE_H

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

/// Lines of `key = value`.
class InputFile {
public:
  explicit InputFile(std::istream &in);

  const std::string &text(const std::string &key) const;
  double number(const std::string &key) const;
  std::vector<double> numbers(const std::string &key) const;
  /// The numbers whose keys begin with a prefix, without it.
  std::map<std::string, double> section(const std::string &prefix) const;

private:
  std::map<std::string, std::string> values;
};

#endif
