# anomalloc_add_budget_test(<target> [NAME <name>] [BUDGET <file>] [MODE <mode>]
#   [WORKING_DIRECTORY <folder>] [OPTIONS <option>...] [ARGS <argument>...])
#
# Adds tests that run the program <target> with ARGS under `anomalloc record`, and
# hold what it allocated to the budgets of BUDGET (anomalloc.yaml of the current
# source folder). The profiles are in <name>.run of the current build folder.
#
#   <name>-empty    takes away the profiles of earlier runs
#   <name>-record   records; fails if the program does
#   <name>-check    `anomalloc check`, with OPTIONS; fails if a limit is broken
#
# They are a fixture of CTest: `ctest -R <name>-check` runs all three. MODE is that of
# `record --mode`: limits of temporaries, leaks and the peak need "lifetime".
#
# Serves the build tree and the installed package alike; both set
# Anomalloc_COMMAND.
set(_anomalloc_empty_folder "${CMAKE_CURRENT_LIST_DIR}/AnomallocEmptyFolder.cmake")

function(anomalloc_add_budget_test target)
  cmake_parse_arguments(arg "" "NAME;BUDGET;MODE;WORKING_DIRECTORY" "OPTIONS;ARGS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "anomalloc_add_budget_test(${target}): unknown arguments "
      "'${arg_UNPARSED_ARGUMENTS}'; it takes NAME, BUDGET, MODE, WORKING_DIRECTORY, "
      "OPTIONS and ARGS")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "anomalloc_add_budget_test(${target}): there is no such target")
  endif()
  if(NOT arg_NAME)
    set(arg_NAME "${target}-budget")
  endif()
  if(NOT arg_BUDGET)
    set(arg_BUDGET anomalloc.yaml)
  endif()
  get_filename_component(budget "${arg_BUDGET}" ABSOLUTE)
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(mode)
  if(arg_MODE)
    set(mode "--mode=${arg_MODE}")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.run")
  add_test(NAME ${arg_NAME}-empty
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" -P "${_anomalloc_empty_folder}")
  add_test(NAME ${arg_NAME}-record
    COMMAND "${Anomalloc_COMMAND}" record --quiet ${mode}
      "--output=${folder}/%n.%p.anomalloc" -- $<TARGET_FILE:${target}> ${arg_ARGS}
    WORKING_DIRECTORY "${arg_WORKING_DIRECTORY}")
  add_test(NAME ${arg_NAME}-check
    COMMAND "${Anomalloc_COMMAND}" check "--budget=${budget}" ${arg_OPTIONS} "${folder}"
    WORKING_DIRECTORY "${arg_WORKING_DIRECTORY}")
  set_tests_properties(${arg_NAME}-empty PROPERTIES FIXTURES_SETUP ${arg_NAME})
  set_tests_properties(${arg_NAME}-record PROPERTIES
    FIXTURES_SETUP ${arg_NAME} DEPENDS ${arg_NAME}-empty)
  set_tests_properties(${arg_NAME}-check PROPERTIES FIXTURES_REQUIRED ${arg_NAME})
endfunction()
