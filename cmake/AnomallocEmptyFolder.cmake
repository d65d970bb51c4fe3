# cmake -DFOLDER=<folder> -P AnomallocEmptyFolder.cmake: makes the folder, or
# empties it, so that no profile of an earlier run is taken for one of this run.
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
