// Classes whose copies can be told from their originals, or leave a trace.
#ifndef KINDS_H
#define KINDS_H
#include "programs.h"

// A handle that counts, and tells it.
inline const std::shared_ptr<int> TheShared = std::make_shared<int>(0);
struct Sharing {
  std::string Name;
  std::shared_ptr<int> Handle = TheShared;
  std::size_t size() const { return Name.size() + TheShared.use_count(); }
  void clear() { Name.clear(); }
};
inline std::string show(const Sharing &S) { return S.Name + show(static_cast<int>(TheShared.use_count())); }

// A handle whose object says when it goes.
struct Ending {
  int N;
  explicit Ending(int N) : N(N) {}
  ~Ending() { say("end of %d", N); }
};
struct Keeping {
  std::string Name;
  std::shared_ptr<Ending> Object;
  std::size_t size() const { return Name.size(); }
  void clear() { Object = nullptr; }
};
inline std::string show(const Keeping &K) { return K.Name; }

// A handle that is asked whether its object is still there.
struct Watching {
  std::string Name;
  std::weak_ptr<int> Object;
  std::size_t size() const { return Name.size() + Object.expired(); }
  void clear() { Name.clear(); }
};
inline std::string show(const Watching &W) { return W.Name + show(static_cast<int>(W.Object.use_count())); }

// A handle by hand.
struct Counted {
  std::string Text;
  int Count = 0;
};
class Intrusive {
  Counted *To;

public:
  explicit Intrusive(int I = 0) : To(new Counted{longText(I), 1}) {}
  Intrusive(const Intrusive &O) : To(O.To) { ++To->Count; }
  Intrusive &operator=(const Intrusive &O) {
    Intrusive Copy(O);
    std::swap(To, Copy.To);
    return *this;
  }
  ~Intrusive() {
    if (!--To->Count)
      delete To;
  }
  std::size_t size() const { return To->Count; }
  void clear() { *this = Intrusive(0); }
  const std::string &text() const { return To->Text; }
};
inline std::string show(const Intrusive &H) { return H.text() + show(static_cast<int>(H.size())); }

// A copy is another value.
struct Named {
  std::string Name;
  explicit Named(std::string Name = "") : Name(std::move(Name)) {}
  Named(const Named &O) : Name("copy of " + O.Name) {}
  Named &operator=(const Named &O) { Name = "copy of " + O.Name; return *this; }
  std::size_t size() const { return Name.size(); }
  void clear() { Name.clear(); }
};
inline std::string show(const Named &N) { return N.Name; }

// A copy has a number.
struct Numbered {
  std::vector<int> Data;
  int Copies = 0;
  explicit Numbered(int I = 0) : Data(9, I) {}
  Numbered(const Numbered &O) : Data(O.Data), Copies(O.Copies + 1) {}
  Numbered(Numbered &&O) noexcept : Data(std::move(O.Data)), Copies(O.Copies + 100) {}
  Numbered &operator=(const Numbered &) = default;
  std::size_t size() const { return Data.size() + Copies; }
  void clear() { Data.clear(); }
};
inline std::string show(const Numbered &N) { return show(N.Data) + show(N.Copies); }

// Copies and ends are told.
struct Loud {
  std::string Name;
  explicit Loud(int I = 0) : Name(longText(I)) {}
  Loud(const Loud &O) : Name(O.Name) { say("copied"); }
  Loud &operator=(const Loud &O) { Name = O.Name; say("assigned"); return *this; }
  ~Loud() { say("gone %zu", Name.size()); }
  std::size_t size() const { return Name.size(); }
  void clear() { Name.clear(); }
};
inline std::string show(const Loud &L) { return L.Name; }

// A copy may throw.
struct Fragile {
  std::string Name;
  explicit Fragile(int I = 0) : Name(longText(I)) {}
  Fragile(const Fragile &O) : Name(O.Name) {
    if (!--CopiesLeft)
      throw std::runtime_error("fragile");
  }
  Fragile &operator=(const Fragile &) = default;
  std::size_t size() const { return Name.size(); }
  void clear() { Name.clear(); }
};
inline std::string show(const Fragile &F) { return F.Name; }

// A copy forgets what the original has gathered.
struct Forgetful {
  std::string Name;
  std::vector<int> Seen{1, 2, 3};
  explicit Forgetful(int I = 0) : Name(longText(I)) {}
  Forgetful(const Forgetful &O) : Name(O.Name), Seen() {}
  Forgetful &operator=(const Forgetful &O) { Name = O.Name; return *this; }
  std::size_t size() const { return Name.size() + Seen.size(); }
  void clear() { Name.clear(); }
};
inline std::string show(const Forgetful &F) { return F.Name + show(F.Seen); }

// A copy by hand that is like its original.
class Row {
  std::size_t N;
  int *Data;

public:
  explicit Row(int I = 0) : N(6), Data(new int[6]) { std::fill(Data, Data + N, I); }
  Row(const Row &O) : N(O.N), Data(new int[O.N]) { std::copy(O.Data, O.Data + O.N, Data); }
  Row(Row &&O) noexcept : N(O.N), Data(O.Data) { O.N = 0; O.Data = nullptr; }
  Row &operator=(const Row &O) {
    if (this != &O) {
      delete[] Data;
      N = O.N;
      Data = new int[N];
      for (std::size_t I = 0; I < N; ++I)
        Data[I] = O.Data[I];
    }
    return *this;
  }
  ~Row() { delete[] Data; }
  std::size_t size() const { return N; }
  void clear() { N = 0; }
  const int *begin() const { return Data; }
  const int *end() const { return Data + N; }
};

template <> inline Sharing make(int I) { return {longText(I)}; }
template <> inline Keeping make(int I) { return {longText(I), std::make_shared<Ending>(I)}; }
template <> inline Watching make(int I) { return {longText(I), TheShared}; }
template <> inline Intrusive make(int I) { return Intrusive(I); }
template <> inline Named make(int I) { return Named(longText(I)); }
template <> inline Numbered make(int I) { return Numbered(I); }
template <> inline Loud make(int I) { return Loud(I); }
template <> inline Fragile make(int I) { return Fragile(I); }
template <> inline Forgetful make(int I) { return Forgetful(I); }
template <> inline Row make(int I) { return Row(I); }
template <> inline std::pair<int, Named> make(int I) { return {I, make<Named>(I)}; }
#endif // KINDS_H
