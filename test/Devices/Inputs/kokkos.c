// Tells of views as Kokkos does: it loads the library that KOKKOS_TOOLS_LIBS names, and asks
// for functions by their names.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Space {
  char Name[64];
};
typedef void Event(struct Space, const char *, const void *, uint64_t);
struct Settings {
  bool Fences;
  bool Unused[255];
};

int main(void) {
  void *Tool = dlopen(getenv("KOKKOS_TOOLS_LIBS"), RTLD_NOW | RTLD_GLOBAL);
  if (!Tool)
    return 1;
  Event *Made = (Event *)dlsym(Tool, "kokkosp_allocate_data");
  Event *Freed = (Event *)dlsym(Tool, "kokkosp_deallocate_data");
  void (*Ask)(uint32_t, struct Settings *) = (void (*)(
      uint32_t, struct Settings *))dlsym(Tool, "kokkosp_request_tool_settings");
  struct Settings Its = {true, {false}};
  Ask(1, &Its);
  if (Its.Fences)
    return 2;
  struct Space Cuda = {"Cuda"}, Host = {"Host"};
  static char Memory[4096];
  for (int I = 0; I != 20; ++I) {
    Made(Cuda, "density", Memory + 64 * I, 1000);
    Made(Host, "density", Memory + 64 * I + 2048, 10);
    if (I % 2)
      Freed(Cuda, "density", Memory + 64 * I, 1000);
  }
  Made(Cuda, "", Memory + 4000, 5);
  return 0;
}
