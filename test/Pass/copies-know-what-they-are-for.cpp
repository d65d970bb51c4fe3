// What can be done about a copy depends on what it is copied from, and to. The
// table says it at the copy's frame; a temporary and a class that can be filled
// again are told, too.
//
// RUN: %clangxx -std=c++17 -O2 -g %plugin -c %s -o %t.o
// RUN: %python %S/Inputs/dump-site-table.py %t.o > %t.dump
// RUN: FileCheck %s < %t.dump
// RUN: FileCheck %s < %t.dump --check-prefix=TAKEN
// RUN: FileCheck %s < %t.dump --check-prefix=OWN
// RUN: FileCheck %s < %t.dump --check-prefix=RESULT
// RUN: FileCheck %s < %t.dump --check-prefix=GIVEN
// RUN: %clangxx -std=c++17 -O0 -g %plugin -c %s -o %t.o0
// RUN: %python %S/Inputs/dump-site-table.py %t.o0 > %t.dump0
// RUN: FileCheck %s < %t.dump0 --check-prefix=O0
// RUN: FileCheck %s < %t.dump0 --check-prefix=RESULT
// RUN: FileCheck %s < %t.dump0 --check-prefix=GIVEN
//
// clang-format off
#include <map>
#include <string>
#include <vector>

using Path = std::vector<int>;
struct Tool {
  Path Own;
  int Step;
  Tool();
  Tool(int);
  void reset();
};
class Made {
public:
  Made(int);
  void draw();
private:
  Path Own;
  void reset();
  void clear() = delete;
};
struct Open {
  Path Own;
  static Open *First;
  Open(int);
};
class Shut {
public:
  const int Step;
  Shut(int);
private:
  Path Own;
};
void draw(Path);
void look(const Path &);
void turn(const Tool &);

// O0-DAG: :[[#@LINE+1]]:{{[0-9]+}} [kept copy]
void keep(Tool &To, const Tool &From) { To.Own = From.Own; }
// O0-DAG: :[[#@LINE+1]]:{{[0-9]+}} [taken copy]
void take(Tool &To, const Path &From) { To.Own = From; }
// O0-DAG: :[[#@LINE+1]]:{{[0-9]+}} [returned copy]
Path give(const Tool &From) { return From.Own; }

// CHECK-DAG: at _Z4keepR4ToolRKS_ {{.*}}:[[#@LINE-6]]:{{[0-9]+}} [kept copy]
// CHECK-DAG: at _Z4takeR4ToolRKSt6vectorIiSaIiEE {{.*}}:[[#@LINE-5]]:{{[0-9]+}} [taken copy]
// CHECK-DAG: at _Z4give{{[A-Za-z]*}}RK4Tool {{.*}}:[[#@LINE-4]]:{{[0-9]+}} [returned copy]

void fill(const Tool &From, Path *To, Path &Other) {
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [returned copy]
  *To = From.Own;
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [returned copy]
  Other = From.Own;
}

void locals(Tool &To, const Path &From) {
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [local copy]
  Path One = From;
  look(One);
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [argument copy]
  draw(From);
  // It is looked at later.
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [kept copy]
  To.Own = One;
  look(One);
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [last copy]
  To.Own = One;
}

// CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [last copy]
void byValue(Tool &To, Path From) { To.Own = From; }

void inLoop(Tool *To, const Path &From, int N) {
  Path Shared = From;
  for (int I = 0; I != N; ++I) {
    // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [kept copy]
    To[I].Own = Shared;
    Path Fresh(I);
    look(Fresh);
    // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [last copy]
    To[I].Own = Fresh;
  }
  // What is constant cannot be moved.
  const Path Constant(N);
  look(Constant);
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [kept copy]
  To->Own = Constant;
}

Tool::Tool() : Own(3) {}
// CHECK-DAG: class Tool can be filled again
void Tool::reset() { Own.push_back(1); }
Made::Made(int) {}
Open::Open(int N) : Own(N) {}
// CHECK-DAG: class Open can be filled again
Shut::Shut(int N) : Step(N), Own(N) {}
// CHECK-DAG: class Shut cannot be filled again
// CHECK-DAG: class Made cannot be filled again
void Made::draw() { Own.push_back(1); }

// A class with a vtable has another kind of name in its unit.
namespace shapes {
class Shape {
public:
  Shape(int);
  virtual ~Shape();
private:
  Path Own;
};
}
shapes::Shape::Shape(int N) : Own(N) {}
// CHECK-DAG: class shapes::Shape cannot be filled again
shapes::Shape::~Shape() {}

void temporaries(int N) {
  // CHECK-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [temporary]
  turn(Tool(N));
}
// CHECK-NOT: :[[#@LINE+2]]:{{[0-9]+}} [temporary]
void variables(int N) {
  Tool Named(N);
  turn(Named);
}

// Who takes it away keeps its blocks: to do without the object would save none.
void sink(Tool &&);
void store(int, Tool);
template <class T> void forward(int &&, T &&);
void taken(int N) {
  // TAKEN: {{^}}unit {{.*}}copies-know
  // TAKEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [temporary]
  sink(Tool(N));
  // TAKEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [temporary]
  store(N, Tool(N));
  // TAKEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [temporary]
  forward(3, Tool(N));
}

// Of a class that only this unit knows, names are written in two ways.
namespace {
struct Key {
  int Step;
};
using Map = std::map<const Key *, Key *>;
using Keys = std::vector<Key>;
struct Frame {
  Map Own;
  Keys List;
  std::vector<Keys> All;
};
// OWN-DAG: :[[#@LINE+1]]:{{[0-9]+}} [taken copy]
[[gnu::noinline]] void bind(Frame &To, const Map &From) { To.Own = From; }
// OWN-DAG: :[[#@LINE+1]]:{{[0-9]+}} [taken copy]
[[gnu::noinline]] void list(Frame &To, const Keys &From) { To.List = From; }
// OWN-DAG: :[[#@LINE+1]]:{{[0-9]+}} [taken copy]
[[gnu::noinline]] void fill(Frame &To, const std::vector<Keys> &From) { To.All = From; }
}
void own(int N, Tool &To) {
  Map From;
  Keys List(N);
  Frame One;
  std::vector<Keys> All(N);
  bind(One, From);
  list(One, List);
  fill(One, All);
  turn(Tool(One.Own.size() + One.List[1].Step + One.All.size()));
}

// Nobody in the function can keep what it returns.
Path numbers(int N) {
  Path Found;
  for (int I = 0; I != N; ++I)
    // RESULT-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [returned]
    Found.push_back(I);
  return Found;
}
std::string phrase(const std::string &Name) {
  // RESULT-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [returned]
  return Name + " and some more words";
}

// A container copies what it is handed by name, used again or not.
struct Named {
  Path Own;
  int Number;
};
void given(std::vector<Path> &To, std::map<int, Named> &By, int N) {
  Path Last(N), Again(N), Moved(N);
  const Path Constant(N);
  // GIVEN: {{^}}unit {{.*}}copies-know
  // GIVEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.push_back(Again);
  look(Again);
  // RESULT-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.push_back(Last);
  // GIVEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.push_back(std::move(Moved));
  // GIVEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.emplace_back(N);
  // GIVEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.push_back(Constant);
  Named Whole{Path(N), N};
  for (int I = 0; I != N; ++I)
    // GIVEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [last given]
    By.emplace(I, Whole);
  Named Once{Path(N), N};
  // RESULT-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [last given]
  By.emplace(N, Once);
}
// The program's own function may do anything with it.
struct Store {
  [[gnu::noinline]] void insert(const Path &From) { All.push_back(From); }
  std::vector<Path> All;
};
void stored(Store &To, int N) {
  Path Last(N);
  // GIVEN-NOT: :[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.insert(Last);
}
void paired(std::map<Path, int> &To, int N) {
  Path Key(N);
  // RESULT-DAG: at {{.*}}:[[#@LINE+1]]:{{[0-9]+}} [last given]
  To.insert(std::make_pair(Key, N));
}
