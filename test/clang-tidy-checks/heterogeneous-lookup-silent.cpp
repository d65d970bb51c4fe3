// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++17,c++23
// RUN: %check_tidy %s anomalloc-heterogeneous-lookup %t -std=c++11 -no-twins
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
  std::map<std::string, int> Keys;
  std::map<std::string, int> Kept;

public:
  bool has(const std::string &Key) const { return Keys.count(Key); }
  bool keeps(const std::string &Key) {
    keep(Key); // needs a std::string anyway
    // TWIN@{int> Kept;}: keep(Key); ->
    return Kept.count(Key);
  }
};

int look(const char *Argument, const std::vector<std::string> &Texts,
         std::map<std::string, int> &Parameter) {
         // TWIN@{Wrapper W;}: &Parameter -> &Given
  std::map<std::string, int> Short;
  std::map<std::string, int> Strings;
  std::map<std::string, int> Indexed;
  std::map<std::string, int> Found;
  std::map<std::string, int> Erased;
  std::map<int, std::string> Numbers;
  // TWIN: int, std::string -> std::string, int
  std::set<std::string, ByLength> OwnOrder;
  // TWIN: , ByLength ->
  Wrapper W;
  // TWIN: W; -> W; std::map<std::string, int> Parameter;
  int N = 0;
  for (const std::string &Text : Texts) {
    N += Short.count("short") + Short.count("fifteen letters");
    // TWIN@{int> Short;}: "fifteen letters" -> "sixteen letters!"
    N += Strings.count(Text) + Strings.count(Text.c_str());
    // TWIN@{int> Strings;}: Text.c_str() -> "a key that needs heap memory"
    N += Erased.erase("a key that needs heap memory");
    // TWIN@{int> Erased;}: erase -> count
    N += Numbers.count(N);
    // TWIN@{> Numbers;}: count(N) -> count("a key that needs heap memory")
    N += OwnOrder.count("a key that needs heap memory");
#if __cplusplus >= 201402L
    static std::set<std::string, Transparent> Already;
    // TWIN: , Transparent ->
    static std::map<std::string, int> Lint; // NOLINT
    // TWIN: // NOLINT ->
    N += Already.count("a key that needs heap memory");
    N += Lint.count("a key that needs heap memory");
#endif
    N += Parameter.count("a key that needs heap memory");
    N += W.has(Text) + W.has("short");
    // TWIN@{int> Keys;}: "short" -> "a key that needs heap memory"
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
