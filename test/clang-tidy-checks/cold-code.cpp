// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config="{CheckOptions: {AlsoReportStock: true}}"

// A loop repeats neither what it runs just before it is left, nor what leads to
// an error; and the arguments of a program are few.

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" int getopt(int, char *const *, const char *);
extern "C" char *optarg;
std::string Text, More;
bool is(int);
void run();
[[noreturn]] void fail(const std::string &);

int leftBehind(int N) {
  for (int I = 0; I < N; ++I) {
    if (is(I)) {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}owns heap memory; '+='
      return I;
    }
    if (is(-I)) {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}owns heap memory; '+='
      break;
    }
    if (is(2 * I)) {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
      continue;
    }
    if (is(3 * I)) {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
      if (N > 3)
        continue;
      return 1;
    }
    switch (I) {
    case 1:
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
      break;
    case 2:
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}owns heap memory; '+='
      return 2;
    }
    while (is(I)) {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
      break;
    }
  }
  return 0;
}

void errors(int N) {
  while (N--) {
    try {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
      throw 1;
    } catch (const std::exception &) {
      Text = Text + More;
    } catch (...) {
    }
    if (is(1)) {
      for (int I = 0; I < N; ++I)
        Text = Text + More;
      throw std::runtime_error(Text);
    }
    if (is(2)) {
      for (int I = 0; I < N; ++I)
        Text = Text + More;
      fail(Text);
    }
    if (is(3)) {
      for (int I = 0; I < N; ++I)
        Text = Text + More;
        // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: {{.*}}, inside 2 nested loops;
        // CHECK-FIXES: {{^}}        Text += More;{{$}}
      if (is(4))
        continue;
      fail(Text);
    }
  }
}

// A constant tells that it never runs.
constexpr bool Debug = false;
void never(int N) {
  while (N--) {
    if (Debug)
      Text = Text + More;
    else
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
    if (sizeof(int) > 1)
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
    else
      Text = Text + More;
    while (Debug && is(N))
      Text = Text + More;
    Debug &&is((Text = Text + More).size());
    is(N) && is((Text = Text + More).size());
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: {{.*}}, inside a loop;
    // CHECK-FIXES: {{^}}    is(N) && is((Text += More).size());{{$}}
    N += !Debug ? 1 : (Text = Text + More).size();
  }
}

int search(int N) {
  for (int I = 0; I < N; ++I) {
    Text = Text + More;
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}}, inside a loop;
    // CHECK-FIXES: {{^}}    Text += More;{{$}}
    if (is(I))
      return I;
  }
  throw std::out_of_range(Text);
}

// In a call that tells of an error, not in one that looks for one, nor where the
// error is a number.
int errorExpected(const std::string &, const char *Example);
int errorIfMissing(const std::string &, const char *Name);
int errorOf(const std::string &);
int parsed(int N) {
  int Sum = 0;
  while (N--) {
    if (is(N))
      Sum += errorExpected(Text = Text + More, "12");
    Sum += errorIfMissing(Text = Text + More, "a");
    // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: {{.*}}, inside a loop;
    // CHECK-FIXES: {{^}}    Sum += errorIfMissing(Text += More, "a");{{$}}
    Sum += errorOf(Text = Text + More);
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: {{.*}}, inside a loop;
    // CHECK-FIXES: {{^}}    Sum += errorOf(Text += More);{{$}}
  }
  return Sum;
}

// For a variable that is made once, whoever calls it.
static std::string table() {
  Text = Text + More;
  return Text;
}
static std::string made() {
  Text = Text + More;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: {{.*}} in a function that is called in a loop;
  // CHECK-FIXES: {{^}}  Text += More;{{$}}
  return Text;
}
static bool isKnown(int I) {
  static const std::string Table = table();
  static const bool Full = [] {
    Text = Text + More;
    return is(1);
  }();
  const std::string Made = made();
  return Full && Table.size() + Made.size() > std::size_t(I);
}
bool allKnown(int N) {
  while (N && isKnown(N))
    --N;
  return N == 0;
}

// Called in cold code, or just before the loop is left: called once.
void once() { Text = Text + More; }
// CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}}owns heap memory; '+='
void report() { Text = Text + More; }
// CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}}owns heap memory; '+='
void often() {
  Text = Text + More;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: {{.*}}, in a function that is called in a loop;
  // CHECK-FIXES: {{^}}  Text += More;{{$}}
}
void calls(int N) {
  while (N--) {
    often();
    if (is(1)) {
      report();
      fail(Text);
    }
    if (is(2))
      return once();
  }
}

// To start a process takes longer than what the function allocates, unless a
// loop of its own repeats it.
void start(const char *Path, int N) {
  Text = Text + More;
  for (int I = 0; I < N; ++I)
    Text = Text + More;
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}}, inside a loop;
    // CHECK-FIXES: {{^}}    Text += More;{{$}}
  std::system(Path);
}
struct Engine {
  void system() const;
};
void begin(const Engine &E) {
  Text = Text + More;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: {{.*}}, in a function that is called in a loop;
  // CHECK-FIXES: {{^}}  Text += More;{{$}}
  E.system();
}
void each(int N, const Engine &E) {
  while (N--) {
    start("program", N);
    begin(E);
  }
}

// That a function calls itself in a loop tells nothing of its callers.
void self(int N) {
  Text = Text + More;
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: {{.*}}owns heap memory; '+='
  while (N--) {
    self(N);
    [N] { self(N); }();
  }
}

// Options in another form.
const std::vector<std::string> &arguments();
void options() {
  const std::vector<std::string> &argv = arguments();
  unsigned I = 0;
  while (I < argv.size()) {
    if (argv[I] == "-x")
      for (int J = 0; J < 10; ++J)
        Text = Text + More;
    Text = Text + argv[I];
    ++I;
  }
}

int main(int argc, char **argv) {
  for (int I = 1; I < argc; ++I) {
    Text = Text + More;
    for (const char *C = argv[I]; *C; ++C) {
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
    }
    if (*argv[I] == 'x')
      for (int J = 0; J < 10; ++J)
        Text = Text + More;
  }
  while (int C = getopt(argc, argv, "ab")) {
    while (is(C))
      Text = Text + More;
  }
  if (argc > 2)
    for (int J = 0; J < 10; ++J)
      Text = Text + More;
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: {{.*}}, inside a loop;
      // CHECK-FIXES: {{^}}      Text += More;{{$}}
}
