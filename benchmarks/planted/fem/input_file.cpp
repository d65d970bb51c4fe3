// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input_file.h"

#include <istream>
#include <regex>
#include <sstream>
#include <stdexcept>

static bool isIgnored(const std::string &line) {
  std::regex ignored("\\s*(#.*)?");
  return std::regex_match(line, ignored);
}

/// Without white space at both ends.
static std::string trimmed(const std::string &text) {
  size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos)
    return {};
  size_t last = text.find_last_not_of(" \t");
  return text.substr(first).substr(0, last - first + 1);
}

InputFile::InputFile(std::istream &in) {
  std::string line;
  while (std::getline(in, line)) {
    if (isIgnored(line))
      continue;
    size_t equals = line.find('=');
    if (equals == std::string::npos)
      throw std::runtime_error("'" + line + "' has no '='");
    values[trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
  }
}

const std::string &InputFile::text(const std::string &key) const {
  auto found = values.find(key);
  if (found == values.end())
    throw std::runtime_error("the input lacks '" + key + "'");
  return found->second;
}

double InputFile::number(const std::string &key) const {
  return std::stod(text(key));
}

std::vector<double> InputFile::numbers(const std::string &key) const {
  std::istringstream in(text(key));
  std::vector<double> result;
  double value;
  while (in >> value)
    result.push_back(value);
  return result;
}

std::map<std::string, double>
InputFile::section(const std::string &prefix) const {
  std::map<std::string, double> result;
  for (std::pair<std::string, std::string> entry : values)
    if (entry.first.compare(0, prefix.size(), prefix) == 0)
      result.emplace(entry.first.substr(prefix.size()),
                     std::stod(entry.second));
  return result;
}
