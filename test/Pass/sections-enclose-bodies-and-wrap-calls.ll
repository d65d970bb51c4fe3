; RUN: %opt_pass -anomalloc-sections=phase,caller:callee=name,caller:coroutine -passes=anomalloc-sections -S < %s | FileCheck %s
; RUN: %opt_pass -passes=anomalloc-sections -S < %s | FileCheck %s --check-prefix=NONE --implicit-check-not=__anomalloc
; NONE: define void @phase()
target triple = "x86_64-pc-linux-gnu"

; CHECK-DAG: @[[PHASE:.*]] = private unnamed_addr constant [6 x i8] c"phase\00"
; CHECK-DAG: @[[NAME:.*]] = private unnamed_addr constant [5 x i8] c"name\00"

define void @phase() {
; CHECK-LABEL: define void @phase()
; CHECK: call void @__anomalloc_phase_begin(ptr @[[PHASE]])
; CHECK-NEXT: invoke void @callee(i32 1)
; CHECK: call void @__anomalloc_phase_end()
; CHECK-NEXT: ret void
; CHECK: landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: call void @__anomalloc_phase_end()
; CHECK-NEXT: resume
  call void @callee(i32 1)
  ret void
}

define void @caller() {
; CHECK-LABEL: define void @caller()
; CHECK-NEXT: call void @callee.anomalloc.phase(i32 2)
; CHECK-NEXT: call void @other()
; A ramp returns when the coroutine suspends: its call is no phase.
; CHECK-NEXT: call void @coroutine()
  call void @callee(i32 2)
  call void @other()
  call void @coroutine()
  ret void
}

define void @coroutine() presplitcoroutine {
; CHECK-LABEL: define void @coroutine()
; CHECK-NEXT: call void @callee(i32 3)
  call void @callee(i32 3)
  ret void
}

; CHECK: define internal void @callee.anomalloc.phase(i32 %0)
; CHECK: call void @__anomalloc_phase_begin(ptr @[[NAME]])
; CHECK-NEXT: invoke void @callee(i32 %0)

declare void @callee(i32)
declare void @other()
