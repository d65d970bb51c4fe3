// RUN: %check_tidy %s anomalloc-string-temporary %t -std=c++17 -stdlib=libstdc++ -- -config='{CheckOptions: {Hints: true}}'

// What a person should look at: callers and bodies that the unit does not show,
// parts of parts, texts that nobody reads.

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace boost {
template <typename A, typename B> bool starts_with(const A &, const B &);
template <typename A> void keep(const A &);
template <typename T, typename A> T lexical_cast(const A &);
} // namespace boost

// Names are told apart; who calls is not in view.
int modeOf(const std::string &Name) {
  // CHECK-MESSAGES: :[[@LINE-1]]:31: remark: 'Name' is only looked at, but callers must have a 'std::string'; 'std::string_view' is all that is needed here; not in view: what callers have at hand [anomalloc-string-temporary]
  if (Name == "fast")
    return 1;
  if (Name == "exact" || "slow" == Name)
    return 2;
  throw std::runtime_error("no such mode: " + Name);
}
static bool welcomes(const std::string &Name) { return Name == "hello"; }
int twice(const std::string &Name) { return Name == "a" ? 1 : Name != "b"; }
bool greets(const std::string &Name, const std::string &Other = "you") {
  // CHECK-MESSAGES: :[[@LINE-1]]:32: remark: 'Name' is only looked at, but
  return Name == "hello" && Other == "you";
}
bool greetsAll() { return greets("short") && welcomes("short") && twice(std::string(3, 'a')); }
std::string upper(const std::string &Name) {
  // CHECK-MESSAGES: :[[@LINE-1]]:38: remark: 'Name' is only copied, but callers
  std::string Changed = Name;
  Changed[0] = 'A';
  return Changed;
}
static int ownCallers(const std::string &Name) {
  return Name == "a" ? 1 : Name == "b" ? 2 : Name == "c";
}
int keeps(const std::string &Name, std::vector<std::string> &All) {
  All.push_back(Name);
  return Name == "a" ? 1 : Name == "b" ? 2 : Name == "c";
}

// Uses that a view serves as well.
static bool prefixed(const std::string &Name) {
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: for 'Name', a caller copies a string literal of 29 characters
  return boost::starts_with(Name, "x");
}
static double checked(const std::string &Name) {
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: for 'Name', a caller copies
  if (Name.empty())
    throw std::invalid_argument("empty: " + Name);
  return double(Name.size());
}
static std::string shout(const std::string &Name) {
  // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: for 'Name', a caller copies
  std::string Changed = Name;
  Changed += '!';
  return Changed;
}
static bool field(const std::string &Name) { return Name.find('x') == 0; }
// CHECK-MESSAGES: :[[@LINE-1]]:38: remark: for 'Name', a caller copies a part of a string into
static void kept(const std::string &Name) { boost::keep(Name); }
struct Shape {
  virtual int rank(const std::string &Name) { return int(Name.size()); }
  // CHECK-MESSAGES: :[[@LINE-1]]:39: remark: for 'Name', a caller {{.*}}; not in view: what its overrides need
  virtual ~Shape() = default;
};

// What makes a number of a text takes no view, or refuses other texts then.
static double numbers(const char *Given, const std::string &Line, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    const std::string Part(Given, N);
    Sum += std::stod(Part) + std::stod(Line.substr(I)) +
           std::stoi(std::string(Given + I)) +
           boost::lexical_cast<double>(Line.substr(I));
  }
  return Sum;
}

// An error copies its message whatever it is handed.
void fails(bool Wrong, const std::string &Message) {
  if (Wrong)
    throw std::runtime_error(Message);
}
int failsWith(int N, const std::string &Message) {
  return N ? N : throw std::invalid_argument("wrong: " + Message);
}
struct Handler {
  void usage(const std::string &Message) const {
    throw std::runtime_error(Message);
  }
};
int errors(int N, const Handler &H) {
  fails(N > 7, "a message that is rather long");
  if (N == 8)
    H.usage("exactly one of the three must be given");
  return failsWith(N, "a message that is rather long");
}

// A text that is put together for an error is no view.
static int parse(const std::vector<std::string> &Words) {
  for (const std::string &Word : Words)
    if (Word.empty()) {
      std::string Message("there is an empty word behind \"");
      Message += Words[0];
      throw std::runtime_error(Message);
    }
  return 0;
}

// Bodies that are not in view: the literal is made each time.
void require(bool, const std::string &Message);
void require(bool, std::string_view Key, int);
static int calls(int N, Shape &S, const std::string &All) {
  int Sum = ownCallers(std::to_string(N)) + parse({All});
  Sum += int(numbers(All.c_str(), All, N));
  for (int I = 0; I < N; ++I) {
    require(I >= 0, "the number must not be negative");
    // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: this call of 'require' copies a string literal of 31 characters into a temporary 'std::string', inside a loop; a 'static const std::string' is made once, a parameter of type 'std::string_view' needs none; not in view: what 'require' needs
    require(I < N, "said once for each function");
    require(I < N, "a key that is a view already", 1);
    require(I < N, "short");
    Sum += prefixed("a literal that is rather long");
    Sum += int(checked("a literal that is rather long"));
    Sum += int(shout("a literal that is rather long").size());
    Sum += S.rank("a literal that is rather long");
    Sum += field(All.substr(I)) + field(All);
    kept("a literal that is rather long");
    if (I > 7)
      throw std::runtime_error("a message for the first error");
  }
  return Sum;
}

// Texts of debugging.
struct Log {
  bool On = false;
  void debug(const std::string &Text);
  void write(const std::string &Text);
  void note(const std::string &Text) {
    if (On)
      std::puts(Text.c_str());
  }
  void early(const std::string &Text) {
    if (!On)
      return;
    std::puts(Text.c_str());
  }
  void always(const std::string &Text) {
    if (!Text.empty())
      std::puts(Text.c_str());
  }
};
static void work(Log &Out, const std::string &Name, int N) {
  for (int I = 0; I < N; ++I) {
    Out.debug("step " + std::to_string(I));
    // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: the text is put together before 'debug' asks whether anybody wants it, inside a loop; ask first, or hand over a function that makes it; not in view: whether 'debug' drops it
    Out.write("step " + std::to_string(I));
    Out.note("step " + Name);
    // CHECK-MESSAGES: :[[@LINE-1]]:14: remark: the text is put together before 'note' asks whether anybody wants it, inside a loop; ask first, or hand over a function that makes it; not in view: how often 'note' drops it [
    Out.early("step " + Name);
    // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: the text is put together before 'early'
    Out.always("step " + Name);
    Out.note(Name);
    Out.note("step");
  }
}

// Parts of parts, and parts of oneself.
std::string inner(const std::string &Text, std::size_t First) {
  return Text.substr(First).substr(0, Text.size() - 30);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: this 'substr' makes a string only to take a part of it; one 'substr' with both positions copies once
}
std::string end(const std::string &Text) { return Text.substr(3); }
void shorten(std::string &Text, const std::string &Other, std::size_t N) {
  Text = Text.substr(N);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: remark: the string is replaced by a copy of its own end; 'erase(0, n)' removes the rest in place
  Text = Text.substr(0, N);
  // CHECK-MESSAGES: :[[@LINE-1]]:8: remark: the string is replaced by a copy of its own start; 'erase(n)' removes the rest in place
  Text = Text.substr(2, N);
  Text = Other.substr(N);
}

// A copy that is changed through iterators and references.
static void changed(const char *Given, int N) {
  while (N--) {
    std::string Ranged(Given), Iterated(Given), Upper(Given);
    for (char &C : Ranged)
      C = 'x';
    std::string Last(Given);
    for (auto &C : Last)
      C = 'x';
    std::string Transformed(Given);
    std::transform(Transformed.begin(), Transformed.end(), Transformed.begin(),
                   [](char C) { return char(C + 1); });
    std::string Sorted(Given);
    std::reverse(Sorted.begin(), Sorted.end());
    std::string Searched(Given);
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'Searched' copies the text behind a 'char *' and is only looked at
    N -= std::find(Searched.begin(), Searched.end(), 'a') == Searched.end();
  }
}
void callsChanged() { changed("a", 3); }

std::string trim(const std::string &);
std::string quoted(const std::string &);
bool isEnd(const std::string &Line) {
  const std::string Word = trim(Line);
  // CHECK-MESSAGES: :[[@LINE-1]]:21: remark: 'Word', which 'trim' copies out of a text, is only looked at; a 'std::string_view' can be cut in place; not in view: whether 'trim' only removes from both ends
  const std::string Kept = trim(Line);
  const std::string Other = quoted(Line);
  return Word == "end" || Other == "'end'" || quoted(Kept).empty();
}
std::string walk(const char *Given) {
  std::string Rest(Given);
  if (Rest[0] == '-')
    Rest = Rest.substr(1);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: the string is replaced by a copy of its own end; 'erase(0, n)' removes the rest in place
  return Rest;
}

// Names that are literals.
std::string nameOf(int Kind) {
  // CHECK-MESSAGES: :[[@LINE-1]]:13: remark: 'nameOf' copies a string literal of up to 25 characters into a new 'std::string' for each call; a 'std::string_view' or 'const char *' names it; not in view: whether callers need a 'std::string' [
  switch (Kind) {
  case 0:
    return "isotropic linear elastic";
  case 1:
    return "orthotropic, with damages";
  default:
    return "unknown";
  }
}
std::string shortName(int Kind) { return Kind ? "elastic" : "plastic"; }
std::string one() { return "a text that is the only one there is"; }
std::string made(int Kind) {
  if (Kind)
    return "a text that is longer than others";
  return std::to_string(Kind);
}

// Temporaries that are written out.
bool isHelp(const char *Word, std::string_view View, const std::string &Text) {
  return std::string(Word) == "help" ||
         // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: a temporary 'std::string' copies the text behind a 'char *' and is only looked at; a 'std::string_view' looks at it in place
         // CHECK-FIXES: {{^}}  return std::string_view(Word) == "help" ||{{$}}
         std::string(View).find('x') == 0 ||
         // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: a temporary 'std::string' copies the text of a 'std::string_view'
         // CHECK-FIXES: {{^}}         std::string_view(View).find('x') == 0 ||{{$}}
         (std::string(Word) + "x").empty() || std::string(Text) == "y" ||
         std::string("short") == Text;
}

int main(int N, char **Words) {
  if (std::string(Words[0]) == "once")
    return 0;
  Shape S;
  Log Out;
  work(Out, Words[0], N);
  return calls(N, S, Words[0]);
}
