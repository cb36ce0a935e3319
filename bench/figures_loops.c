/* The performance profiles of bench/loops.c, drawn into the directory given as argument; without one it does nothing. */
#define LOOPS_FIGURES_ONLY
#include "loops.c"
