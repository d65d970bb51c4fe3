// RUN: %check_tidy %s anomalloc-expensive-object-in-loop %t
// CHECK-SILENT

// Another object each time, one that is cheap, or one that is built once.

#include <fstream>
#include <functional>
#include <iostream>
#include <locale>
#include <memory>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

using Lines = std::vector<std::string>;
void use(const std::regex &);

struct Comma : std::numpunct<char> {
  explicit Comma(std::size_t References = 0) : numpunct(References) {}
};
struct Separator : std::numpunct<char> {
  explicit Separator(char);
};

// Seed 002, repaired.
void seed(int N) {
  static const auto owned = std::unique_ptr<Comma>(new Comma(1));
  while (N--) {
    std::ostringstream oss;
    oss.imbue(std::locale(oss.getloc(), owned.get()));
    std::cout << oss.str();
  }
}

void differs(const Lines &Patterns, int N) {
  for (const std::string &P : Patterns) {
    std::regex R(P);
    // TWIN: (P) -> ("a")
    use(R);
    use(std::regex("^" + P));
    // TWIN: "^" + P -> "^"
    std::ofstream File(P, std::ios::app);
    // TWIN: P, -> "log.txt",
    std::ofstream Anew("result.txt"); // emptied each time
    // TWIN: ("result.txt") -> ("result.txt", std::ios::app)
    std::ifstream Again("/proc/self/status");
    // TWIN: ifstream Again("/proc/self/status" -> ofstream Again("log", std::ios::app
    std::locale Named(P.c_str());
    // TWIN: P.c_str() -> "C"
    std::locale With(Named, new Separator(P[0]));
    // TWIN: Named, new Separator(P[0]) -> std::locale(), new Separator('x')
  }
  std::string Growing;
  for (int I = 0; I < N; ++I) {
    Growing += 'x';
    // TWIN@{std::regex R(Growing);}: Growing += 'x'; ->
    std::regex R(Growing);
    use(R);
  }
}
void parameter(const std::string &P) { use(std::regex(P)); }
// TWIN: (P)) -> ("a"))
void callsIt(const Lines &Patterns) {
  for (const std::string &P : Patterns)
    parameter(P);
}

void cheap(int N) {
  while (N--) {
    std::locale Global;
    // TWIN: Global -> Global("C")
    std::locale Classic = std::locale::classic();
    // TWIN: std::locale::classic() -> std::locale("C")
    std::mt19937 Repeatable(42);
    // TWIN: 42 -> std::random_device{}()
    std::mt19937 Numbered(N);
    // TWIN: (N) -> (std::random_device{}())
    std::uniform_int_distribution<int> Distribution(1, 6);
    std::function<int(int)> Plus = [N](int I) { return I + N; };
    std::regex Empty;
    // TWIN: Empty -> Empty("a")
    std::cout << Distribution(Repeatable) + Plus(Numbered());
    use(Empty);
  }
}

struct Parser {
  std::regex Member{"[a-z]"};
  std::regex Other;
  Parser() : Other("[0-9]") {}
};
void once(int N) {
  const std::regex Before("a");
  static const std::regex Static("b");
  thread_local std::mt19937 Engine(std::random_device{}());
  while (N--) {
    use(Before);
    use(Before);
    // TWIN: Before -> std::regex("a")
    use(Static);
    // TWIN: Static -> std::regex("b")
    static std::regex Inner("c");
    // TWIN: static ->
    use(Inner);
    std::regex Copy(Before);
    // TWIN: Before -> "x"
    use(Copy);
    std::cout << Engine();
    // TWIN: Engine() -> std::mt19937(std::random_device{}())()
  }
}
#define MATCH(S) use(std::regex(S))
template <typename T> void dependent(int N) {
  while (N--)
    use(std::regex(T::pattern()));
    // TWIN: T::pattern() -> "a"
}
void quiet(int N) {
  while (N--) {
    MATCH("e");
    // TWIN: MATCH("e") -> use(std::regex("e"))
    use(std::regex("f")); // NOLINT
    // TWIN: // NOLINT ->
  }
}
