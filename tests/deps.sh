#!/bin/sh
# What the tree can use beyond a C compiler and make, from Debian's packages.
#
#   tests/deps.sh test|check|peers...    installs what is missing of these groups, as root on a machine with apt-get;
#                                        otherwise prints the one line to run. Says nothing to install when all is there.
#
# It never fails: what stays absent is reported as skipped by the tests and checks that need it.
set -u
groups=${*:-test check}

# group, package, test that it is there
table='
test gcc command -v gcc
test g++ command -v g++
test make command -v make
test libopenblas-dev library openblas
test liblapacke-dev header lapacke.h
test python3-numpy python_numpy
check clang command -v clang
check lld command -v wasm-ld
check nodejs command -v node
check npm command -v npm
check libclang-rt-14-dev clang_runtime
check tcc command -v tcc
check gcc-mingw-w64-x86-64 command -v x86_64-w64-mingw32-gcc
check gcc-aarch64-linux-gnu command -v aarch64-linux-gnu-gcc
check libc6-dev-arm64-cross test -e /usr/aarch64-linux-gnu/include/stdio.h
check gcc-s390x-linux-gnu command -v s390x-linux-gnu-gcc
check libc6-dev-s390x-cross test -e /usr/s390x-linux-gnu/include/stdio.h
check gcc-i686-linux-gnu command -v i686-linux-gnu-gcc
check libc6-dev-i386-cross test -e /usr/i686-linux-gnu/include/stdio.h
check qemu-user command -v qemu-aarch64
check clang-format command -v clang-format
check clang-tidy command -v clang-tidy
check cppcheck command -v cppcheck
check valgrind command -v valgrind
check binutils command -v nm
check chromium command -v chromium
check libopenmpi-dev command -v mpicc
check openmpi-bin command -v mpirun
check libsdl2-dev command -v sdl2-config
peers libmujoco-dev header mujoco/mujoco.h
peers libbullet-dev header bullet/btBulletDynamicsCommon.h
peers libode-dev header ode/ode.h
peers libccd-dev header ccd/ccd.h
peers libfcl-dev header fcl/fcl.h
peers libeigen3-dev header eigen3/Eigen/Dense
peers libsiconos-numerics-dev header siconos/numerics/FrictionContactProblem.h
'
header() {
    for directory in /usr/include /usr/local/include /usr/include/"$(uname -m)"-linux-gnu; do
        [ -e "$directory/$1" ] && return 0
    done
    return 1
}
library() { # the one to link with: another package may bring a header of the same name
    ls /usr/lib/lib"$1".so /usr/lib64/lib"$1".so /usr/local/lib/lib"$1".so /usr/lib/*/lib"$1".so 2>/dev/null | grep -q .
}
python_numpy() { for p in python3 /usr/bin/python3; do $p -c 'import numpy' 2>/dev/null && return 0; done; return 1; }
clang_runtime() { # the sanitizers and the fuzzer of clang come in a package of their own
    command -v clang >/dev/null || return 0
    ls "$(clang -print-resource-dir 2>/dev/null)"/lib/linux/libclang_rt.fuzzer-* >/dev/null 2>&1
}

missing=$(echo "$table" | while read -r group package test; do
    [ -n "$group" ] || continue
    case " $groups " in *" $group "*) ;; *) continue ;; esac
    $test >/dev/null 2>&1 || echo "$package"
done)
[ -n "$missing" ] || exit 0

missing=$(echo "$missing" | tr '\n' ' ')
line="apt-get install -y --no-install-recommends ${missing% }"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 && [ -z "${TACT_NO_INSTALL-}" ]; then
    echo "deps: installing what is missing: $line"
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    install() { apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@" >"$log" 2>&1; } # another may hold the lock
    # the package lists may be absent or old: refresh them only when the first try fails
    # shellcheck disable=SC2086 # a list
    if install $missing || { apt-get update >"$log" 2>&1 && install $missing; }; then
        echo "deps: installed"
    else # one that does not exist must not keep the others out
        for package in $missing; do
            install "$package" || {
                echo "deps: could not install $package: $(grep -m 1 '^E:' "$log")"
                failed=1
            }
        done
        [ -z "${failed-}" ] || echo "deps: goes on without; to try again: $line"
    fi
    rm -f "$log"
else
    echo "deps: missing: ${missing% }; what needs them is skipped. To install: sudo $line"
fi
exit 0
