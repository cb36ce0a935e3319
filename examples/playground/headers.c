/* headers.c - the three headers and the C library they need, for the playground. */
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "playground.h"

#include "glue.h"
