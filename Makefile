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
# -Og -g1: half the time to compile of -O1 -g, and no slower to run
CFLAGS ?= -Og -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
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
# fuzz_* and soak_* have their own targets
TEST_SOURCES := $(filter-out tests/fuzz_% tests/soak_%,$(TESTS))
SHELL_TESTS ?= $(sort $(wildcard tests/test_*.sh))
double_TESTS := $(TEST_SOURCES)
# the backend is used by rbd.h and contact.h; not by their readers, builders and one-contact solvers. Its stack and threads are its own.
# Nor by draws of what others of its tests solve already: world_derivatives and contact_newton stand for the last three.
lapack_TESTS := $(filter-out $(patsubst %,tests/%.c,rbd_xml rbd_numbers rbd_urdf rbd_urdf_models rbd_mjcf rbd_builder contact_local world_gauntlet \
    contact_file contact_compliant_potentials world_stack world_threads world_derivatives_random world_estimators contact_experiments),$(filter tests/rbd_% tests/contact_% tests/world_% tests/tact_linalg%,$(TEST_SOURCES)))
# tests of private functions hold a header's implementation themselves, as a private copy (CONTACT_STATIC, ...): what they do not
# call is never compiled. All tests are optimised lightly: what takes time is in the library.
OWN_IMPLEMENTATION := $(if $(TEST_SOURCES),$(shell grep -l '_IMPLEMENTATION' $(TEST_SOURCES) 2>/dev/null))
TEST_FLAGS = $(if $(findstring -O2,$(CFLAGS)),-Og)
# of the tests with the other backend only these see the switch; the rest are the objects of `double` on another library
SEE_LAPACK := $(OWN_IMPLEMENTATION) $(if $(TEST_SOURCES),$(shell grep -l 'TACT_LAPACK' $(TEST_SOURCES) 2>/dev/null))
float_TESTS := $(if $(TEST_SOURCES),$(shell grep -l '^/\* float: yes \*/' $(TEST_SOURCES) 2>/dev/null))
cxx_TESTS := $(if $(TEST_SOURCES),$(shell grep -l '^/\* c++: yes \*/' $(TEST_SOURCES) 2>/dev/null))
double_FLAGS :=
lapack_FLAGS := -DTACT_LAPACK
float_FLAGS := -DTACT_FLOAT
# its programs are few and short: optimising the library would take longer than they win
float_LIBRARY_FLAGS = $(if $(findstring -O2,$(CFLAGS)),-O1)
cxx_FLAGS :=
LAPACK_LIBRARIES ?= -llapacke -lopenblas
lapack_LIBRARIES = $(LAPACK_LIBRARIES)

PROBE_LAPACK = printf '\#include <lapacke.h>\n\#include <cblas.h>\nint main(void) { return LAPACK_ROW_MAJOR == 0 || cblas_ddot(0, 0, 1, 0, 1) > 0 || LAPACKE_dpotrf(101, 76, 0, 0, 1) > 0; }\n' \
    | $(CC) $(CFLAGS) -xc - -o /dev/null $(LDFLAGS) $(LAPACK_LIBRARIES) 2>/dev/null
HAVE_LAPACK = $(eval HAVE_LAPACK := $$(shell $$(PROBE_LAPACK) && echo yes))$(HAVE_LAPACK)
USED_CONFIGS = $(filter-out $(if $(HAVE_LAPACK),,lapack),$(CONFIGS))
programs = $(patsubst tests/%.c,$(BUILD)/$(1)/%,$($(1)_TESTS))
own_objects = $(if $(filter lapack,$(1)),$(filter $(SEE_LAPACK:tests/%.c=$(BUILD)/lapack/%),$(programs)),$(programs))
SKIP_LAPACK = $(if $(filter lapack,$(CONFIGS)),$(if $(HAVE_LAPACK),,--skipped "$(words $(lapack_TESTS)) \
    lapack: the LAPACK half of the tests, $(words $(lapack_TESTS)) programs: LAPACKE and CBLAS were not found (make deps)"))

# A line of `make help` is a target followed by two hashes and a text.
help: ## this list
	@echo "Tact: three C headers for collision, articulated dynamics and frictional contact"
	@sed -n 's/^\([a-zA-Z][a-zA-Z0-9_%-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | awk -F '\t' '{ printf "%-22s %s\n", $$1, $$2 }'

# Parallel by itself: takes the user's -j when there is one, and all cores when not.
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

test: deps-test ## builds and runs every test in every configuration; the last line counts them
	@+$(MAKE) --no-print-directory -k $(PARALLEL) test-programs BUILT_CONFIGS="$(USED_CONFIGS)" || echo "make: not everything could be built; the rest is run"
	@MAKE="$(MAKE)" CC="$(CC)" CXX="$(CXX)" tests/run.sh --jobs $(JOBS) --logs $(BUILD)/logs $(if $(EMULATOR),--emulator "$(EMULATOR)") \
	    $(SKIP_LAPACK) -- $(foreach c,$(USED_CONFIGS),$(call programs,$c)) $(SHELL_TESTS)

# A recipe of its own before: whether LAPACKE is there is asked after what is missing was installed, and only for the tests.
deps-test:
	@tests/deps.sh test

test-programs: $(foreach c,$(BUILT_CONFIGS),$(call programs,$c)) $(if $(SHELL_TESTS),examples)

test-%: $(BUILD)/double/% ## builds and runs one test program of tests/, double configuration
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
	@$$(CC) $$(C_FLAGS) $$($(1)_LIBRARY_FLAGS) $$($(1)_FLAGS) -MMD -MP -c $$< -o $$@

$(BUILD)/$(1)/libtact.a: $(BUILD)/$(if $(filter lapack,$(1)),double,$(1))/impl/collide.o $(BUILD)/$(1)/impl/rbd.o $(BUILD)/$(1)/impl/contact.o
	@rm -f $$@
	@$$(AR) rcs $$@ $$^

$(patsubst %,%.o,$(call own_objects,$(1))): $(BUILD)/$(1)/%.o: tests/%.c $(BUILD)/flags
	@mkdir -p $$(@D)
	@echo "  $(if $(filter cxx,$(1)),c++,cc ) $$@"
	@$(if $(filter cxx,$(1)),$$(CXX) $$(CXX_FLAGS) -x c++,$$(CC) $$(C_FLAGS) $$(TEST_FLAGS)) $$($(1)_FLAGS) -MMD -MP -c $$< -o $$@

$(call own_objects,$(1)): $(BUILD)/$(1)/%: $(BUILD)/$(1)/%.o $(BUILD)/$(if $(filter cxx,$(1)),double,$(1))/libtact.a
	@$(if $(filter cxx,$(1)),$$(CXX) $$(CXXFLAGS),$$(CC) $$(CFLAGS)) $$^ $$(LDFLAGS) $$($(1)_LIBRARIES) $$(LIBRARIES) -o $$@
endef
$(foreach c,double lapack float cxx,$(eval $(call CONFIG_RULES,$c)))
$(filter-out $(call own_objects,lapack),$(call programs,lapack)): $(BUILD)/lapack/%: $(BUILD)/double/%.o $(BUILD)/lapack/libtact.a
	@$(CC) $(CFLAGS) $^ $(LDFLAGS) $(lapack_LIBRARIES) $(LIBRARIES) -o $@
# Static pattern rules above: a general one would also try to make the .d files.
-include $(wildcard $(BUILD)/*/*.d $(BUILD)/*/impl/*.d build/examples/*.d)

# ---- benches: rows `bench<TAB>case<TAB>metric<TAB>value` on stdout ------------------------------------------------------
BENCHES := $(patsubst bench/%.c,%,$(filter-out bench/figures_% bench/gauntlet%,$(sort $(wildcard bench/*.c))))
BENCH_FLAGS ?= -O3 -march=native
# A bench of its own needs goes here: NAME_BENCH_FLAGS and NAME_BENCH_LIBRARIES.
linalg_BENCH_FLAGS = $(if $(HAVE_LAPACK),-DTACT_LAPACK)
linalg_BENCH_LIBRARIES = $(if $(HAVE_LAPACK),$(LAPACK_LIBRARIES))
# Siconos NSGS beside our solvers, when Debian's libsiconos-numerics-dev is there
HAVE_SICONOS = $(wildcard /usr/include/siconos/numerics/NonSmoothDrivers.h)
solvers_BENCH_FLAGS = -Itests $(if $(HAVE_SICONOS),-DBENCH_SICONOS -I/usr/include/siconos/numerics -I/usr/include/siconos)
solvers_BENCH_LIBRARIES = $(if $(HAVE_SICONOS),-lsiconos_numerics)
figures_models_BENCH_FLAGS = -Itests
# MuJoCo beside our algorithms, when Debian's libmujoco-dev is there. Both may fuse multiplications and additions.
HAVE_MUJOCO = $(wildcard /usr/include/mujoco/mujoco.h)
rbd_BENCH_FLAGS = -ffp-contract=fast $(if $(HAVE_MUJOCO),-DBENCH_MUJOCO)
rbd_BENCH_LIBRARIES = $(if $(HAVE_MUJOCO),-lmujoco)
# Programs that need public functions alone share one build of the headers.
$(patsubst %,build/bench/%,loops compliant figures_loops figures_compliant figures_models figures_walking): build/bench/tact.o
build/bench/tact.o: $(HEADERS)
	@mkdir -p $(@D)
	@echo "  cc  $@" >&2
	@printf '#define COLLIDE_IMPLEMENTATION\n#define RBD_IMPLEMENTATION\n#define CONTACT_IMPLEMENTATION\n#include "collide.h"\n#include "rbd.h"\n#include "contact.h"\n' | \
	    $(CC) -std=c11 -I. $(BENCH_FLAGS) -x c - -c -o $@
build/bench/%: bench/%.c $(HEADERS) $(wildcard bench/*.h)
	@mkdir -p $(@D)
	@echo "  cc  $@" >&2
	@$(CC) -std=c11 -D_GNU_SOURCE -I. -Ibench -Wall -Wextra $(BENCH_FLAGS) $($*_BENCH_FLAGS) $< $(filter %.o,$^) $(LDFLAGS) $($*_BENCH_LIBRARIES) $(LDLIBS) -lm -pthread -o $@

bench-%: build/bench/% ## builds and runs one bench of bench/ (rows on stdout)
	@$< $(BENCH_ARGS)

# ---- convex queries: the shared query file, and the peers that Debian packages (libccd, FCL, Bullet) ------------------------
QUERIES ?= 100
build/bench/collide_gen: bench/collide_gen.cpp bench/collide_ref.h bench/collide_qfile.h
	@mkdir -p $(@D)
	@$(CXX) -O2 -std=c++17 -w $< -o $@
build/bench/queries.cqf: build/bench/collide_gen
	@build/bench/collide_gen $@ $(QUERIES)
gjk_BENCH_FLAGS = -ffp-contract=fast
figures_gjk_BENCH_FLAGS = -ffp-contract=fast
bench-gjk: build/bench/gjk build/bench/queries.cqf ## convex queries: time, error, iterations
	@build/bench/gjk build/bench/queries.cqf
build/bench/peer_ccd: bench/collide_ccd.cpp bench/collide_peer.h bench/collide_qfile.h
	@$(CXX) -O3 -march=native -std=c++17 -w $< -o $@ -lccd -lm
build/bench/peer_fcl: bench/collide_fcl.cpp bench/collide_peer.h bench/collide_qfile.h
	@$(CXX) -O3 -std=c++17 -w $$(pkg-config --cflags eigen3) $< -o $@ -lfcl -loctomap -loctomath -lccd
build/bench/peer_bullet32: bench/collide_bullet.cpp bench/collide_peer.h bench/collide_qfile.h
	@$(CXX) -O3 -march=native -std=c++17 -w $$(pkg-config --cflags bullet) $< -o $@ -lBulletCollision -lLinearMath
build/bench/peer_bullet64: bench/collide_bullet.cpp bench/collide_peer.h bench/collide_qfile.h
	@$(CXX) -O3 -march=native -std=c++17 -w -DBT_USE_DOUBLE_PRECISION $$(pkg-config --cflags bullet) $< -o $@ -lBulletCollision-float64 -lLinearMath-float64
bench-gjk-peers: build/bench/gjk build/bench/queries.cqf ## the same queries by libccd, FCL and Bullet, in turns with ours
	@for p in peer_ccd peer_fcl peer_bullet32 peer_bullet64; do \
	    $(MAKE) -s build/bench/$$p 2>/dev/null || echo "$$p: its packages are not here, left out" >&2; done
	@sh bench/collide_peers.sh build/bench
# Simulation scenarios (bench/sim/README.md): ours, and the engines whose packages are here, one process a row.
# SCENARIOS=prefix,prefix limits them; BENCH_BUDGET is the CPU seconds that one run may take.
SCENARIOS ?=
build/bench/sim_driver.o: bench/sim/bench.c bench/sim/bench.h bench/sim/crowds.h
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O2 -w -c $< -o $@
build/bench/sim_tact: bench/sim/peer_tact.c build/bench/sim_driver.o $(HEADERS)
	@$(CC) -std=c11 -D_GNU_SOURCE -I. -Ibench/sim $(BENCH_FLAGS) $< build/bench/sim_driver.o $(LDFLAGS) $(LDLIBS) -lm -pthread -o $@
build/bench/sim_tact_float: bench/sim/peer_tact.c build/bench/sim_driver.o $(HEADERS)
	@$(CC) -std=c11 -D_GNU_SOURCE -DTACT_FLOAT -I. -Ibench/sim $(BENCH_FLAGS) $< build/bench/sim_driver.o $(LDFLAGS) $(LDLIBS) -lm -pthread -o $@
build/bench/sim_mujoco: bench/sim/peer_mujoco.c build/bench/sim_driver.o
	@$(CC) -std=c11 -D_GNU_SOURCE -w -O2 $^ -lmujoco -lm -o $@
build/bench/sim_ode: bench/sim/peer_ode.c build/bench/sim_driver.o
	@$(CC) -std=c11 -D_GNU_SOURCE -w -O2 $^ -lode -lm -o $@
build/bench/sim_bullet: bench/sim/peer_bullet.cpp build/bench/sim_driver.o
	@$(CXX) -w -O2 $$(pkg-config --cflags bullet) $^ $$(pkg-config --libs bullet) -lm -o $@
build/bench/sim_bullet64: bench/sim/peer_bullet.cpp build/bench/sim_driver.o
	@$(CXX) -w -O2 $$(pkg-config --cflags bullet-float64) $^ $$(pkg-config --libs bullet-float64) -lm -o $@
bench-sim: build/bench/sim_tact ## the simulation scenarios: accuracy, stability, time per step
	@BENCH_BUDGET=$${BENCH_BUDGET:-8} build/bench/sim_tact all $(SCENARIOS)
# Compare before and after a change that should not move a bit. No budget: a run cut by the clock has another hash.
bench-sim-hash: build/bench/sim_tact ## hash of the state after every scenario; equal rows are equal bits
	@BENCH_HASH=1 BENCH_BUDGET=1e9 build/bench/sim_tact all "$(SCENARIOS)" default | grep -P '\thash\t'
	@BENCH_HASH=1 BENCH_BUDGET=1e9 build/bench/sim_tact all top,pendulum,quadruped,slide_v3_d45,drag_d45,ratio,tower20,clutter,bad | \
	    grep -vP '^tact/default' | grep -P '\thash\t'
bench-sim-float: build/bench/sim_tact_float ## the same scenarios in single precision, rows tact-float/...
	@BENCH_BUDGET=$${BENCH_BUDGET:-8} build/bench/sim_tact_float all "$(SCENARIOS)" default
bench-sim-peers: build/bench/sim_tact ## the same scenarios by MuJoCo, Bullet and ODE, where their packages are
	@for p in mujoco ode bullet bullet64; do \
	    $(MAKE) -s build/bench/sim_$$p 2>/dev/null || echo "$$p: its packages are not here, left out" >&2; done
	@for p in tact mujoco ode bullet bullet64; do \
	    [ ! -x build/bench/sim_$$p ] || BENCH_BUDGET=$${BENCH_BUDGET:-8} build/bench/sim_$$p all $(SCENARIOS) || exit 1; done
# The gauntlet (bench/gauntlet.c): every scene at four dt, five draws each, judged by truths from outside the code. Verdicts and a
# table by scene; GAUNTLET_ARGS="-t 60 -d 0 chain" runs a part, -l lists the scenes.
GAUNTLET_ARGS ?=
gauntlet: build/bench/gauntlet ## 365 scenes x 4 dt x 5 draws: does the world do what mechanics says?
	@build/bench/gauntlet -j $(JOBS) $(GAUNTLET_ARGS)
gauntlet-quick: build/bench/gauntlet ## the cheap scenes of it at 60 and 240 Hz, one draw
	@build/bench/gauntlet -q -v -j $(JOBS) $(GAUNTLET_ARGS)
.PHONY: gauntlet gauntlet-quick
# The full accuracy sweep against the long double reference (tests/soak_collide.c); PAIRS=100000 is the whole of it.
PAIRS ?= 100000
soak-collide: build/soak/soak_collide ## random pairs of every class against the reference, PAIRS per class
	@build/soak/soak_collide $(PAIRS)
soak-collide-float: build/soak/float/soak_collide ## the same in single precision, to 1e-5 of the scale
	@build/soak/float/soak_collide $(PAIRS)

weight: ## what the headers cost a build: seconds of CPU and bytes of text, whole and cut down
	@sh bench/weight.sh

bench: ## builds and runs every bench
	@+$(MAKE) --no-print-directory $(PARALLEL) $(BENCHES:%=build/bench/%)
	@k=0; for b in $(BENCHES); do k=$$((k + 1)); echo "bench: $$b, $$k of $(words $(BENCHES))" >&2; build/bench/$$b $(BENCH_ARGS) || exit 1; done

# ---- the tables of bench/README.md: measured and written in place; ROWS=files uses rows that were measured before ---------------------
README_PROBLEMS := stack1e0 stack1e6 quadruped humanoid pile1000
README_SCENARIOS := slide_v3_d45,drag_d45,ratio_1e6,tower20,pyramid10,quadruped,clutter,granular1000,top
readme-tables: $(if $(ROWS),,build/bench/solvers build/bench/sim_tact) ## measures, and writes the tables and the chart of bench/README.md
ifeq ($(ROWS),)
	@echo "readme-tables: weight" && sh bench/weight.sh gcc >build/bench/readme_weight.tsv
	@echo "readme-tables: solvers" && BENCH_QUICK=1 build/bench/solvers $(README_PROBLEMS) >build/bench/readme_solvers.tsv
	@echo "readme-tables: scenarios" && BENCH_BUDGET=4 build/bench/sim_tact all $(README_SCENARIOS) default >build/bench/readme_sim_tact.tsv
	@for s in mujoco/default bullet/si10 ode/quick; do p=$${s%/*}; $(MAKE) -s build/bench/sim_$$p 2>/dev/null || \
	    { echo "readme-tables: $$p is not here, its numbers stay" && continue; }; echo "readme-tables: $$p" && \
	    BENCH_BUDGET=4 build/bench/sim_$$p all $(README_SCENARIOS) $${s#*/} >build/bench/readme_sim_$$p.tsv; done
endif
	@python3 bench/readme.py $(if $(ROWS),$(ROWS),build/bench/readme_*.tsv)
.PHONY: readme-tables

# ---- examples, demo ------------------------------------------------------------------------------------------------------
# As their first comment says, one line and no option beyond -I: so stack is built. The others find the implementations, which
# they would compile anew, in the library of the tests. An example that needs a further library has NAME_EXAMPLE_LIBRARIES below
# and is left out where the library is absent.
HAVE_SDL2 := $(shell command -v sdl2-config 2>/dev/null)
EXAMPLES := $(filter-out $(if $(HAVE_SDL2),,window),$(patsubst examples/%.c,%,$(sort $(wildcard examples/*.c))))
EXAMPLE_FLAGS ?=
EXAMPLE_WHOLE := stack
EXAMPLE_IMPLEMENTED := -DCOLLIDE_IMPLEMENTATION_DONE -DRBD_IMPLEMENTATION_DONE -DCONTACT_IMPLEMENTATION_DONE
window_EXAMPLE_FLAGS = $(if $(HAVE_SDL2),$(shell sdl2-config --cflags))
window_EXAMPLE_LIBRARIES = $(if $(HAVE_SDL2),$(shell sdl2-config --libs))
rollouts_EXAMPLE_FLAGS = -O2 $(shell echo 'int main(void){return 0;}' | $(CC) -fopenmp -xc - -o /dev/null 2>/dev/null && echo -fopenmp)
build/examples/%: examples/%.c $(BUILD)/double/libtact.a Makefile
	@mkdir -p $(@D)
	@echo "  cc  $@"
	@$(CC) $(EXAMPLE_FLAGS) $($*_EXAMPLE_FLAGS) $(if $(filter $*,$(EXAMPLE_WHOLE)),,$(EXAMPLE_IMPLEMENTED)) -I. -MMD -MP $< \
	    $(if $(filter $*,$(EXAMPLE_WHOLE)),,$(BUILD)/double/libtact.a) $(LDFLAGS) $($*_EXAMPLE_LIBRARIES) $(LDLIBS) -lm -pthread -o $@

# The rollouts on several processes, one a core; `make deps` has OpenMPI. Then their speed by OpenMP threads.
RANKS ?= $(NPROC)
rollouts: build/examples/rollouts ## many futures of a world on all cores: by OpenMP, and by MPI where it is
	@build/examples/rollouts times
	@if command -v mpicc >/dev/null 2>&1; then \
	    mpicc -O2 -DUSE_MPI -I. examples/rollouts.c $(LDLIBS) -lm -o build/examples/rollouts_mpi && \
	    for n in 1 $(RANKS); do mpirun --allow-run-as-root --oversubscribe -n $$n build/examples/rollouts_mpi times || exit 1; done; \
	else echo "rollouts: MPI was not found, that half is left out (make deps)"; fi
.PHONY: rollouts

# the one that takes longest first: the others fill the rest of the cores
examples: build/examples/rollouts $(EXAMPLES:%=build/examples/%) ## builds examples/ into build/examples/

build/demo/demo: examples/demo.c $(HEADERS) $(wildcard examples/*.h)
	@mkdir -p $(@D)
	@echo "  cc  $@"
	@$(CC) -O1 -I. $< $(LDFLAGS) $(LDLIBS) -lm -o $@

demo: ## a page to look at, with nothing but a C compiler; the playground too, where clang, node and npm are
	@+$(MAKE) --no-print-directory -k $(PARALLEL) build/demo/demo $(if $(PLAYGROUND_MISSING),,build/playground/index.html) || [ -x build/demo/demo ]
	@build/demo/demo
	@$(if $(PLAYGROUND_MISSING),echo "the live playground is left out: it needs $(PLAYGROUND_MISSING) (make deps)", \
	    [ ! -e build/playground/index.html ] || echo "and play with build/playground/index.html")

# ---- the playground: the headers as WebAssembly in one page (examples/playground) ---------------------------------------------
PLAY := examples/playground
PLAYGROUND_MISSING = $(eval PLAYGROUND_MISSING := $$(shell sh $(PLAY)/tools.sh))$(PLAYGROUND_MISSING)
# -ffp-contract=off and one order of every sum: the page and the native program below give the same bits
PLAY_FLAGS := -O2 -ffp-contract=off -I. -I$(PLAY) -Wall -Wextra -Wno-sign-compare
WASM_FLAGS := --target=wasm32 -msimd128 -mbulk-memory -ffreestanding -nostdlibinc -fvisibility=hidden $(PLAY_FLAGS)
PLAY_OBJECTS := headers playground scenes machines models
build/playground/models.c: $(PLAY)/quadruped.urdf $(PLAY)/humanoid.xml
	@mkdir -p $(@D)
	@{ echo '#include "playground.h"'; for pair in quadruped:urdf humanoid:xml; do name=$${pair%:*} kind=$${pair#*:}; \
	    echo "const char play_$${name}_$${kind}[] ="; sed 's/\\/&&/g; s/"/\\"/g; s/^/    "/; s/$$/\\n"/' $(PLAY)/$$name.$$kind; \
	    echo "    ;"; echo "const size_t play_$${name}_bytes = sizeof play_$${name}_$${kind} - 1;"; done; } > $@
$(PLAY_OBJECTS:%=build/playground/%.o): build/playground/%.o: $(HEADERS) $(wildcard $(PLAY)/*.[ch]) build/playground/models.c
	@mkdir -p $(@D)
	@[ $* != headers ] || echo "  wasm  $(@D)/playground.wasm"
	@clang $(WASM_FLAGS) -c $(firstword $(wildcard $(PLAY)/$*.c) build/playground/models.c) -o $@
build/playground/playground.wasm: $(PLAY_OBJECTS:%=build/playground/%.o)
	@wasm-ld --no-entry --export-dynamic -z stack-size=4194304 --strip-all $^ -o $@
# three.js, the bundler and the driver of the browser, by the lock file
build/playground/npm/done: $(PLAY)/package.json $(PLAY)/package-lock.json
	@mkdir -p $(@D)
	@cp $^ $(@D)
	@echo "  npm   $(@D)"
	@cd $(@D) && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1 || { tail -n 5 npm.log; exit 1; }
	@touch $@
build/playground/index.html: build/playground/playground.wasm build/playground/npm/done $(wildcard $(PLAY)/*.js $(PLAY)/*.mjs $(PLAY)/*.html $(PLAY)/*.css)
	@node $(PLAY)/build.mjs $< $@ build/playground/npm/node_modules
build/playground/native: $(PLAY_OBJECTS:%=build/playground/native-%.o)
	@$(CC) $^ $(LDFLAGS) -lm -o $@
$(PLAY_OBJECTS:%=build/playground/native-%.o): build/playground/native-%.o: $(HEADERS) $(wildcard $(PLAY)/*.[ch]) build/playground/models.c
	@$(CC) -std=c99 -DTACT_NO_SIMD -DCOLLIDE_NO_SIMD $(PLAY_FLAGS) -O1 -c $(firstword $(wildcard $(PLAY)/$*.c) build/playground/models.c) -o $@
playground: ## the live page, build/playground/index.html: opens from disk (needs clang, node, npm)
	@$(if $(PLAYGROUND_MISSING),echo "playground: it needs: $(PLAYGROUND_MISSING) (make deps)" && exit 1, \
	    +$(MAKE) --no-print-directory $(PARALLEL) build/playground/index.html && echo "open build/playground/index.html")
readme-picture: build/playground/index.html ## the moving picture of the README, by the playground in headless Chromium
	@node $(PLAY)/picture.mjs $< examples/tact.webp build/playground/npm/node_modules
.PHONY: playground readme-picture

# Every bench/figures_NAME.c is a program that draws into the directory given as its argument (bench/plot.h says how).
# FIGURES=figures_NAME makes the figures of one program again.
FIGURES ?= $(patsubst bench/%.c,%,$(sort $(wildcard bench/figures_*.c)))
build/figures/%.tsv: build/bench/%
	@mkdir -p $(@D)
	@echo "figures: $* begins" >&2
	@$< build/figures > $@.part && mv $@.part $@
figures: ## the papers' experiments as pictures with verdicts: build/figures/index.html
	@+$(MAKE) --no-print-directory $(PARALLEL) $(FIGURES:%=build/figures/%.tsv)
	@sh bench/figures_index.sh build/figures

# ---- quality -------------------------------------------------------------------------------------------------------------
check: ## the portability and quality gates; GATES="a b" runs some (tests/check.sh list)
	@tests/deps.sh test check
	@MAKE="$(MAKE)" JOBS=$(JOBS) tests/check.sh $(GATES)

format: ## lays out every source file as .clang-format says
	@git ls-files '*.c' '*.h' '*.cpp' | xargs clang-format -i

determinism: ## TACT_DETERMINISTIC: every compiler, level and machine that is here, 2000 steps, the same bits
	@CC="$(CC)" sh tests/check_determinism.sh all
.PHONY: determinism

valgrind: ## the quick test programs under valgrind
	@MAKE="$(MAKE)" JOBS=$(JOBS) tests/check.sh valgrind

# libFuzzer programs: tests/fuzz_NAME.c defines LLVMFuzzerTestOneInput. The headers are compiled once, with the sanitizers and the counters
# of the fuzzer, into build/fuzz/libtact.a. A corpus is made in place, from the seeds of the program ($FUZZ_SEEDS), and stays in build/fuzz.
FUZZ_SECONDS ?= 600
FUZZ_CC ?= clang
FUZZ_FLAGS := -O1 -g1 -std=c99 -ffp-contract=off -fsanitize=address,undefined -fno-sanitize-recover=all -I. -Itests
# comparisons are traced for the readers only: of numbers they say nothing, and take two thirds of the time
build/fuzz/%.o: build/impl/%.c $(HEADERS)
	@mkdir -p $(@D)
	@$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link $(if $(filter rbd,$*),,-fno-sanitize-coverage=trace-cmp) -c $< -o $@
build/fuzz/libtact.a: $(HEADERS:%.h=build/fuzz/%.o)
	@rm -f $@ && $(AR) rcs $@ $^
build/fuzz/fuzz_%: tests/fuzz_%.c tests/fuzz_common.h $(wildcard tests/world_*.h) build/fuzz/libtact.a
	@$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer $< build/fuzz/libtact.a -lm -o $@

fuzz-%: build/fuzz/fuzz_% ## runs one fuzzer of tests/ for FUZZ_SECONDS (600)
	@mkdir -p build/fuzz/corpus-$*
	@FUZZ_SEEDS=build/fuzz/corpus-$* build/fuzz/fuzz_$* -runs=0 >build/fuzz/$*.log 2>&1 || { tail -n 20 build/fuzz/$*.log && exit 1; }
	@build/fuzz/fuzz_$* -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=20 $(if $(filter urdf mjcf,$*),-dict=tests/fuzz_urdf.dict) \
	    -artifact_prefix=build/fuzz/$*- -print_final_stats=1 build/fuzz/corpus-$*
.PRECIOUS: build/fuzz/%.o build/fuzz/fuzz_%

# Every fuzzer for FUZZ_S seconds; `make fuzz FUZZ_S=3600` is for the night.
FUZZ_S ?= 20
FUZZERS := $(patsubst tests/fuzz_%.c,%,$(sort $(wildcard tests/fuzz_*.c)))
fuzz: ## every fuzzer of tests/, FUZZ_S (20) seconds each; a fault ends it and leaves its input in build/fuzz
	@mkdir -p build; for f in $(FUZZERS); do echo "fuzz: $$f" && $(MAKE) --no-print-directory fuzz-$$f FUZZ_SECONDS=$(FUZZ_S) >build/fuzz-$$f.log 2>&1 || \
	    { tail -n 40 build/fuzz-$$f.log && exit 1; }; grep -E 'stat::number_of_executed_units|^Done' build/fuzz-$$f.log | tail -n 1; done
.PHONY: fuzz

# Long runs: tests/soak_NAME.c. A day of simulated time takes an hour or two; SOAK_HOURS=0.1 is for in between.
SOAK_HOURS ?= 24
build/soak/%: tests/%.c $(HEADERS) $(BUILD)/double/libtact.a
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) $< $(BUILD)/double/libtact.a $(LDFLAGS) $(LIBRARIES) -o $@
build/soak/float/%: tests/%.c $(HEADERS) $(BUILD)/float/libtact.a
	@mkdir -p $(@D)
	@$(CC) $(C_FLAGS) $(float_FLAGS) $< $(BUILD)/float/libtact.a $(LDFLAGS) $(LIBRARIES) -o $@
soak: build/soak/soak_world build/soak/soak_collide build/soak/soak_solvers $(BUILD)/double/world_loops ## the long tests: SOAK_HOURS (24) of a busy world, PAIRS (100000) of shapes a class, SCENES (2000) for each solver
	@LOOP_STEPS=100000 $(BUILD)/double/world_loops
	@SOAK_HOURS=$(SOAK_HOURS) build/soak/soak_world
	@build/soak/soak_collide $(PAIRS)
	@build/soak/soak_solvers $(SCENES)
soak-world: build/soak/soak_world $(BUILD)/double/world_loops $(BUILD)/double/world_record ## the world's part of it
	@LOOP_STEPS=100000 $(BUILD)/double/world_loops
	@TACT_SCENES=1000 $(BUILD)/double/world_record
	@SOAK_HOURS=$(SOAK_HOURS) build/soak/soak_world
RUNS ?= 10000
soak-derivatives: build/soak/soak_derivatives ## RUNS (10000) random worlds: derivatives of a step against central differences
	@build/soak/soak_derivatives $(RUNS)
SCENES ?= 2000
soak-solvers: build/soak/soak_solvers ## SCENES (2000) random problems for each contact solver, judged by the model it solves
	@build/soak/soak_solvers $(SCENES)

test-web: build/demo/demo ## the two pages in headless Chromium: every scene, its state beside the native build's, pictures in build/playground/shots
	@[ -e build/demo.html ] && [ build/demo.html -nt $< ] || $< > build/demo.txt
	@tests/web.sh build/demo.html build/demo.png || [ $$? = 77 ]
	@$(if $(PLAYGROUND_MISSING),echo "test-web: the playground was left out: it needs $(PLAYGROUND_MISSING) (make deps)", \
	    $(MAKE) --no-print-directory $(PARALLEL) build/playground/index.html build/playground/native && build/playground/native 300 > build/playground/native.tsv && \
	    { node tests/web.mjs build/playground/index.html build/playground/native.tsv build/playground/npm/node_modules build/playground/shots || [ $$? = 77 ]; })

deps: ## installs what tests and checks can use and is missing (Debian; root)
	@tests/deps.sh test check
deps-peers: ## the same for the engines that the benches compare with
	@tests/deps.sh peers

VERSION = $(shell sed -n 's/^.define CONTACT_VERSION_STRING "\(.*\)"/\1/p' contact.h)
PACKAGE_FILES := include/collide.h include/rbd.h include/contact.h share/pkgconfig/tact.pc share/cmake/tact/tact-config.cmake \
    share/cmake/tact/tact-config-version.cmake
install: ## copies the headers to PREFIX/include (/usr/local), a pkg-config file and a CMake config file beside them
	install -d "$(DESTDIR)$(PREFIX)/include" "$(DESTDIR)$(PREFIX)/share/pkgconfig" "$(DESTDIR)$(PREFIX)/share/cmake/tact"
	install -m 644 $(HEADERS) "$(DESTDIR)$(PREFIX)/include"
	printf '%s\n' 'prefix=$${pcfiledir}/../..' 'Name: tact' 'Description: collision, articulated dynamics and frictional contact in C headers' \
	    'Version: $(VERSION)' 'Cflags: -I$${prefix}/include' 'Libs: -lm' > "$(DESTDIR)$(PREFIX)/share/pkgconfig/tact.pc"
	printf '%s\n' 'get_filename_component(tact_prefix "$${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)' 'if(NOT TARGET tact::tact)' \
	    '  add_library(tact::tact INTERFACE IMPORTED)' \
	    '  set_target_properties(tact::tact PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "$${tact_prefix}/include")' \
	    '  if(UNIX)' '    set_property(TARGET tact::tact PROPERTY INTERFACE_LINK_LIBRARIES m)' '  endif()' 'endif()' \
	    > "$(DESTDIR)$(PREFIX)/share/cmake/tact/tact-config.cmake"
	printf '%s\n' 'set(PACKAGE_VERSION "$(VERSION)")' 'if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)' '  set(PACKAGE_VERSION_COMPATIBLE FALSE)' \
	    'else()' '  set(PACKAGE_VERSION_COMPATIBLE TRUE)' 'endif()' 'if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)' '  set(PACKAGE_VERSION_EXACT TRUE)' 'endif()' \
	    > "$(DESTDIR)$(PREFIX)/share/cmake/tact/tact-config-version.cmake"
uninstall: ## removes them again
	cd "$(DESTDIR)$(PREFIX)" && rm -f $(PACKAGE_FILES) && { rmdir share/cmake/tact 2>/dev/null || true; }

python: ## examples/python/tact.py, the headers for Python, made from their prototypes
	@python3 examples/python/generate.py

clean: ## removes build/
	rm -rf build

force:
.PHONY: python weight format bench-sim-hash soak-world soak-solvers soak-derivatives test-web help test deps-test test-programs bench examples demo figures check valgrind soak deps deps-peers install uninstall clean force
.PRECIOUS: build/bench/% build/impl/%.c $(BUILD)/flags $(BUILD)/double/impl/%.o $(BUILD)/lapack/impl/%.o $(BUILD)/float/impl/%.o \
    $(foreach c,double lapack float cxx,$(BUILD)/$c/%.o)
