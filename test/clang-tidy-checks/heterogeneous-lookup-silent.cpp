// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++17,c++23
// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++11
// CHECK-SILENT

// Where a transparent comparison saves nothing, or is there already.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

struct ByLength {
  bool operator()(const std::string &A, const std::string &B) const {
    return A.size() < B.size();
  }
};
#if __cplusplus >= 201402L
struct Transparent : std::less<> {};
#endif
void keep(const std::string &);

class Wrapper {
  std::map<std::string, int> Keys, Kept;

public:
  bool has(const std::string &Key) const { return Keys.count(Key); }
  bool keeps(const std::string &Key) {
    keep(Key); // needs a std::string anyway
    return Kept.count(Key);
  }
};

int look(const char *Argument, const std::vector<std::string> &Texts,
         std::map<std::string, int> &Parameter) {
  std::map<std::string, int> Short, Strings, Indexed, Once;
  std::map<int, std::string> Numbers;
  std::set<std::string, ByLength> OwnOrder;
  Wrapper W;
  int N = Once.count("a key that needs heap memory");
  for (const std::string &Text : Texts) {
    N += Short.count("short") + Short.count("fifteen letters");
    N += Strings.count(Text) + Strings.count(Text.c_str());
    N += Indexed["a key that needs heap memory"];
    N += Indexed.at("a key that needs heap memory");
    N += Indexed.erase("a key that needs heap memory");
    N += Numbers.count(N);
    N += OwnOrder.count("a key that needs heap memory");
#if __cplusplus >= 201402L
    static std::set<std::string, Transparent> Already;
    static std::map<std::string, int> Lint; // NOLINT
    N += Already.count("a key that needs heap memory");
    N += Lint.count("a key that needs heap memory");
#endif
    N += Parameter.count("a key that needs heap memory");
    N += W.has(Text) + W.has("short");
    N += W.keeps("a key that needs heap memory");
  }
  (void)Argument;
  return N;
}

template <typename Map> int dependent(const Map &M) {
  int N = 0;
  for (int I = 0; I < 3; ++I)
    N += M.count("a key that needs heap memory");
  return N;
}
