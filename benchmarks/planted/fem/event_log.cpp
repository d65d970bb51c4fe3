// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "event_log.h"

#include <iostream>
#include <numeric>

void EventLog::debug(const std::string &message) {
  if (verbose)
    std::cerr << message << '\n';
}

void EventLog::open(const std::string &category,
                    const std::vector<double> &first) {
  samples.insert(std::pair<std::string, std::vector<double>>(category, first));
}

void EventLog::expect(size_t numSamples) {
  for (auto &category : samples)
    category.second.reserve(numSamples);
}

void EventLog::add(std::string category, double amount) {
  std::vector<double> known = samples[category];
  known.push_back(amount);
  samples[category] = known;

  Record record;
  record.category = category;
  record.text = category;
  record.text += ": ";
  record.text += std::to_string(amount);
  record.amount = amount;
  allRecords.push_back(record);
}

double EventLog::mean(const std::string &category) const {
  auto found = samples.find(category);
  if (found == samples.end() || found->second.empty())
    return 0;
  return std::accumulate(found->second.begin(), found->second.end(), 0.0) /
         double(found->second.size());
}

double EventLog::total() const {
  double sum = 0;
  for (const Record &record : allRecords)
    sum += record.amount;
  return sum;
}
