; The option anomalloc-activations: what is inserted, and where. Without it there
; is nothing of the kind.
; RUN: %opt_pass -passes=anomalloc -S < %s | FileCheck %s --check-prefix=OFF --implicit-check-not=activations
; RUN: %opt_pass -passes=anomalloc -anomalloc-makers=0 -anomalloc-activations=1 -S %s | FileCheck %s
; RUN: %opt_pass -passes=anomalloc -anomalloc-makers=0 -anomalloc-activations=1 %s -o %t.bc
; RUN: %opt_pass -passes=anomalloc -anomalloc-makers=0 -anomalloc-activations=1 -S %t.bc | FileCheck %s
; OFF: call preserve_mostcc void @__anomalloc_event(
target triple = "x86_64-pc-linux-gnu"

; CHECK: @__anomalloc_activations = external thread_local(initialexec) global [24 x i8], align 8

; CHECK-LABEL: define void @entered_and_left(
; CHECK: %[[TLS:.*]] = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__anomalloc_activations)
; CHECK-NEXT: %[[AT:.*]] = getelementptr inbounds i8, ptr %[[TLS]], i64 0
; CHECK-NEXT: %[[OUTER:.*]] = load volatile i64, ptr %[[AT]]
; CHECK-NEXT: %[[DEPTH:.*]] = add i64 %[[OUTER]], 1
; CHECK: store volatile i64 %[[DEPTH]], ptr
; CHECK: getelementptr inbounds i8, ptr %{{.*}}, i64 16
; CHECK-NEXT: %[[ENTERED:.*]] = load volatile ptr, ptr
; CHECK-NEXT: %[[TOLD:.*]] = icmp ne ptr %[[ENTERED]], null
; CHECK-NEXT: br i1 %[[TOLD]], label %[[TELL:.*]], label %[[BODY:.*]], !prof
; CHECK: [[TELL]]:
; CHECK-NEXT: call preserve_mostcc void @__anomalloc_entered(i64 %[[DEPTH]])
; CHECK-NEXT: br label %[[BODY]]
; CHECK: [[BODY]]:
; CHECK: call ptr @malloc(i64 8)
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: ret void
define void @entered_and_left(ptr %to) memory(readwrite) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  ret void
}

; What has its place on the stack stays in the entry block.
; CHECK-LABEL: define void @variables(
; CHECK-NEXT: %first = alloca i32
; CHECK-NEXT: %second = alloca i64
; CHECK: br i1
define void @variables(ptr %to) {
  %first = alloca i32
  store i32 1, ptr %first
  %second = alloca i64
  store i64 2, ptr %second
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  ret void
}

; Nobody asks functions that do not allocate.
; CHECK-LABEL: define void @silent(
; CHECK-NEXT: call void @g()
; CHECK-NEXT: ret void
define void @silent() {
  call void @g()
  ret void
}

; Where an exception lands, the depth is that of this function.
; CHECK-LABEL: define void @lands(
; CHECK: %[[DEPTH:.*]] = add i64 %[[OUTER:.*]], 1
; CHECK: landingpad
; CHECK-NEXT: cleanup
; CHECK: store volatile i64 %[[DEPTH]], ptr
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: resume
define void @lands(ptr %to) personality ptr @__gxx_personality_v0 {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  invoke void @g() to label %ok unwind label %cleanup
ok:
  ret void
cleanup:
  %e = landingpad { ptr, i32 } cleanup
  call void @h()
  resume { ptr, i32 } %e
}

; A silent one puts back what it found.
; CHECK-LABEL: define void @silent_lands(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK-NEXT: invoke void @g()
; CHECK: landingpad
; CHECK: store volatile i64 %[[OUTER]], ptr
define void @silent_lands() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %caught
ok:
  ret void
caught:
  %e = landingpad { ptr, i32 } catch ptr null
  ret void
}

; Behind a landing that only terminates nothing runs.
; CHECK-LABEL: define void @terminates(
; CHECK-NOT: activations
; CHECK: ret void
define void @terminates() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %ok unwind label %terminate
ok:
  ret void
terminate:
  %e = landingpad { ptr, i32 } catch ptr null
  call void @__clang_call_terminate(ptr null)
  unreachable
}

; CHECK-LABEL: define i32 @returns_twice(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: %r = call i32 @setjmp(
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: ret i32 %r
define i32 @returns_twice(ptr %buffer) {
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  ret i32 %r
}

; A call that may become a jump: the function is left before it.
; CHECK-LABEL: define ptr @jumps(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: %r = tail call ptr @next(
; CHECK-NEXT: ret ptr %r
define ptr @jumps(ptr %to) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  %r = tail call ptr @next(ptr %p)
  ret ptr %r
}

; On the way to a return that several share.
; CHECK-LABEL: define ptr @jumps_on_one_way(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: %r = tail call ptr @next(
; CHECK-NEXT: br label %out
; CHECK: not_there:
; CHECK-NEXT: call void @g()
; CHECK-NEXT: br label %[[LEFT:.*]]
; CHECK: [[LEFT]]:
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: phi ptr
; CHECK-NEXT: ret ptr
define ptr @jumps_on_one_way(ptr %to, i1 %c, i1 %d) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  br i1 %c, label %there, label %elsewhere
there:
  %r = tail call ptr @next(ptr %p)
  br label %out
elsewhere:
  br i1 %d, label %out, label %not_there
not_there:
  call void @g()
  br label %out
out:
  %result = phi ptr [ %r, %there ], [ null, %elsewhere ], [ %p, %not_there ]
  ret ptr %result
}

; The result is another's: no jump.
; CHECK-LABEL: define i32 @does_not_jump(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: tail call ptr @next(
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: ret i32 7
define i32 @does_not_jump(ptr %to) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  %r = tail call ptr @next(ptr %p)
  ret i32 7
}

; CHECK-LABEL: define ptr @must_jump(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: %r = musttail call ptr @next(
; CHECK-NEXT: ret ptr %r
define ptr @must_jump(ptr %to) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  %r = musttail call ptr @next(ptr %to)
  ret ptr %r
}

; Its own block is freed in its own time.
; CHECK-LABEL: define void @frees_last(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: tail call void @free(ptr %p)
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: ret void
define void @frees_last(ptr %to) {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  tail call void @free(ptr %p)
  ret void
}

; Never entered twice: no chain can grow.
; CHECK-LABEL: define ptr @never_recurses(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: tail call ptr @next(
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: ret ptr
define ptr @never_recurses(ptr %to) norecurse {
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %to
  %r = tail call ptr @next(ptr %p)
  ret ptr %r
}

; The library's function is silent, its caller tells for it.
; CHECK-LABEL: define void @_ZNSt6vectorIiSaIiEE7reserveEm(
; CHECK-NOT: activations
; CHECK: ret void
define void @_ZNSt6vectorIiSaIiEE7reserveEm(ptr %v) {
  %p = call ptr @_Znwm(i64 16)
  store ptr %p, ptr %v
  ret void
}
; CHECK-LABEL: define void @fills(
; CHECK: %[[OUTER:.*]] = load volatile i64, ptr
; CHECK: @__anomalloc_activations
; CHECK: call void @_ZNSt6vectorIiSaIiEE7reserveEm(
; CHECK: store volatile i64 %[[OUTER]], ptr
; CHECK-NEXT: ret void
define void @fills(ptr %v) {
  call void @_ZNSt6vectorIiSaIiEE7reserveEm(ptr %v)
  ret void
}

; There are no thread-local variables yet when it runs.
; CHECK-LABEL: define ptr @resolver(
; CHECK-NOT: activations
; CHECK: ret ptr
@indirect = ifunc void (), ptr @resolver
define ptr @resolver() {
  %p = call ptr @malloc(i64 8)
  call void @free(ptr %p)
  ret ptr @g2
}
define void @g2() {
  ret void
}

declare void @g()
declare void @h()
declare ptr @next(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @__clang_call_terminate(ptr)
declare i32 @__gxx_personality_v0(...)
declare ptr @malloc(i64)
declare ptr @_Znwm(i64)
declare void @free(ptr allocptr) allockind("free")
