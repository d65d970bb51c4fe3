//===- RecordNotes.h - what record says when the program has ended -*- C++ -*-//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_RECORDNOTES_H
#define ANOMALLOC_ANOMALLOC_RECORD_RECORDNOTES_H

#include "cli/RuntimeFlags.h"
#include "record/ProfilePlace.h"
#include "record/WrittenPrograms.h"

namespace anomalloc {

class UnrecordedProcesses;

/// Warns of allocations and processes that are not in the profiles. To be
/// called before the profiles are packed.
void tellLosses(const WrittenProfiles &Written,
                const UnrecordedProcesses &Silent);

/// Warns of programs that were started without the runtime's variables in their
/// environment, and so left no profile.
void tellUnrecorded(llvm::ArrayRef<WrittenProgram> Programs);

/// Adds to \p Written the profiles of ranks of an MPI program that were put
/// together, as the ranks told. They are all in the place \p Possible: who else
/// knows the socket may tell of other files. Says so, unless \p Quiet.
void addPutTogether(WrittenProfiles &Written, const WrittenProfiles &Possible,
                    const UnrecordedProcesses &Heard, bool Quiet);

/// Names the profiles and the commands that read them. \p HasPage: the page was
/// written already.
void tellWhatWasWritten(const WrittenProfiles &Written,
                        llvm::ArrayRef<WrittenProgram> Programs, Mode M,
                        bool HasPage);

/// Tells if a file of an earlier run has the name \p Asked, and the new profile
/// another one.
void tellIfElsewhere(const WrittenProfiles &Written, const std::string &Asked);

/// Why there is no profile at all, for a message.
const char *whyNothingWasWritten();

/// Writes the report as a page beside the profile. A failure is a warning.
void writePage(const WrittenProfiles &Written, bool Quiet);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_RECORDNOTES_H
