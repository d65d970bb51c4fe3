// RUN: %check_tidy %s anomalloc-expensive-object-in-loop %t -std=c++17 -stdlib=libstdc++ -- -config='{CheckOptions: {Hints: true}}'

// Made for each call of a function that others may call as often as they like;
// patterns of other libraries and of one's own; streams for a single text.

#include <codecvt>
#include <istream>
#include <locale>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace boost {
template <typename C> struct basic_regex {
  explicit basic_regex(const C *);
};
using regex = basic_regex<char>;
template <typename C> bool regex_match(const std::string &, const basic_regex<C> &);
} // namespace boost
struct QRegularExpression {
  explicit QRegularExpression(const char *);
  bool match(const std::string &) const;
};

bool isWord(const std::string &S) {
  std::regex Word("[a-z]+");
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'std::regex' is compiled from the same pattern each time, with many allocations; make it a 'static const' variable [
  // CHECK-FIXES: {{^}}  static const std::regex Word("[a-z]+");{{$}}
  const boost::regex Number("[0-9]+");
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'boost::regex' is compiled from the same pattern
  return std::regex_match(S, Word) || boost::regex_match(S, Number) ||
         QRegularExpression("^x").match(S);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'QRegularExpression' is compiled from the same pattern
}
// Once for all lines, or for another pattern each time: good enough.
int countWords(const std::vector<std::string> &All, const std::string &Given) {
  const std::regex Word("[a-z]+");
  int N = std::regex_match(Given, std::regex(Given));
  for (const std::string &S : All)
    N += std::regex_match(S, Word);
  return N;
}
std::string narrow(const std::wstring &Wide) {
  std::wstring_convert<std::codecvt_utf8<wchar_t>> Convert;
  // CHECK-MESSAGES: :[[@LINE-1]]:52: remark: 'std::wstring_convert<std::codecvt_utf8<wchar_t>>' allocates a facet and two strings each time; build it once: before the loop, or 'thread_local'
  return Convert.to_bytes(Wide);
}

// Several in one declaration; a pattern that is put together.
void settings(const std::string &Name, std::istream &In) {
  std::string Line;
  while (std::getline(In, Line)) {
    std::regex Comment("#.*"), Blank("\\s*");
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'std::regex' {{.*}}, inside a loop; make it a 'static const' variable
    // CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'std::regex'
    const std::regex Set("set[ \t]+" + Name + "[ \t]*=(.*)");
    // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'std::regex' {{.*}}, inside a loop; build it once, before the loop
    const std::regex Own("set " + Line);
    if (std::regex_match(Line, Comment) || std::regex_match(Line, Blank) ||
        std::regex_match(Line, Set) || std::regex_match(Line, Own))
      continue;
  }
}

// A class of one's own, put together of parts.
class RegEx {
  std::vector<RegEx> Parts;
  std::string Text;

public:
  explicit RegEx(const std::string &);
  explicit RegEx(char);
  friend RegEx operator|(const RegEx &, const RegEx &);
  bool matches(const std::string &) const;
};
const RegEx &blank();
const RegEx &digit() {
  static const RegEx Found = RegEx('0') | RegEx('1');
  return Found;
}
bool endsHere(bool Flow, const std::string &Line) {
  RegEx End = (Flow ? blank() : digit()) | (blank() | digit());
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: a 'RegEx', which owns heap memory, is put together each time; keep it in a 'static const' variable; not in view: whether its parts are the same each time
  RegEx Word("[a-z]+");
  // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: 'RegEx' is built from the same pattern each time; make it a 'static const' variable; not in view: whether 'RegEx' compiles its pattern
  RegEx Copy = blank();
  RegEx Given = End | Copy;
  return End.matches(Line) || Word.matches(Line) || Given.matches(Line);
}

// Streams for a single text.
std::vector<std::string> split(const std::string &Text) {
  std::vector<std::string> Items;
  std::stringstream Stream(Text);
  // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'Stream', a stream with a buffer and a locale of its own, is made only to split a text; 'find' and 'substr' split the text where it is
  std::string Item;
  while (std::getline(Stream, Item, ','))
    Items.push_back(Item);
  return Items;
}
std::string print(int Number) {
  std::ostringstream Out;
  // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'Out', a stream with a buffer and a locale of its own, is made only to print one number; 'std::to_string', or
  Out << Number;
  return Out.str();
}
double read(const std::string &Text) {
  std::istringstream In(Text);
  // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'In', {{.*}} is made only to read one number; 'std::stod' and its kin, or 'std::from_chars' for an integer, need none; not in view: whether they take and refuse the same texts
  double Number = 0;
  if (!(In >> Number))
    return -1;
  return Number;
}
static int readPart(const std::string &Text) {
  std::istringstream In(Text);
  // CHECK-MESSAGES: :[[@LINE-1]]:22: remark: 'In', {{.*}} is made only to read one number, in a function that is called in a loop; {{.*}}; not in view: whether they take and refuse the same texts
  int Number = 0;
  In >> Number;
  return Number;
}
int sum(const std::vector<std::string> &All) {
  int Sum = 0;
  for (const std::string &Text : All)
    Sum += readPart(Text);
  return Sum;
}
std::vector<double> readAll(const std::string &Text) {
  std::istringstream In(Text);
  std::vector<double> All;
  double Number = 0;
  while (In >> Number)
    All.push_back(Number);
  return All;
}
std::string both(int A, const std::string &Text) {
  std::ostringstream Out;
  Out << A << ' ' << Text;
  std::istringstream Words(Text);
  std::string Word;
  while (Words >> Word)
    Out << Word;
  return Out.str();
}
int main() {
  std::regex Once("a");
  return std::regex_match("b", Once);
}
