# The harness of all lit tests: what stands in a RUN line, what can be required.
#
#   %clang %clangxx %opt      the compilers and opt that Anomalloc is built for
#   %anomalloc_pass           the plugin, AnomallocPass.so, which loads
#   %llvm_pass                that for our major of LLVM
#   %opt_pass                 opt with the plugin loaded
#   %plugin                   clang's flag that loads the plugin
#   %plugin_options           the same, when -mllvm -anomalloc-... follows
#   %stub                     an object that stands in for the runtime and prints
#                             what it counted (Pass/Inputs/stub-runtime.cpp)
#   %rt_flags                 compile and link with the shared runtime
#   %rt_static_flags          the same with the static one
#   %openmp, %libcxx          flags for OpenMP, for libc++ (features openmp, libcxx)
#   %anomalloc                the command line
#   %rt_so                    the shared runtime, for LD_PRELOAD
#   %rt_access                what counts the C library's accesses
#   %rt_regions               what hears of regions of other tools
#   %{t:preload}              %t, for LD_PRELOAD
#   %rt_witness               the shared runtime that walks stacks twice, for LD_PRELOAD
#   %malloc_counter           an independent witness of heap events, for LD_PRELOAD
#   %same_counts              compares its counts with profiles
#   %lifetime_log             an independent log of births and deaths, for LD_PRELOAD
#   %same_lifetimes           compares it with a profile
#   %same_trace               compares it with a trace
#   %same_by_stack            compares a profile's stacks with its sites
#   %accesses                 prints a profile's accesses by size of blocks
#   %check_schema             says whether JSON follows a schema
#   %python                   Python 3
#   %bin, %build              the folder of the build's programs; the build
#   %dump_site_table          prints the tables of an object or a program
#   %include                  the folder of anomalloc/anomalloc.h
#   FileCheck, not, split-file, count, llvm-*   LLVM's own
#   %lit %exec_root           lit, and where it finds these tests: for tests of tests
#
# With --param=target=aarch64 the compilers compile for AArch64, the libraries are those
# of build/runtime-aarch64, and programs run under qemu (Inputs/aarch64).
#
# Paths may stand within quotes or without: see Inputs/paths_in_run_lines.py.
#
# Features: runtime, runtime-static, cli, page, chromium, ccache, perfetto, multiscale, barneshut, fibre, trigger, voronoi, gcc, dwz, lld, openmp, asan, heaptrack, valgrind,
# tsan, libcxx, flang, gdc, go, gfortran, rustc, python-headers, aarch64-headers, aarch64, emulated, root, x86_64, llvm-<major>.

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig

import lit.formats
import lit.util

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(config.test_source_root, "Inputs"))
import paths_in_run_lines  # noqa: E402

config.name = "Anomalloc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]

# A test that hangs is named, and the others still run. lit needs psutil for that.
if lit.util.killProcessAndChildrenIsSupported()[0]:
    lit_config.maxIndividualTestTime = 900

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_bin, config.environment.get("PATH", "")])
# Nothing of the caller's may leak in.
for name in ("ANOMALLOC_OPTIONS", "LD_PRELOAD", "CCC_OVERRIDE_OPTIONS"):
    config.environment.pop(name, None)
# glibc overwrites freed memory, so what is read after its end is seen (mallopt(3)).
config.environment["MALLOC_PERTURB_"] = "165"

# The build stands in the checkout, mostly: the longer first.
config.folders = sorted([config.source_dir, config.build_dir], key=len, reverse=True)
paths_in_run_lines.allow_special_characters(config.folders)


def for_preload(path):
    return paths_in_run_lines.for_preload(path, config.folders)


# Where programs run that %clang compiles: here, or on AArch64 under qemu.
emulated = lit_config.params.get("target") == "aarch64"
aarch64_build = os.path.join(config.build_dir, "runtime-aarch64")
aarch64_run = os.path.join(aarch64_build, "test", "run-aarch64")
if emulated:
    config.test_exec_root = os.path.join(aarch64_build, "test")
    config.available_features.add("emulated")
    config.environment["ANOMALLOC_SYSROOT"] = "/usr/aarch64-linux-gnu"
runtime_lib = os.path.join(config.output_lib, "aarch64") if emulated else config.output_lib
runtime_test = os.path.join(aarch64_build, "test") if emulated else config.test_exec_root


def in_lib(name):
    return os.path.join(config.output_lib, name)


def in_runtime(name):
    return os.path.join(runtime_lib, name)


def compiler(*command):
    if not emulated:
        return " ".join(command)
    wrapper = os.path.join(config.test_source_root, "Inputs", "aarch64", "compile.py")
    # A script names its interpreter up to the first space, too: execve(2).
    return shlex.join([sys.executable, wrapper, for_preload(aarch64_run), *command, "--"])


plugin = in_lib("AnomallocPass.so")
include = os.path.join(config.source_dir, "include")
# The root of the tests, whatever project includes them.
if not os.path.isdir(include):
    include = os.path.join(os.path.dirname(config.test_source_root), "include")
dump = os.path.join(config.test_source_root, "Pass", "Inputs",
                    "dump-site-table.py")

substitutions = {
    "%clangxx": compiler(config.clangxx),
    "%clang": compiler(config.clang),
    "%opt_pass": f"{config.opt} -load-pass-plugin={plugin}",
    "%opt": config.opt,
    "%anomalloc_pass": plugin,
    "%llvm_pass": os.path.join(config.output_llvm_lib, "AnomallocPass.so"),
    "%plugin_options": f"-fplugin={plugin} -fpass-plugin={plugin}",
    "%plugin": f"-fpass-plugin={plugin}",
    "%stub": os.path.join(config.test_exec_root, "stub-runtime.o"),
    "%rt_static_flags": f"-I {include} {in_runtime('libanomalloc_rt.a')} -ldl",
    "%rt_flags": f"-I {include} -L {runtime_lib} -lanomalloc_rt "
                 f"-Wl,-rpath,{runtime_lib}",
    "%openmp": shlex.join(config.openmp_flags),
    "%libcxx": shlex.join(config.libcxx_flags),
    "%anomalloc": os.path.join(config.output_bin, "anomalloc"),
    "%dump_site_table": f"{sys.executable} {dump}",
    "%include": include,
    "%rt_access": in_runtime("libanomalloc_rt_access.so"),
    "%rt_regions": in_runtime("libanomalloc_rt_regions.so"),
    "%rt_regions_preload": for_preload(in_runtime("libanomalloc_rt_regions.so")),
    "%rt_so": for_preload(in_runtime("libanomalloc_rt.so")),
    "%python": sys.executable,
    "%bin": config.output_bin,
    "%build": aarch64_build if emulated else config.build_dir,
    "%lit": shlex.join([sys.executable, sys.argv[0]]),
    "%exec_root": config.test_exec_root,
}
for key, name in (("%malloc_counter", "malloc-counter.so"),
                  ("%lifetime_log", "lifetime-log.so"),
                  ("%rt_witness", "libanomalloc_rt_witness.so")):
    substitutions[key] = for_preload(os.path.join(runtime_test, name))
substitutions["%same_counts"] = " ".join(
    [sys.executable, os.path.join(config.test_source_root, "Inputs",
                                  "same_counts.py"), substitutions["%anomalloc"]])
substitutions["%check_schema"] = " ".join(
    [sys.executable, os.path.join(config.test_source_root, "Inputs",
                                  "check_schema.py"), substitutions["%anomalloc"]])
substitutions["%accesses"] = " ".join(
    [sys.executable, os.path.join(config.test_source_root, "Inputs", "accesses.py")])
substitutions["%same_by_stack"] = " ".join(
    [sys.executable, os.path.join(config.test_source_root, "Inputs",
                                  "same_by_stack.py"), substitutions["%anomalloc"]])
substitutions["%same_lifetimes"] = " ".join(
    [sys.executable, os.path.join(config.test_source_root, "Inputs",
                                  "same_lifetimes.py"), substitutions["%anomalloc"]])
substitutions["%same_trace"] = " ".join(
    [sys.executable, os.path.join(config.test_source_root, "Inputs",
                                  "same_trace.py"), substitutions["%anomalloc"]])
if emulated:
    for name in ("c++", "cc"):
        config.substitutions.append((f"%anomalloc {re.escape(name)} ",
                                     compiler(substitutions["%anomalloc"], name) + " "))
# Longest first and whole words only: %clang must not eat the start of %clangxx.
for key in sorted(substitutions, key=len, reverse=True):
    config.substitutions.append((key + r"(?![A-Za-z0-9_])", substitutions[key]))


def compiles(*flags):
    """Whether clang++ links and runs an empty program with these flags."""
    program = os.path.join(config.test_exec_root, "feature-test")
    try:
        subprocess.run(
            [*shlex.split(compiler(config.clangxx)), "-x", "c++", "-", "-o", program, *flags],
            input=b"int main() {}", check=True, capture_output=True)
        subprocess.run([program], check=True, capture_output=True)
        return True
    except (OSError, subprocess.CalledProcessError):
        return False


def add_feature(name, present):
    if present:
        config.available_features.add(name)


os.makedirs(config.test_exec_root, exist_ok=True)
add_feature("runtime", os.path.exists(in_runtime("libanomalloc_rt.so")))
add_feature("runtime-static", os.path.exists(in_runtime("libanomalloc_rt.a")))
add_feature("cli", os.path.exists(substitutions["%anomalloc"]))
add_feature("page", os.path.exists(in_lib("page.html")))
add_feature("chromium", shutil.which("chromium"))
add_feature("ccache", shutil.which("ccache"))
add_feature("perfetto", os.path.exists(
    os.path.join(config.test_exec_root, "perfetto", "page", "index.html")))
add_feature("multiscale",
            os.path.exists(os.path.join(config.output_bin, "multiscale-before")))
for example in ("barneshut", "trigger", "voronoi"):
    add_feature(example, os.path.exists(os.path.join(config.output_bin, example)))
add_feature("fibre", os.path.exists(os.path.join(config.output_bin, "fibre-before")))
add_feature("gcc", shutil.which("g++") and not emulated)
add_feature("dwz", shutil.which("dwz"))
for language in ("gdc", "go", "gfortran", "rustc"):
    add_feature(language, shutil.which(language) and not emulated)
add_feature("flang", shutil.which("flang-new-" + config.llvm_major) and not emulated)
for mpi in ("openmpi", "mpich"):
    add_feature(mpi, not emulated and all(
        shutil.which(f"{tool}.{mpi}") for tool in ("mpirun", "mpicc", "mpicxx")))
add_feature("small-disk", subprocess.run(
    ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
    capture_output=True).returncode == 0)
add_feature("mpi4py", os.path.isdir("/usr/lib/python3/dist-packages/mpi4py"))
add_feature("python-headers", os.path.exists(
    os.path.join(sysconfig.get_path("include"), "Python.h")))
add_feature("heaptrack", shutil.which("heaptrack_print"))
add_feature("valgrind", os.path.exists("/usr/libexec/valgrind/dh_view.html"))
add_feature("lld", compiles("-fuse-ld=lld"))
add_feature("openmp", compiles(*config.openmp_flags))
add_feature("asan", compiles("-fsanitize=address"))
add_feature("tsan", compiles("-fsanitize=thread"))
add_feature("libcxx", compiles(*config.libcxx_flags))
add_feature("aarch64-headers", os.path.exists("/usr/aarch64-linux-gnu/include"))
add_feature("root", os.geteuid() == 0)
add_feature("aarch64", shutil.which("qemu-aarch64") and os.path.exists(aarch64_run))
add_feature("x86_64", platform.machine() == "x86_64" and not emulated)
add_feature("llvm-" + config.llvm_major, True)
