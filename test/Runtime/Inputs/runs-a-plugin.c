/* Runs main() of plugin.so, which stands in the current folder. */
#include <dlfcn.h>

int main(void) {
  void *Plugin = dlopen("./plugin.so", RTLD_NOW);
  int (*Main)(void) = (int (*)(void))dlsym(Plugin, "main");
  return Main();
}
