# Finds clang's libraries and headers of LLVM's major.
# Debian's ClangConfig answers to 19.1, not to 19.
foreach(_try "" ".1")
  find_package(Clang "${Anomalloc_LLVM}${_try}" CONFIG QUIET HINTS "${LLVM_DIR}/../clang")
  if(Clang_FOUND)
    break()
  endif()
endforeach()
if(NOT Clang_FOUND)
  message(FATAL_ERROR "The headers of clang ${Anomalloc_LLVM} were not found. Install "
    "libclang-${Anomalloc_LLVM}-dev, or leave the checks out with -DANOMALLOC_TIDY=OFF.")
endif()
