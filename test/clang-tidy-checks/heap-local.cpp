// RUN: %check_tidy %s anomalloc-heap-local %t -- -config='{CheckOptions: {Hints: true}}'

// Heap objects and blocks that live in one function only.

#include <cstdlib>
#include <memory>
#include <new>
#include <string>

struct Cursor {
  int At = 0, End = 0;
  bool next() { return ++At < End; }
};
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const { return 1; }
};
void use(double *);
void use(void *);
void use(void *, int);

int smart(int N) {
  auto C = std::make_unique<Cursor>();
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'C' keeps a 'Cursor' of 8 bytes on the heap, for this block only; a variable of that type needs no allocation [anomalloc-heap-local]
  // CHECK-FIXES: {{^}}  Cursor C{};{{$}}
  C->End = N;
  while (C->next())
    N += (*C).At;
  return N;
}

double raw(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Shape *S = new Shape;
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'S' keeps a 'Shape' of 8 bytes on the heap, for this block only, inside a loop;
    std::shared_ptr<Cursor> C(new Cursor());
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'C' keeps a 'Cursor' of 8 bytes on the heap
    C->At = I;
    Sum += S->area() + C->At;
    delete S;
  }
  return Sum;
}

// What sets objects up runs once for each.
struct Level {
  double Sum = 0;
  void initialize(int N) {
    for (int I = 0; I < N; ++I) {
      auto C = std::make_unique<Cursor>();
      // CHECK-MESSAGES: :[[@LINE-1]]:12: remark: 'C' keeps a 'Cursor' of 8 bytes on the heap, for this block only, inside a loop;
      Sum += C->At;
    }
  }
  void advance(int N) {
    for (int I = 0; I < N; ++I) {
      auto C = std::make_unique<Cursor>();
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'C' keeps a 'Cursor'
      Sum += C->At;
    }
  }
};

// What the destructor does would come later.
struct Logger {
  ~Logger();
  void put(int);
};
struct Text {
  std::string Value;
};
void early(int N) {
  Logger *L = new Logger;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: remark: 'L' keeps a 'Logger' of 1 byte on the heap, for this block only; a variable of that type needs no allocation; not in view: whether what '~Logger' does may wait for the end of the block [
  Logger *M = new Logger;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'M' keeps {{.*}}; a variable of that type needs no allocation [
  Text *T = new Text;
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'T' keeps {{.*}}; a variable of that type needs no allocation [
  L->put(N);
  M->put(N);
  T->Value += 'x';
  delete L;
  delete T;
  use(nullptr, N);
  delete M;
}

// Blocks: of the same size each time, of another one, of a constant one.
static char *allocateChunk(std::size_t Size) {
  void *Chunk = std::malloc(Size);
  if (!Chunk)
    throw std::bad_alloc();
  return static_cast<char *>(Chunk);
}
static void releaseChunk(char *Chunk) { std::free(Chunk); }

void blocks(int N) {
  for (int I = 1; I < N; ++I) {
    double *Row = new double[N];
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'Row' is a block of memory that is allocated and freed again each time, inside a loop; allocate it once, before the loop [anomalloc-heap-local]
    use(Row);
    delete[] Row;
    auto Tail = std::make_unique<double[]>(I);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 'Tail' is a block {{.*}}; allocate it once, before the loop; not in view: whether it has much the same size each time
    use(Tail.get());
    void *Raw = std::malloc(64);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Raw' is a block {{.*}}; an array of constant size needs no allocation
    use(Raw);
    std::free(Raw);
    char *Chunk = allocateChunk(4096);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Chunk' is a block {{.*}}; allocate it once, before the loop
    use((void *)Chunk);
    releaseChunk(Chunk);
  }
}

void once(int N) {
  bool *Fixed = new bool[N]();
  // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: 'Fixed' is a block of memory {{.*}}; let the caller or a member keep it, or use a 'std::vector' that keeps its memory
  Fixed[0] = true;
  use((void *)Fixed);
  delete[] Fixed;
}

// Nobody can keep what each way out frees.
static void *Seen;
static void see(void *P) { Seen = P; }
int each(int N) {
  for (int I = 0; I < N; ++I) {
    char *Each = (char *)std::malloc(N);
    // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'Each' is a block of memory {{.*}}; allocate it once, before the loop
    if (Each == nullptr)
      return 1;
    use(Each + 1, N);
    use(&Each[2], N);
    see(Each);
    if (*Each == 'x') {
      std::free(Each);
      return 2;
    }
    std::free(Each);
  }
  return 0;
}
