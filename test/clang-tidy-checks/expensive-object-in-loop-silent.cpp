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
    use(R);
    use(std::regex("^" + P));
    std::ofstream File(P, std::ios::app);
    std::ofstream Anew("result.txt"); // emptied each time
    std::ifstream Again("/proc/self/status");
    std::locale Named(P.c_str());
    std::locale With(Named, new Separator(P[0]));
  }
  std::string Growing;
  for (int I = 0; I < N; ++I) {
    Growing += 'x';
    std::regex R(Growing);
    use(R);
  }
}
void parameter(const std::string &P) { use(std::regex(P)); }
void callsIt(const Lines &Patterns) {
  for (const std::string &P : Patterns)
    parameter(P);
}

void cheap(int N) {
  while (N--) {
    std::locale Global, Classic = std::locale::classic();
    std::mt19937 Repeatable(42), Numbered(N);
    std::uniform_int_distribution<int> Distribution(1, 6);
    std::function<int(int)> Plus = [N](int I) { return I + N; };
    std::regex Empty;
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
    use(Static);
    static std::regex Inner("c");
    use(Inner);
    std::regex Copy(Before);
    use(Copy);
    std::cout << Engine();
  }
}
void noLoop() { use(std::regex("d")); }

#define MATCH(S) use(std::regex(S))
template <typename T> void dependent(int N) {
  while (N--)
    use(std::regex(T::pattern()));
}
void quiet(int N) {
  while (N--) {
    MATCH("e");
    use(std::regex("f")); // NOLINT
  }
}
