#pragma once
#include <utility>
#include <vector>

class Table {
public:
  explicit Table(std::vector<int> Its) : Items(std::move(Its)) {}
  std::vector<int> items() const { return Items; }

private:
  std::vector<int> Items;
};

bool isEmpty(const Table &Its);
