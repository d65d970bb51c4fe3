// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17,c++23 -- -config='{CheckOptions: {Hints: true}}'
// CHECK-SILENT

// Where a view would not do, would dangle, or saves nothing.

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

void keep(const std::string &);
std::string make();
std::string_view viewOfOther();
int fill(char *Buffer);

// What needs a std::string: the terminator, a copy, another function.
static int opens(const std::string &Name) {
  return std::fopen(Name.c_str(), "r") != nullptr;
  // TWIN@{static int opens}: std::fopen(Name.c_str(), "r") != nullptr -> Name.size()
}
static void passes(const std::string &Name) { keep(Name); }
// TWIN: keep(Name) -> (void)Name.size()
static std::string joins(const std::string &Name) { return Name + ".txt"; }
// TWIN: Name + ".txt" -> Name.empty() ? "" : ".txt"
static void stores(std::vector<std::string> &All, const std::string &Name) {
  All.push_back(Name);
  // TWIN@{static void stores}: Name -> std::string(Name.size(), 'a')
}
static const std::string &same(const std::string &Name) { return Name; }
// TWIN: const std::string &same(const std::string &Name) { return Name; } -> std::string same(const std::string &Name) { return std::to_string(Name.size()); }
static bool captured(const std::string &Name) {
  auto F = [&] { keep(Name); };
  // TWIN@{static bool captured}: auto F = [&] { keep(Name); } -> auto F = [] {}
  F();
  return Name.empty();
}
static int parsed(const std::string &Name) { return std::stoi(Name); }
// TWIN: std::stoi(Name) -> Name[0]
// No heap memory: short literals.
static int shortOnes(const std::string &Name) { return Name.size(); }
static int keys(const std::map<std::string, int> &M, const std::string &Name) {
  return M.count(Name); // heterogeneous-lookup's
  // TWIN@{static int keys}: M.count(Name) -> M.size() + Name.size()
}

static int parameters(std::vector<std::string> &All,
                      const std::map<std::string, int> &M) {
  int N = 0;
  for (int I = 0; I < 3; ++I) {
    N += opens("a literal that is rather long");
    passes("a literal that is rather long");
    N += joins("a literal that is rather long").size();
    stores(All, "a literal that is rather long");
    N += same("a literal that is rather long").size();
    N += captured("a literal that is rather long");
    N += parsed("1234567890123456789");
    N += shortOnes("short") + shortOnes(All[0]) + shortOnes(All[0].c_str());
    // TWIN@{static int shortOnes}: "short" -> "a literal that is rather long"
    N += keys(M, "a literal that is rather long");
  }
  return N;
}

static int locals(const char *Argument, std::string Line) {
  int N = 0;
  char Buffer[100];
  for (int I = 0; I < 3; ++I) {
    std::string Changed(Argument);
    Changed += "x";
    // TWIN@{Changed(Argument)}: Changed += "x" -> N += Changed == "x"
    std::string Passed(Argument);
    keep(Passed);
    // TWIN@{Passed(Argument)}: keep(Passed) -> N += Passed == "x"
    std::string Overwritten(Buffer, sizeof Buffer);
    std::memset(Buffer, 'a', sizeof Buffer);
    // TWIN@{std::string Overwritten}: std::memset(Buffer, 'a', sizeof Buffer); ->
    N += Overwritten == "b";
    std::string Short = "short";
    // TWIN: "short" -> "a literal that is rather long"
    N += Short == Argument;
    std::string Before = Line.substr(1);
    Line.clear();
    // TWIN@{std::string Before}: Line.clear(); ->
    N += Before.size();
    std::string Gone = make().substr(1);
    // TWIN: make() -> Line
    N += Gone.size();
    static std::string Static(Argument);
    // TWIN: static ->
    N += Static.size();
    std::string Element(Argument);
    Element[0] = 'x';
    // TWIN@{Element(Argument)}: Element[0] = -> N += Element[0] ==
    std::string Viewed(viewOfOther());
    // TWIN: viewOfOther() -> Argument
    N += Viewed.size();
  }
  std::string NoLoop(Argument);
  return N + NoLoop.size();
}

// A view of the copy would dangle (simgrid's s4u_FileSystem.cpp).
static int copies(const std::string &Path, int Count) {
  int N = 0;
  for (int I = 0; I < Count; ++I) {
    std::string Part = std::string(Path).substr(0, I);
    // TWIN: std::string(Path) -> Path
    if (Part == Path)
      ++N;
  }
  return N;
}

#define IS(Text) (Line.substr(I) == (Text))
static int substrings(std::string Line) {
  int N = 0;
  for (int I = 0; I < 3; ++I) {
    N += Line.substr(0, 4) == "abcd"; // in place
    // TWIN: 0, 4 -> I
    keep(Line.substr(I));
    // TWIN: keep(Line.substr(I)) -> N += Line.substr(I) == "a"
    std::string Kept = Line.substr(I) + "x";
    // TWIN: Line.substr(I) + "x" -> "x"; N += Line.substr(I) == "x"
    Line += Line.substr(I);
    // TWIN: Line += Line.substr(I) -> N += Line.substr(I) == "x"
    N += IS("macro") + Kept.size();
    // TWIN: IS("macro") -> (Line.substr(I) == "macro")
    N += std::stoi(Line.substr(I));
    // TWIN: std::stoi(Line.substr(I)) -> Line.substr(I) == "1"
    N += Line.substr(I) == "no lint"; // NOLINT
    // TWIN: // NOLINT ->
  }
  return N;
}

template <typename Text> int dependent(const Text &Line) {
// TWIN@{never instantiated}: template <typename Text> -> using Text = std::string;
  int N = 0;
  for (int I = 0; I < 3; ++I)
    N += Line.substr(I) == "never instantiated";
  return N;
}

int main() {
  std::vector<std::string> All{"a"};
  return parameters(All, {}) + locals("", "") + substrings("") + copies("", 1);
}
