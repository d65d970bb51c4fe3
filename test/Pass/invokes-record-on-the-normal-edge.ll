; The edge is split where others arrive too; a phi still sees the result.
; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define ptr @alone() personality ptr @__gxx_personality_v0 {
; CHECK-LABEL: define ptr @alone()
; CHECK: store volatile i64 %{{.*}}
; CHECK-NEXT: %p = invoke nonnull ptr @_Znwm(i64 24)
; CHECK-NEXT: to label %ok unwind label %bad
; CHECK: ok:
; CHECK: load atomic i32, ptr @anomalloc.unit acquire
; CHECK: ret ptr %p
  %p = invoke nonnull ptr @_Znwm(i64 24) to label %ok unwind label %bad
ok:
  ret ptr %p
bad:
; CHECK: bad:
; CHECK-NEXT: landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: resume
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define ptr @shared(i1 %c) personality ptr @__gxx_personality_v0 {
; CHECK-LABEL: define ptr @shared(
; CHECK: %p = invoke nonnull ptr @_Znwm(i64 24)
; CHECK-NEXT: to label %[[EDGE:.*]] unwind label %bad
; CHECK: [[EDGE]]:
; CHECK-NEXT: load atomic i32
; CHECK: br label %join
; CHECK: join:
; CHECK-NEXT: phi ptr [ null, %entry ], [ %p, %{{.*}} ]
entry:
  br i1 %c, label %try, label %join
try:
  %p = invoke nonnull ptr @_Znwm(i64 24) to label %join unwind label %bad
join:
  %r = phi ptr [ null, %entry ], [ %p, %try ]
  ret ptr %r
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

declare ptr @_Znwm(i64)
declare i32 @__gxx_personality_v0(...)
