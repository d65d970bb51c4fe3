// Symbolized by SymbolizerTest.cpp.
namespace library {
__attribute__((visibility("default"))) void *seen(void *P) { return P; }
static void *hidden(void *P) { return seen(P); }
void *(*volatile keep)(void *) = hidden;
} // namespace library
