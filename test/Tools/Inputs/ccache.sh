# ccache.sh ANOMALLOC CLANG FOLDER: compiles one file again and again by way of
# ccache, with a new pass and a new compiler between, and says what ccache did.
set -eu
anomalloc=$1 clang=$2
cd "$3"
export CCACHE_DIR="$PWD/cache"

# A program of its own, whose pass and compiler may be replaced.
mkdir -p prefix/bin prefix/lib
cp "$anomalloc" prefix/bin
cp -r "$(dirname "$anomalloc")/../lib/anomalloc" prefix/lib
printf '#!/bin/sh\nexec "%s" "$@"\n' "$clang" > clang++
chmod +x clang++
export ANOMALLOC_CLANGXX="$PWD/clang++"
CCACHE_EXTRAFILES=$(prefix/bin/anomalloc config --ccache-extrafiles)
export CCACHE_EXTRAFILES
echo 'int *volatile Sink; int main() { Sink = new int; }' > a.cpp

compile() {
  ccache -z > log
  ccache "$PWD/prefix/bin/anomalloc" c++ -g -c a.cpp -o a.o
  echo "$1: $(ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n ? "hit" : "miss" }')"
}
compile first
compile again
for pass in prefix/lib/anomalloc/llvm-*/AnomallocPass.so; do
  printf x >> "$pass"
done
compile "another pass"
compile again
echo '# a later one' >> clang++
compile "another compiler"
compile again
