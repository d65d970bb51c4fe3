//===- Abi.h - what instrumented code and the runtime share -----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The contract between the code that the pass inserts and the runtime.
///
/// A *unit* is one LLVM module as it was compiled: one descriptor, one site
/// table. A *slot* is one 64-bit counter of a unit. Each thread has, for the
/// section that it counts to, a table from unit index to that unit's block of
/// slots. All tables start as one shared table of null pointers, so that one
/// comparison covers "thread not known", "unit not known" and "section just
/// changed": the runtime is then called and does the counting itself.
///
/// Around a heap call of constant size:
/// \code
///   __anomalloc_tls.Asking = Unit.CallerBase | Slot | ANOMALLOC_ASKING_SITE;
///   void *P = malloc(24);                        // the interposer clears it
///   uint32_t U = acquire-load(&Unit.Index);
///   uint64_t *Block = __anomalloc_tls.Blocks[U];
///   if (Block && !__anomalloc_tls.Asking)
///     Block[Slot] += P != nullptr;               // one instruction: signals
///   else
///     __anomalloc_event(&Unit, Slot, P, 24);     // preserve_most, cold
/// \endcode
/// So the interposed function knows which site asks, and in detailed modes it
/// does everything itself. Around a call of a pool, the code is the same with
/// PoolBlocks, with ANOMALLOC_POOL_SLOT in Slot, and without Asking. A site of
/// dynamic size has two slots: the first size that it asks for is counted the
/// same way, in the second slot, and all other sizes by
/// __anomalloc_event_dynamic. Around a leading call (a library function known
/// to allocate):
/// \code
///   __anomalloc_tls.ViaSlot = Slot;
///   __anomalloc_tls.Via = &Unit;
///   ... = asprintf(...);
///   __anomalloc_tls.Via = nullptr;
/// \endcode
/// A maker makes blocks on behalf of its caller. Around a call of one:
/// \code
///   __anomalloc_tls.Caller = Unit.Callers[N];    // CallerBase | Slot
///   ... = Vector(n);
///   __anomalloc_tls.Caller = 0;                 // also where exceptions are
///                                               // caught, setjmp returns, ...
/// \endcode
/// A site whose whole inline chain is makers adds, behind its own count:
/// \code
///   uint64_t For = __anomalloc_tls.Caller;
///   uint64_t *Block = __anomalloc_tls.Blocks[For >> 32];
///   if (Block) Block[uint32_t(For)] += 1, Block[uint32_t(For) + 1] += 24;
///   else __anomalloc_made(&Unit, P, 24);        // preserve_most, cold
/// \endcode
/// Around a call of an accelerator's allocation function (ANOMALLOC_DEVICE in
/// AllocFunctions.def), which is counted as a pool's. Only units with such
/// calls refer to __anomalloc_device_asking:
/// \code
///   __anomalloc_device_asking = 1;              // libanomalloc_rt_devices.so
///   ... = cudaMalloc(&P, 24);                   // clears it, if it is there
///   __anomalloc_device_asking = 0;
/// \endcode
/// A function that tells when it is entered and left (the pass's option
/// anomalloc-activations) has the code below. Only such functions refer to
/// __anomalloc_activations. So the linker refuses a runtime that lacks this
/// variable, and names it:
/// \code
///   uint64_t D = __anomalloc_activations.Depth + 1;
///   __anomalloc_activations.Depth = D;
///   if (__anomalloc_activations.Entered)
///     __anomalloc_entered(D);                   // preserve_most
///   ...                                         // the function's own work
///   __anomalloc_activations.Depth = D;          // where exceptions land, and
///                                               // where setjmp returns
///   __anomalloc_activations.Depth = D;          // where swapcontext returns:
///   __anomalloc_activations.Entered = nullptr;  // others ran meanwhile
///   __anomalloc_activations.Depth = D - 1;      // before it returns
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ABI_H
#define ANOMALLOC_ABI_H

#include <stddef.h>
#include <stdint.h>

/// Raised whenever anything below changes shape or meaning. Instrumented code
/// built for another version is refused by name: the version is part of the
/// name of the registration function.
#define ANOMALLOC_ABI_VERSION 3
#define ANOMALLOC_REGISTER __anomalloc_register_unit_v3

#pragma GCC visibility push(default)
extern "C" {

/// One compiled module. Defined by the pass (internal linkage, writable data);
/// only `Index`, `CallerBase` and what `Callers` points to are ever written, by
/// the runtime.
struct AnomallocUnit {
  /// Index into every thread's `Blocks`; 0 until the runtime knows the unit.
  uint32_t Index;
  /// Number of 64-bit slots that the unit's code counts into.
  uint32_t NumSlots;
  /// The unit's site table, in the format of anomalloc/SiteTable.h.
  const void *Table;
  /// Size of the site table in bytes.
  uint64_t TableSize;
  /// `Index` in the upper half, 0 in the lower one: AnomallocTls::Caller of the
  /// unit's slot 0.
  uint64_t CallerBase;
  /// AnomallocTls::Caller of each of the unit's maker calls; null if it has
  /// none. The pass writes the slots. The runtime puts `Index` into the upper
  /// halves before it sets `Index`: until then nobody knows these calls.
  uint64_t *Callers;
  /// The number of elements of `Callers`.
  uint64_t NumCallers;
};

/// Set in AnomallocTls::ViaSlot by a leading site whose whole inline chain is
/// makers. The events of such a site are also added to the slots of the maker
/// call in progress.
#define ANOMALLOC_VIA_MAKER 0x80000000u

/// Set in AnomallocTls::Asking by a site, so that the value of a site is never
/// 0.
#define ANOMALLOC_ASKING_SITE 0x40000000u

/// Set in the Slot of an event of a pool.
#define ANOMALLOC_POOL_SLOT 0x80000000u

/// The state of one thread that instrumented code touches. Thread-local,
/// initial-exec, valid from the thread's first instruction on.
struct AnomallocTls {
  /// Indexed by AnomallocUnit::Index; never null; entries may be null.
  uint64_t **Blocks;
  /// The site whose heap call is in progress: the index of its unit in the
  /// upper half (0: not known yet), its slot and ANOMALLOC_ASKING_SITE in the
  /// lower one. The next heap event of this thread is that site's. Without
  /// ANOMALLOC_ASKING_SITE: the runtime itself made the call. 0: no call of a
  /// site is in progress, so the next event is dark. The first to handle the
  /// event sets this to 0.
  uint64_t Asking;
  /// The unit whose leading call is in progress, or null.
  struct AnomallocUnit *Via;
  /// Slot of that leading call; see ANOMALLOC_VIA_MAKER.
  uint32_t ViaSlot;
  /// Tells which call was the last that begins a chain of jumps
  /// (lib/Pass/record/Jumps.h). The lower half of a sum: the address at which
  /// this call's return address stands on the stack, plus Caller.
  uint32_t Jump;
  /// The maker call in progress: the index of its unit in the upper half, the
  /// first of its two slots (blocks, bytes) in the lower one. 0: not known. A
  /// number, not a pointer: the unit may be unloaded.
  uint64_t Caller;
  /// The same as Blocks, for the slots of pools. In detailed modes all its
  /// entries are null, so that each event of a pool calls the runtime.
  uint64_t **PoolBlocks;
};

/// Activations are told apart up to this depth. If a block was made deeper, it
/// is not known which activation made it.
#define ANOMALLOC_ACTIVATION_DEPTHS 1024

/// One activation: a call of an instrumented function that has not returned.
struct AnomallocActivation {
  /// AnomallocActivations::Clock when it began.
  uint64_t Clock;
  /// Address of its frame; the largest number if that is not known. The stack
  /// grows down: a caller's frame is at a higher address than its callee's.
  uint64_t Frame;
};

/// The activations of instrumented functions in one thread: which ones run, and
/// since when. Thread-local, initial-exec, valid from the thread's first
/// instruction on. An instrumented signal handler leaves it as it was.
struct AnomallocActivations {
  /// How many activations there are; the innermost has this number. Each return
  /// sets it anew. So an exception or a longjmp, which skips returns, leaves a
  /// wrong number only until control is back in an instrumented function.
  uint64_t Depth;
  /// The allocation clock (LifetimeFormat.h) just after the newest block that
  /// this thread has made in an activation. Only the runtime writes it.
  uint64_t Clock;
  /// The activations by number, from 1 on. The last element,
  /// ANOMALLOC_ACTIVATION_DEPTHS, serves all deeper ones. Null as long as
  /// nobody needs it: in modes without lifetimes, and before the thread's first
  /// block. Instrumented code sets it to null when the thread has been on
  /// another stack; the next block brings it back. Otherwise only the runtime
  /// reads or writes it.
  struct AnomallocActivation *Entered;
};

#ifdef __clang__
#define ANOMALLOC_PRESERVE_MOST __attribute__((preserve_most))
#else
#define ANOMALLOC_PRESERVE_MOST
#endif

/// Makes \p Unit known to the runtime. Each unit has a constructor of priority
/// 0, put there by the pass, that calls this function. Idempotent, thread-safe.
/// Events may come before the call.
void ANOMALLOC_REGISTER(struct AnomallocUnit *Unit);

/// Counts one finished call of a heap site or, with ANOMALLOC_POOL_SLOT in
/// `Slot`, of a pool's site. The call gave block `Ptr` of `Size` bytes. If
/// `Ptr` is null, the call failed and is not counted. Sets Asking to 0.
/// Async-signal-safe, any thread. Keeps errno.
ANOMALLOC_PRESERVE_MOST void __anomalloc_event(struct AnomallocUnit *Unit,
                                               uint32_t Slot, const void *Ptr,
                                               size_t Size);

/// Does the same as __anomalloc_event() for a site of dynamic size. Compares
/// `Size` with the size in the first of the site's two slots.
ANOMALLOC_PRESERVE_MOST void
__anomalloc_event_dynamic(struct AnomallocUnit *Unit, uint32_t Slot,
                          const void *Ptr, size_t Size);

/// Counts block `Ptr` (null: failed, not counted) of `Size` bytes in the slots
/// of the maker call in progress. If no such call is known, counts the block in
/// the last two slots of `Unit`, the unit of the block's site.
/// Async-signal-safe, any thread. Keeps errno.
ANOMALLOC_PRESERVE_MOST void __anomalloc_made(struct AnomallocUnit *Unit,
                                              const void *Ptr, size_t Size);

/// Adds `Value` to a slot that counts loop entries or iterations. Called when
/// the thread has no block of counters for the unit yet. Async-signal-safe, any
/// thread.
ANOMALLOC_PRESERVE_MOST void __anomalloc_add(struct AnomallocUnit *Unit,
                                             uint32_t Slot, uint64_t Value);

/// Tells that an instrumented function was entered. It is the thread's
/// activation of number \p Depth. Called only if `Entered` is not null.
/// Async-signal-safe.
ANOMALLOC_PRESERVE_MOST void __anomalloc_entered(uint64_t Depth);

/// Begin and end a phase. Called by anomalloc.h, and at entry and exit of a
/// function that the option `-anomalloc-sections=` made a phase. `Name` must
/// stay valid for the call only.
void __anomalloc_phase_begin(const char *Name);
void __anomalloc_phase_end(void);
/// Begin and end a scope: a section of the calling thread alone (anomalloc.h).
void __anomalloc_scope_begin(const char *Name);
void __anomalloc_scope_end(void);
/// Whether kernels are sections (the option kernels), for
/// libanomalloc_rt_regions.so.
int __anomalloc_kernels(void);
/// Switch the recording of stacks and lifetimes on and off (anomalloc.h, resume
/// and pause).
void __anomalloc_resume(void);
void __anomalloc_pause(void);
/// Copies the profile, as it is now, to the file `Path`, which is replaced.
/// Returns 0 or an errno value. Async-signal-safe, any thread.
int __anomalloc_snapshot(const char *Path);

extern __thread struct AnomallocTls __anomalloc_tls
    __attribute__((tls_model("initial-exec")));
/// 1: the next block of an accelerator's function is counted by the site that
/// asks. Valid from the thread's first instruction on.
extern __thread uint32_t __anomalloc_device_asking
    __attribute__((tls_model("initial-exec")));
extern __thread struct AnomallocActivations __anomalloc_activations
    __attribute__((tls_model("initial-exec")));

} // extern "C"
#pragma GCC visibility pop

#endif // ANOMALLOC_ABI_H
