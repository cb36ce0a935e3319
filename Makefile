# Tact: collide.h, rbd.h, contact.h. Nothing has to be built to use them; this file builds the tests, examples and benches.
# `make` lists the targets. Everything that is made goes to build/. Settings people expect work from the command line:
#   CC, CXX, CFLAGS, CXXFLAGS, LDFLAGS, LDLIBS, PREFIX, DESTDIR, DEBUG=1, SANITIZE=1, JOBS=n, TESTS="tests/a.c tests/b.c"

.DEFAULT_GOAL := help
.SUFFIXES:
.DELETE_ON_ERROR:
SHELL := /bin/sh

ifeq ($(origin CC),default)
CC := cc
endif
ifeq ($(origin CXX),default)
CXX := c++
endif
AR ?= ar
PREFIX ?= /usr/local
NPROC := $(shell nproc 2>/dev/null || echo 2)
JOBS ?= $(NPROC)
HEADERS := collide.h rbd.h contact.h

# ---- variants: release (default), debug, asan; each in its own directory ------------------------------------------------
ifdef SANITIZE
VARIANT ?= asan
CFLAGS ?= -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CXXFLAGS ?= $(CFLAGS)
else ifdef DEBUG
VARIANT ?= debug
CFLAGS ?= -O0 -g
CXXFLAGS ?= $(CFLAGS)
else
VARIANT ?= release
CFLAGS ?= -O2
CXXFLAGS ?= $(CFLAGS)
endif
BUILD := build/$(VARIANT)
WARNINGS ?= -Wall -Wextra
# -ffp-contract=off: the same sums on machines with and without fused multiply-add.
# -Wno-sign-compare: an enumerator compared with an enum variable is signed against unsigned to some compilers.
COMMON_FLAGS := -I. -Itests -ffp-contract=off $(WARNINGS) -Wno-sign-compare
C_FLAGS = -std=c99 $(COMMON_FLAGS) $(CPPFLAGS) $(CFLAGS)
CXX_FLAGS = -std=c++11 $(COMMON_FLAGS) $(CPPFLAGS) $(CXXFLAGS)
LIBRARIES = $(LDLIBS) -lm -pthread

# ---- configurations of the tests: double, lapack (the LAPACKE backend), float, cxx (test files compiled as C++) --------
CONFIGS ?= double lapack float cxx
TESTS ?= $(sort $(wildcard tests/*_*.c))
# fuzz_* have their own target
TEST_SOURCES := $(filter-out tests/fuzz_%,$(TESTS))
SHELL_TESTS ?= $(sort $(wildcard tests/test_*.sh))
double_TESTS := $(TEST_SOURCES)
lapack_TESTS := $(filter tests/rbd_% tests/contact_% tests/world_% tests/tact_linalg%,$(TEST_SOURCES))
float_TESTS := $(if $(TEST_SOURCES),$(shell grep -l '^/\* float: yes \*/' $(TEST_SOURCES) 2>/dev/null))
cxx_TESTS := $(if $(TEST_SOURCES),$(shell grep -l '^/\* c++: yes \*/' $(TEST_SOURCES) 2>/dev/null))
double_FLAGS :=
lapack_FLAGS := -DTACT_LAPACK
float_FLAGS := -DTACT_FLOAT
cxx_FLAGS :=
LAPACK_LIBRARIES ?= -llapacke -lopenblas
lapack_LIBRARIES = $(LAPACK_LIBRARIES)

PROBE_LAPACK = printf '\#include <lapacke.h>\n\#include <cblas.h>\nint main(void) { return LAPACK_ROW_MAJOR == 0 || cblas_ddot(0, 0, 1, 0, 1) > 0 || LAPACKE_dpotrf(101, 76, 0, 0, 1) > 0; }\n' \
    | $(CC) $(CFLAGS) -xc - -o /dev/null $(LDFLAGS) $(LAPACK_LIBRARIES) 2>/dev/null
HAVE_LAPACK = $(eval HAVE_LAPACK := $$(shell $$(PROBE_LAPACK) && echo yes))$(HAVE_LAPACK)
USED_CONFIGS = $(filter-out $(if $(HAVE_LAPACK),,lapack),$(CONFIGS))
programs = $(patsubst tests/%.c,$(BUILD)/$(1)/%,$($(1)_TESTS))
SKIP_LAPACK = $(if $(filter lapack,$(CONFIGS)),$(if $(HAVE_LAPACK),,--skipped "$(words $(lapack_TESTS)) \
    lapack: the LAPACK half of the tests, $(words $(lapack_TESTS)) programs: LAPACKE and CBLAS were not found (make deps)"))

# A line of `make help` is a target followed by two hashes and a text.
help: ## this list
	@echo "Tact: three C headers for collision, articulated dynamics and frictional contact"
	@sed -n 's/^\([a-zA-Z][a-zA-Z0-9_%-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | awk -F '\t' '{ printf "%-22s %s\n", $$1, $$2 }'

# Parallel by itself: takes the user's -j when there is one, and all cores when not.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

test: ## builds and runs every test in every configuration
	@+$(MAKE) --no-print-directory $(PARALLEL) test-programs
	@tests/run.sh --jobs $(JOBS) --logs $(BUILD)/logs $(if $(EMULATOR),--emulator "$(EMULATOR)") \
	    $(SKIP_LAPACK) -- $(foreach c,$(USED_CONFIGS),$(call programs,$c)) $(SHELL_TESTS)

.SECONDEXPANSION:
test-programs: $$(foreach c,$$(USED_CONFIGS),$$(call programs,$$c))

# One test by name in the double configuration: make test-collide_gjk
test-%: $(BUILD)/double/%
	@$(EMULATOR) $<

# The files that hold the implementations. The world of contact.h appears when the other two come before it.
build/impl/%.c: Makefile
	@mkdir -p $(@D)
	@case $* in \
	collide) printf '#define COLLIDE_IMPLEMENTATION\n#include "collide.h"\n' ;; \
	rbd) printf '#define RBD_IMPLEMENTATION\n#include "rbd.h"\n' ;; \
	contact) printf '#include "collide.h"\n#include "rbd.h"\n#define CONTACT_IMPLEMENTATION\n#include "contact.h"\n' ;; \
	esac > $@.$$$$ && mv $@.$$$$ $@

# Rebuild when a setting changes.
$(BUILD)/flags: force
	@mkdir -p $(@D)
	@echo '$(CC) $(CXX) $(C_FLAGS) $(CXX_FLAGS) $(LDFLAGS) $(LIBRARIES)' | cmp -s - $@ || \
	    echo '$(CC) $(CXX) $(C_FLAGS) $(CXX_FLAGS) $(LDFLAGS) $(LIBRARIES)' > $@

# $(1) configuration, $(2) directory of its library
define CONFIG_RULES
$(HEADERS:%.h=$(BUILD)/$(1)/impl/%.o): $(BUILD)/$(1)/impl/%.o: build/impl/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	@echo "  cc   $$@"
	@$$(CC) $$(C_FLAGS) $$($(1)_FLAGS) -MMD -MP -c $$< -o $$@

$(BUILD)/$(1)/libtact.a: $(BUILD)/$(if $(filter lapack,$(1)),double,$(1))/impl/collide.o $(BUILD)/$(1)/impl/rbd.o $(BUILD)/$(1)/impl/contact.o
	@rm -f $$@
	@$$(AR) rcs $$@ $$^

$(patsubst %,%.o,$(call programs,$(1))): $(BUILD)/$(1)/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	@echo "  $(if $(filter cxx,$(1)),c++,cc ) $$@"
	@$(if $(filter cxx,$(1)),$$(CXX) $$(CXX_FLAGS) -x c++,$$(CC) $$(C_FLAGS)) $$($(1)_FLAGS) -MMD -MP -c $$< -o $$@

$(call programs,$(1)): $(BUILD)/$(1)/%: $(BUILD)/$(1)/%.o $(BUILD)/$(if $(filter cxx,$(1)),double,$(1))/libtact.a
	@$(if $(filter cxx,$(1)),$$(CXX) $$(CXXFLAGS),$$(CC) $$(CFLAGS)) $$^ $$(LDFLAGS) $$($(1)_LIBRARIES) $$(LIBRARIES) -o $$@
endef
$(foreach c,double lapack float cxx,$(eval $(call CONFIG_RULES,$c)))
# Static pattern rules above: a general one would also try to make the .d files.
-include $(wildcard $(BUILD)/*/*.d $(BUILD)/*/impl/*.d)

# ---- benches: rows `bench<TAB>case<TAB>metric<TAB>value` on stdout ------------------------------------------------------
BENCHES := $(patsubst bench/%.c,%,$(sort $(wildcard bench/*.c)))
BENCH_FLAGS ?= -O3 -march=native
# A bench of its own needs goes here: NAME_BENCH_FLAGS and NAME_BENCH_LIBRARIES.
build/bench/%: bench/%.c $(HEADERS) $(wildcard bench/*.h)
	@mkdir -p $(@D)
	@echo "  cc  $@" >&2
	@$(CC) -std=c11 -D_GNU_SOURCE -I. -Ibench -Wall -Wextra $(BENCH_FLAGS) $($*_BENCH_FLAGS) $< $(LDFLAGS) $($*_BENCH_LIBRARIES) $(LDLIBS) -lm -pthread -o $@

bench-%: build/bench/% ## builds and runs one bench of bench/ (rows on stdout)
	@$< $(BENCH_ARGS)

bench: ## builds and runs every bench
	@+$(MAKE) --no-print-directory $(PARALLEL) $(BENCHES:%=build/bench/%)
	@for b in $(BENCHES); do build/bench/$$b $(BENCH_ARGS) || exit 1; done

clean: ## removes build/
	rm -rf build

force:
.PHONY: help test test-programs bench clean force
.PRECIOUS: build/impl/%.c $(BUILD)/flags $(BUILD)/double/impl/%.o $(BUILD)/lapack/impl/%.o $(BUILD)/float/impl/%.o \
    $(foreach c,double lapack float cxx,$(BUILD)/$c/%.o)
