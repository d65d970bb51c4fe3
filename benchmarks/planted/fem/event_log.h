// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef FEM_EVENT_LOG_H
#define FEM_EVENT_LOG_H

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// What happened, with a figure each.
class EventLog {
public:
  struct Record {
    std::string category;
    std::string text;
    double amount;
  };

  explicit EventLog(bool verbose) : verbose(verbose) {}

  void debug(const std::string &message);
  /// Opens a category; its samples are kept.
  void open(const std::string &category, const std::vector<double> &first);
  /// Makes room in all open categories.
  void expect(size_t numSamples);
  void add(std::string category, double amount);

  const std::vector<Record> &records() const { return allRecords; }
  /// The mean of a category's samples.
  double mean(const std::string &category) const;
  double total() const;

private:
  bool verbose;
  std::vector<Record> allRecords;
  std::map<std::string, std::vector<double>> samples;
};

#endif
