// What the generated programs share: they tell what they see by say().
#ifndef PROGRAMS_H
#define PROGRAMS_H
#include <algorithm>
#include <any>
#include <array>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iomanip>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <numeric>
#include <optional>
#include <queue>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

// The program that runs; each of its lines begins with it.
inline const char *Running = "";
// The last of as many copies of a Fragile (kinds.h) throws.
inline int CopiesLeft = 1000000;

__attribute__((format(printf, 1, 2))) inline void say(const char *Format, ...) {
  std::printf("%s: ", Running);
  std::va_list Arguments;
  va_start(Arguments, Format);
  std::vprintf(Format, Arguments);
  va_end(Arguments);
  std::printf("\n");
  std::fflush(stdout);
}

// Defined where the checks do not look.
int hidden(int I);                          // returns I
void fire();                                // calls Hook
void fireThrough(const std::function<void()> &F); // calls F
extern std::function<void()> Hook;

inline std::string longText(int I) {
  return "a text that is long enough for the heap " + std::to_string(I);
}

struct Record {
  std::string Name;
  std::vector<int> Data;
  std::size_t size() const { return Name.size() + Data.size(); }
  void clear() {
    Name.clear();
    Data.clear();
  }
};

inline std::string show(const std::string &S) { return S; }
inline std::string show(int I) { return std::to_string(I); }
inline std::string show(const Record &R);
template <typename Range> std::string show(const Range &Of);
template <typename A, typename B> std::string show(const std::pair<A, B> &P) {
  return show(P.first) + ":" + show(P.second);
}
template <typename Range> std::string show(const Range &Of) {
  std::string Out;
  for (const auto &E : Of)
    Out += show(E) + " ";
  return Out + "(" + std::to_string(Of.size()) + ")";
}
inline std::string show(const Record &R) { return R.Name + show(R.Data); }

template <typename T> T make(int I);
template <> inline std::string make(int I) { return longText(I); }
template <> inline std::vector<int> make(int I) {
  return std::vector<int>(7 + I % 3, I);
}
template <> inline std::vector<std::string> make(int I) {
  return {longText(I), longText(I + 1)};
}
template <> inline std::deque<std::string> make(int I) {
  return {longText(I), longText(I + 1)};
}
template <> inline std::map<int, std::string> make(int I) {
  return {{I, longText(I)}, {I + 1, longText(I + 1)}};
}
template <> inline Record make(int I) { return {longText(I), {1, 2, I}}; }
#endif // PROGRAMS_H
