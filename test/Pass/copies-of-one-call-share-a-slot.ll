; Unrolled or jump-threaded copies have the very location of the original. Other
; sizes, other locations, and calls without any location are sites of their own.
; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f() !dbg !4 {
; CHECK: call nonnull ptr @_Znwm(i64 8){{.*}}, !anomalloc ![[A:[0-9]+]]
  %1 = call nonnull ptr @_Znwm(i64 8), !dbg !7
; CHECK: call nonnull ptr @_Znwm(i64 8){{.*}}, !anomalloc ![[A]]
  %2 = call nonnull ptr @_Znwm(i64 8), !dbg !7
; CHECK: call nonnull ptr @_Znwm(i64 16){{.*}}, !anomalloc ![[B:[0-9]+]]
  %3 = call nonnull ptr @_Znwm(i64 16), !dbg !7
; CHECK: call nonnull ptr @_Znwm(i64 8){{.*}}, !anomalloc ![[C:[0-9]+]]
  %4 = call nonnull ptr @_Znwm(i64 8), !dbg !8
; CHECK: call nonnull ptr @_Znwm(i64 8){{.*}}, !anomalloc ![[D:[0-9]+]]
  %5 = call nonnull ptr @_Znwm(i64 8)
; CHECK: call nonnull ptr @_Znwm(i64 8){{.*}}, !anomalloc ![[E:[0-9]+]]
  %6 = call nonnull ptr @_Znwm(i64 8)
  ret void
}

; CHECK-DAG: ![[A]] = !{{.*}} i64 8, !"", !"f /src/a.cpp:3:5", !"heap", i32 0,
; CHECK-DAG: ![[B]] = !{{.*}} i64 16, !"", !"f /src/a.cpp:3:5", !"heap", i32 1,
; CHECK-DAG: ![[C]] = !{{.*}} i64 8, !"", !"f /src/a.cpp:4:5", !"heap", i32 2,
; CHECK-DAG: ![[D]] = !{{.*}} i64 8, !"", !"f /src/a.cpp:0:0", !"heap", i32 3,
; CHECK-DAG: ![[E]] = !{{.*}} i64 8, !"", !"f /src/a.cpp:0:0", !"heap", i32 4,

declare ptr @_Znwm(i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "/src/a.cpp", directory: "/build")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 3, column: 5, scope: !4)
!8 = !DILocation(line: 4, column: 5, scope: !4)
