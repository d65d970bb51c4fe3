; C functions of accelerators, C++ functions by patterns, the virtual call in one that was inlined,
; and a user's own function. What has another signature is somebody else's.
; RUN: split-file %s %t
; RUN: %opt_pass -anomalloc-functions=%t/own -passes=anomalloc -anomalloc-makers=0 -S %t/input.ll -o %t/out.ll
; RUN: FileCheck %t/input.ll < %t/out.ll
; RUN: not %opt_pass -anomalloc-functions=%t/wrong -passes=anomalloc -S %t/input.ll 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: error: -anomalloc-functions: {{.*}}wrong:1: no memory space is named 'gpu'; there are 'host', 'device',

;--- own
gpu_alloc size=0 space=device
;--- wrong
gpu_alloc size=0 space=gpu
;--- input.ll
target triple = "x86_64-pc-linux-gnu"

; A site says that it counts, and counts only if 0 is returned.
define void @sites(ptr %out, i64 %n, ptr %queue) {
; CHECK-LABEL: define void @sites(
; CHECK: store volatile i32 1, ptr %{{.*}}
; CHECK-NEXT: call i32 @cudaMalloc(ptr %out, i64 %n){{.*}}, !anomalloc
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 -2147483648,
; CHECK: store volatile i32 0, ptr %{{.*}}
  %1 = call i32 @cudaMalloc(ptr %out, i64 %n)
; CHECK: call ptr @_ZN4sycl3_V113malloc_deviceEmRKNS0_5queueE({{.*}}, !anomalloc
; CHECK-NOT: store volatile i32 1
; CHECK: call ptr @gpu_alloc(i64 64){{.*}}, !anomalloc
  %2 = call ptr @_ZN4sycl3_V113malloc_deviceEmRKNS0_5queueE(i64 %n, ptr %queue)
  %3 = call ptr @gpu_alloc(i64 64)
; CHECK: call i64 @hipMalloc(ptr %out)
; CHECK-NOT: !anomalloc
; CHECK: ret void
  %4 = call i64 @hipMalloc(ptr %out)
  ret void
}

; The virtual call in Umpire's function, which was inlined.
define ptr @pooled(ptr %strategy, ptr %f, i64 %n) !dbg !5 {
; CHECK-LABEL: define ptr @pooled(
; CHECK: call ptr %f(ptr %strategy, i64 %n){{.*}}, !anomalloc
  %1 = call ptr %f(ptr %strategy, i64 %n), !dbg !7
  ret ptr %1
}

declare i32 @cudaMalloc(ptr, i64)
declare i64 @hipMalloc(ptr)
declare ptr @_ZN4sycl3_V113malloc_deviceEmRKNS0_5queueE(i64, ptr)
declare ptr @gpu_alloc(i64)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.cpp", directory: "/src")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "do_allocate", linkageName: "_ZN6umpire9Allocator11do_allocateEm", file: !2, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "pooled", linkageName: "pooled", file: !2, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DILocation(line: 10, column: 3, scope: !5)
!7 = !DILocation(line: 4, column: 5, scope: !4, inlinedAt: !6)
