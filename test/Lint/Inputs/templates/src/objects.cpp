// One template makes every object: cheap ones often, closures twice.
#include <map>
#include <utility>
#include <vector>

struct Entity {
  virtual ~Entity() = default;
};
struct Text : Entity {
  explicit Text(int N) : N(N) {}
  int N;
};
struct Closure : Entity {
  Closure(const std::map<int, int> &Up) : Kept(Up) {} // 2 copies of one node
  std::map<int, int> Kept;
};

struct Heap {
  template <class T, class... A> T *make(A &&...Arguments) {
    T *New = new T(std::forward<A>(Arguments)...);
    All.push_back(New);
    return New;
  }
  ~Heap() {
    for (Entity *E : All)
      delete E;
  }
  std::vector<Entity *> All;
};

int main(int Count, char **) {
  Heap H;
  for (int I = 0; I < 50000; ++I)
    H.make<Text>(I);
  for (int I = 0; I < 2; ++I)
    H.make<Closure>(std::map<int, int>{{Count, 1}});
  return int(static_cast<Closure *>(H.All.back())->Kept.size()) - 1;
}
