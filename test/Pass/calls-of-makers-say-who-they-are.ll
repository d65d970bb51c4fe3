; A call of a maker by code that is none says so in the thread's Caller. A site in
; makers alone adds to the counters that Caller names, at the width of its halves.
; RUN: %opt_pass -passes=anomalloc-makers,anomalloc -S %s | FileCheck %s
; RUN: %opt_pass -passes=anomalloc-makers,anomalloc -anomalloc-makers=0 -S %s | FileCheck %s --check-prefix=OFF --implicit-check-not=__anomalloc_made
; OFF: call preserve_mostcc void @__anomalloc_event(
target triple = "x86_64-pc-linux-gnu"

; One number for each maker call: its slot, to which the runtime adds the unit.
; CHECK-DAG: @anomalloc.callers = internal global [8 x i64] [i64 7, i64 9, i64 11, i64 13, i64 15, i64 17, i64 19, i64 21], align 8
; CHECK-DAG: @anomalloc.unit = internal global {{.*}} ptr @anomalloc.callers, i64 8 }

; A constructor is one by its name.
define void @_ZN6VectorC1Ev(ptr %this) {
; CHECK-LABEL: define void @_ZN6VectorC1Ev(
; CHECK: %p = call ptr @malloc(i64 24)
; CHECK: %[[SLOT32:.*]] = load volatile i32, ptr
; CHECK-NEXT: %[[SLOT:.*]] = zext i32 %[[SLOT32]] to i64
; CHECK: %[[INDEX:.*]] = load volatile i32, ptr
; CHECK: icmp eq ptr %[[BLOCK:.*]], null
; CHECK: call preserve_mostcc void @__anomalloc_made(ptr @anomalloc.unit, ptr %p, i64 24)
; CHECK: getelementptr inbounds i64, ptr %[[BLOCK]], i64 %[[SLOT]]
; CHECK: asm sideeffect "cmpq $$1, $1\0A\09sbbq $$-1, $0"
; CHECK: asm sideeffect "addq $1, $0"
  %p = call ptr @malloc(i64 24)
  store ptr %p, ptr %this
  ret void
}

; What it makes, it returns.
define internal ptr @factory() noinline {
; CHECK-LABEL: define internal ptr @factory()
; CHECK-SAME: #[[FACTORY:[0-9]+]]
; CHECK: call preserve_mostcc void @__anomalloc_made(
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}

; One temporary, and it is none: its own line is the one to change.
define internal ptr @keeps_one(ptr %to) noinline {
; CHECK-LABEL: define internal ptr @keeps_one(
; CHECK-NOT: __anomalloc_made
; CHECK: ret ptr
  %kept = call ptr @malloc(i64 8)
  store ptr %kept, ptr %to
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}

define void @caller(ptr %v, i1 %c) {
; CHECK-LABEL: define void @caller(
; CHECK: br i1 %c
; CHECK: makes:
; CHECK-NOT: load volatile
; CHECK: %[[CALLER:.*]] = load atomic i64, ptr {{.*}}@anomalloc.callers{{.*}} monotonic
; CHECK: store volatile i64 %[[CALLER]], ptr
; CHECK: {{^ *}}call void @_ZN6VectorC1Ev(
; CHECK-NEXT: asm sideeffect "{{.*}}movq $$0, %fs:32($0)"
; CHECK-NEXT: br label
  br i1 %c, label %makes, label %out
makes:
  tail call void @_ZN6VectorC1Ev(ptr %v)
  br label %out
out:
  ret void
}

; Several on every way: forgotten once, where it is left.
define ptr @calls_many(ptr %v, ptr %to) {
; CHECK-LABEL: define ptr @calls_many(
; CHECK: call void @_ZN6VectorC1Ev(
; CHECK-NOT: asm
; CHECK: call ptr @factory()
; CHECK: call ptr @keeps_one(
; CHECK-NEXT: asm sideeffect "{{.*}}movq $$0, %fs:32($0)"
; CHECK-NEXT: ret ptr
  call void @_ZN6VectorC1Ev(ptr %v)
  %p = call ptr @factory()
  %q = call ptr @keeps_one(ptr %to)
  ret ptr %q
}

; A call in each turn of a loop: the same.
define void @calls_in_turns(ptr %v, i1 %c) {
; CHECK-LABEL: define void @calls_in_turns(
; CHECK: call void @_ZN6VectorC1Ev(
; CHECK-NOT: asm
; CHECK: out:
; CHECK-NEXT: asm sideeffect "{{.*}}movq $$0, %fs:32($0)"
; CHECK-NEXT: ret void
  br label %loop
loop:
  call void @_ZN6VectorC1Ev(ptr %v)
  br i1 %c, label %loop, label %out
out:
  ret void
}

; In some turns alone: loops that make something have few turns.
define void @calls_in_some_turns(ptr %v, i1 %b, i1 %c, i1 %d) {
; CHECK-LABEL: define void @calls_in_some_turns(
; CHECK: call void @_ZN6VectorC1Ev(
; CHECK-NEXT: asm sideeffect "{{.*}}movq $$0, %fs:32($0)"
; CHECK: out:
; CHECK-NEXT: ret void
  br i1 %b, label %loop, label %out
loop:
  br i1 %c, label %makes, label %next
makes:
  call void @_ZN6VectorC1Ev(ptr %v)
  br label %next
next:
  br i1 %d, label %loop, label %out
out:
  ret void
}

; Its own calls of makers are another matter: between calls that count for others,
; of code that is no maker's and was inlined, its caller's number is there.
define void @_ZN4ListC1Ev(ptr %this, i1 %c) !dbg !4 {
; CHECK-LABEL: define void @_ZN4ListC1Ev(
; CHECK: %[[BEFORE:.*]] = load volatile i64, ptr
; CHECK: loop:
; CHECK: store volatile i64
; CHECK: {{^ *}}call void @_ZN6VectorC1Ev({{.*}} #[[ALONE:[0-9]+]]
; CHECK: store volatile i64 %[[BEFORE]], ptr
; CHECK: out:
; CHECK-NEXT: call void @_ZN6VectorC1Ev(
  br label %loop
loop:
  call void @_ZN6VectorC1Ev(ptr %this), !dbg !7
  br i1 %c, label %loop, label %out
out:
  call void @_ZN6VectorC1Ev(ptr %this), !dbg !9
  ret void
}

; A maker hands its caller's number on.
define void @_ZN4GridC1Ev(ptr %this) {
; CHECK-LABEL: define void @_ZN4GridC1Ev(
; CHECK-NEXT: call void @_ZN6VectorC1Ev(ptr %this)
; CHECK-NEXT: ret void
  call void @_ZN6VectorC1Ev(ptr %this)
  ret void
}

; Whatever returns an object may be a maker, and what a pointer leads to, too. A
; chain of jumps stays one.
define ptr @jumps(ptr %callback, ptr %object) {
; CHECK-LABEL: define ptr @jumps(
; CHECK: store volatile i64
; CHECK: call void @elsewhere(ptr sret(i64) %object)
; CHECK: store volatile i64
; CHECK: tail call ptr %callback()
; CHECK-NEXT: ret ptr
  call void @elsewhere(ptr sret(i64) %object)
  %p = tail call ptr %callback()
  ret ptr %p
}

; Codegen shall not make one call of two: a stack could not tell the lines.
; CHECK-DAG: attributes #[[ALONE]] = { nomerge }
; CHECK-DAG: attributes #[[FACTORY]] = { noinline {{.*}}"anomalloc-maker"
declare void @elsewhere(ptr sret(i64))
declare ptr @malloc(i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "list.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "List", linkageName: "_ZN4ListC1Ev", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "log", linkageName: "_ZN4List3logEv", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILocation(line: 2, scope: !4)
!7 = !DILocation(line: 6, scope: !5, inlinedAt: !6)
!9 = !DILocation(line: 3, scope: !4)
