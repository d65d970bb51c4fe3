; A call that cannot return null costs one increment of the thread's slot.
; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; CHECK-DAG: @__anomalloc_tls = external thread_local(initialexec) global
; CHECK-DAG: @anomalloc.unit = internal global { i32, i32, ptr, i64, i64, ptr, i64 } { i32 0, i32 1, ptr @anomalloc.table, i64 {{[0-9]+}}, i64 0, ptr null, i64 0 }
; CHECK-DAG: @llvm.global_ctors = {{.*}} { i32 0, ptr @anomalloc.register, ptr null }
; CHECK-DAG: @anomalloc.table = private constant {{.*}}c"ANST{{.*}}, section ".anomalloc", align 8

define ptr @f() {
; CHECK-LABEL: define ptr @f()
; CHECK: %[[TLS:.*]] = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__anomalloc_tls), !nosanitize
; CHECK-NEXT: %[[BASE:.*]] = load atomic i64, ptr getelementptr inbounds ({{.*}}@anomalloc.unit, {{.*}}) monotonic, align 8, !nosanitize
; The slot, 0, and ANOMALLOC_ASKING_SITE.
; CHECK-NEXT: %[[SITE:.*]] = or i64 %[[BASE]], 1073741824
; CHECK-NEXT: %[[ASKING:.*]] = getelementptr inbounds i8, ptr %[[TLS]], i64 8
; CHECK-NEXT: store volatile i64 %[[SITE]], ptr %[[ASKING]], align 8, !nosanitize
; CHECK-NEXT: %p = call nonnull ptr @_Znwm(i64 24) #[[NOBUILTIN:[0-9]+]], !anomalloc ![[SITE:[0-9]+]]
; CHECK-NEXT: %[[INDEX:.*]] = load atomic i32, ptr @anomalloc.unit acquire, align 4, !nosanitize
; CHECK: %[[BLOCKS:.*]] = load atomic ptr, ptr %{{.*}} monotonic, align 8, !nosanitize
; CHECK: %[[BLOCK:.*]] = load atomic ptr, ptr %{{.*}} monotonic, align 8, !nosanitize
; CHECK-NEXT: %[[NULL:.*]] = icmp eq ptr %[[BLOCK]], null
; CHECK-NEXT: br i1 %[[NULL]], label %[[UNKNOWN:.*]], label %[[PASSED:[^,]*]], !prof
; CHECK: [[UNKNOWN]]:
; CHECK-NEXT: call preserve_mostcc void @__anomalloc_event(ptr @anomalloc.unit, i32 0, ptr %p, i64 24) #{{.*}}, !nosanitize
; Whoever stands before the allocator has taken it away.
; CHECK: [[PASSED]]:
; CHECK: %[[LEFT:.*]] = load volatile i64, ptr %{{.*}}, align 8, !nosanitize
; CHECK-NEXT: %[[TAKEN:.*]] = icmp eq i64 %[[LEFT]], 0
; CHECK-NEXT: br i1 %[[TAKEN]], label %[[KNOWN:.*]], label %[[UNKNOWN]], !prof
; CHECK: [[KNOWN]]:
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i64, ptr %[[BLOCK]], i64 0
; CHECK: call void asm sideeffect "incq $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i64) %[[SLOT]], ptr elementtype(i64) %[[SLOT]])
; CHECK: ret ptr %p
  %p = call nonnull ptr @_Znwm(i64 24) builtin
  ret ptr %p
}

; CHECK: define internal void @anomalloc.register()
; CHECK-NEXT: call void @__anomalloc_register_unit_v3(ptr @anomalloc.unit)
; CHECK-NEXT: ret void

; CHECK: attributes #[[NOBUILTIN]] = { nobuiltin }
; CHECK: ![[SITE]] = !{i64 {{-?[0-9]+}}, !"_Znwm", i32 0, i64 24, !"", !"f {{.*}}:0:0", !"heap", i32 0, i64 0, i64 0}

declare ptr @_Znwm(i64)
