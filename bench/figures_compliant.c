/* The figures of the convex compliant models, drawn from the runs of bench/compliant.c into the directory given as argument;
   without one it does nothing. */
#define COMPLIANT_FIGURES_ONLY
#include "compliant.c"
