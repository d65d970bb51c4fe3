#include <vector>
template <typename T> struct Mesh {
  std::vector<T> Nodes;
  std::vector<T> nodes() const { return Nodes; }
};
