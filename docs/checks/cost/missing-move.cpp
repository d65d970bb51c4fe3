// What a copy costs that could be a move:
//   clang++-19 -O2 docs/checks/cost/missing-move.cpp -o cost && ./cost

#include "measure.h"
#include <string>
#include <utility>
#include <vector>

int main() {
  for (int Length : {4, 64, 1024}) {
    const std::string Of = std::to_string(Length) + " doubles, ";
    std::vector<std::vector<double>> Rows;
    Rows.reserve(1);
    measure((Of + "push_back(Row)").c_str(), 200'000, [&] {
      std::vector<double> Row(Length, 1.0);
      Rows.push_back(Row);
      use(Rows);
      Rows.clear();
    });
    measure((Of + "push_back(std::move(Row))").c_str(), 200'000, [&] {
      std::vector<double> Row(Length, 1.0);
      Rows.push_back(std::move(Row));
      use(Rows);
      Rows.clear();
    });
  }
}
