# cmake -DNODE= -DNPM= -DFROM=<this folder> -DIN=<folder of the build> -DFILES= -DPAGE=
# -P BuildPage.cmake: makes the template of the page. npm's packages come into IN,
# never into the sources. If they cannot be had there is no page, and no failure.
file(MAKE_DIRECTORY "${IN}")
file(REMOVE_RECURSE "${IN}/src")
file(REMOVE "${PAGE}")
foreach(_file IN LISTS FILES)
  file(COPY "${FROM}/${_file}" DESTINATION "${IN}")
endforeach()
file(COPY "${FROM}/src" DESTINATION "${IN}")

# As long as the lockfile is the same, so are the packages.
file(SHA256 "${IN}/package-lock.json" _wanted)
set(_stamp "${IN}/node_modules/.anomalloc-lock")
set(_have)
if(EXISTS "${_stamp}")
  file(READ "${_stamp}" _have)
endif()
if(NOT _have STREQUAL _wanted)
  execute_process(COMMAND "${NPM}" ci --prefer-offline WORKING_DIRECTORY "${IN}"
    RESULT_VARIABLE _code OUTPUT_VARIABLE _text ERROR_VARIABLE _text)
  if(NOT _code EQUAL 0)
    message("${_text}")
    message(WARNING "npm could not get the packages of the report page (is there a network?): "
      "'anomalloc html' will have no page. The next build tries again.")
    return()
  endif()
  file(WRITE "${_stamp}" "${_wanted}")
endif()
execute_process(COMMAND "${NODE}" build.mjs "${PAGE}" WORKING_DIRECTORY "${IN}"
  RESULT_VARIABLE _code)
if(NOT _code EQUAL 0)
  message(FATAL_ERROR "the report page could not be built")
endif()
