// What objects cost that are expensive to build:
//   clang++-19 -O2 docs/checks/cost/expensive-object-in-loop.cpp -o cost &&
//   ./cost
// Prints the cost of building one, and for the first pair also that of a match.

#include "measure.h"
#include <fstream>
#include <locale>
#include <random>
#include <regex>

int main() {
  const std::string Text = "2024-05-06";
  measureLoop("regex built and matched", 1000, [&](long N) {
    while (N--) {
      std::regex Date("([0-9]+)-([0-9]+)-([0-9]+)");
      use(std::regex_match(Text, Date));
    }
  });
  measureLoop("regex matched", 1000, [&](long N) {
    const std::regex Date("([0-9]+)-([0-9]+)-([0-9]+)");
    while (N--)
      use(std::regex_match(Text, Date));
  });
  measureLoop("locale with a new facet", 10000, [](long N) {
    while (N--)
      use(std::locale(std::locale::classic(), new std::numpunct<char>));
  });
  measureLoop("locale with a facet that is kept", 10000, [](long N) {
    static auto *Facet = new std::numpunct<char>(1);
    while (N--)
      use(std::locale(std::locale::classic(), Facet));
  });
  measureLoop("locale by its name", 10000, [](long N) {
    while (N--)
      use(std::locale("C.UTF-8"));
  });
  measureLoop("locale copied", 10000, [](long N) {
    const std::locale Named("C.UTF-8");
    while (N--)
      use(std::locale(Named));
  });
  measureLoop("mt19937 filled from random_device", 1000, [](long N) {
    while (N--)
      use(std::mt19937(std::random_device{}())());
  });
  measureLoop("mt19937 asked", 1000, [](long N) {
    std::mt19937 Engine(std::random_device{}());
    while (N--)
      use(Engine());
  });
  measureLoop("discrete_distribution of 4", 10000, [](long N) {
    while (N--)
      use(std::discrete_distribution<int>({1, 2, 3, 4}));
  });
  measureLoop("ofstream opened to append", 1000, [](long N) {
    while (N--)
      use(std::ofstream("/dev/null", std::ios::app));
  });
}
