// RUN: %check_tidy %s anomalloc-vector-of-vector %t -std=c++20 -- -fix-notes

// Reported, but not changed: something could tell, or the text is in the way.

#include <vector>

#define CELL(I, J) Rows[I][J]

// The rows are asked for their number.
class Counted {
public:
  Counted(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  int rows() const { return Rows.size(); }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// A loop over rows.
class Walked {
public:
  Walked(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  int sum() const {
    int S = 0;
    for (auto &Row : Rows)
      for (int X : Row)
        S += X;
    return S;
  }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// A reference to a row is kept for a while.
class Kept {
public:
  Kept(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  int twice(int I) {
    auto &Row = Rows[I];
    return Row[0] + Row[1];
  }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// The memory of a row is handed out.
class Taken {
public:
  Taken(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  int *row(int I) { return Rows[I].data(); }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// An index that is checked.
class Checked {
public:
  Checked(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I].at(J); }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// The copy is written by hand: nothing is said.
class Copied {
public:
  Copied(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  Copied(const Copied &O) : Rows(O.Rows) {}

private:
  std::vector<std::vector<int>> Rows;
};

// Friends may use it.
class Befriended {
public:
  Befriended(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  friend int peek(const Befriended &);

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// An index with a side effect, on which the other depends.
class Counting {
public:
  Counting(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int next(int I) { return Rows[I++][I]; }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// The initialiser has a comment that would go.
class Commented {
public:
  Commented(unsigned N, unsigned char M)
      : Rows(N, /* zeros */ std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// An index out of a macro.
class InMacro {
public:
  InMacro(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return CELL(I, J); }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// Another configuration uses it otherwise.
class Configured {
public:
  Configured(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
#ifdef NEVER
  int rows() const { return Rows.size(); }
#endif

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// A parameter of the same name.
class SameName {
public:
  SameName(unsigned Rows, unsigned char M) : Rows(Rows, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// The empty rows of a comparison differ from no rows.
class Compared {
public:
  Compared(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }
  bool operator==(const Compared &) const = default;

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// Two members in one declaration.
class Two {
public:
  Two(unsigned N, unsigned char M) : Rows(N, std::vector<int>(M)), More(N, std::vector<int>(M)) {}
  int at(int I, int J) const { return Rows[I][J]; }

  int more() const { return More[1][1]; }

private:
  std::vector<std::vector<int>> Rows, More;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
  // CHECK-MESSAGES: :[[@LINE-2]]:39: warning:
};

// Some rows are made one by one.
class Pushed {
public:
  Pushed(unsigned N, unsigned char M) {
    for (unsigned I = 0; I < N; ++I)
      Rows.push_back(std::vector<int>(M));
  }
  int at(int I, int J) const { return Rows[I][J]; }

private:
  std::vector<std::vector<int>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning:
};

// A class template: the instance is not what is written.
template <typename T> class Template {
public:
  Template(unsigned N, unsigned char M) : Rows(N, std::vector<T>(M)) {}
  T at(int I, int J) const { return Rows[I][J]; }

private:
  std::vector<std::vector<T>> Rows;
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning:
};

int peek(const Befriended &B) { return B.Rows[0][0]; }

void locals(unsigned N, unsigned char M) {
  for (unsigned I = 0; I < N; ++I) {
    // Declared where no line fits before it.
    if (std::vector<std::vector<int>> In(N, std::vector<int>(M)); In[0][0])
      // CHECK-MESSAGES: :[[@LINE-1]]:39: warning:
      continue;
    // A lambda that names what it captures.
    std::vector<std::vector<int>> Seen(N, std::vector<int>(M));
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning:
    auto F = [&Seen] { return Seen[0][0]; };
    // Other braces have another meaning.
    std::vector<std::vector<int>> Braced{N, std::vector<int>(M)};
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning:
    Braced[0][1] = F();
    // `bool` is packed.
    std::vector<std::vector<bool>> Bits(N, std::vector<bool>(M));
    // CHECK-MESSAGES: :[[@LINE-1]]:36: warning:
    Bits[0][1] = true;
  }
}

void make(unsigned N) {
  for (unsigned I = 0; I < N; ++I) {
    Counted X0(I, 3);
    Walked X1(I, 3);
    Kept X2(I, 3);
    Taken X3(I, 3);
    Checked X4(I, 3);
    Copied X5(I, 3);
    Befriended X6(I, 3);
    Counting X7(I, 3);
    Commented X8(I, 3);
    InMacro X9(I, 3);
    Configured X10(I, 3);
    SameName X11(I, 3);
    Compared X13(I, 3);
    Two X14(I, 3);
    Pushed X15(I, 3);
    Template<int> X16(I, 3);
    X16.at(0, 1);
  }
}
