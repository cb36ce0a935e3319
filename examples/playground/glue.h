/* glue.h - the few functions of a C library that the three headers ask for where there is none: WebAssembly without a
   toolchain around it. The native build of the playground takes the same mathematics, so that both give the same bits.

   Sines and cosines are good to 1e-16 for |x| < 1e5, which angles of a simulation never leave; the other functions to a
   few units of the last place. */
#ifndef PLAYGROUND_GLUE_H
#define PLAYGROUND_GLUE_H
#include <stddef.h>
#include <stdint.h>

#define GLUE_PI_2 1.57079632679489661923

static double glue_scale(double x, int e) { /* x 2^e */
    union {
        uint64_t u;
        double d;
    } s;
    for (; e > 1000; e -= 1000) x *= 1.0715086071862673e301; /* 2^1000 */
    for (; e < -1000; e += 1000) x *= 9.332636185032189e-302;
    s.u = (uint64_t)(1023 + e) << 52;
    return x * s.d;
}
/* sin (k = 0) or cos (k = 1): reduction by pi/2 in three parts, then the series on [-pi/4, pi/4]. */
static double glue_wave(double x, int k) {
    double n, y, z, r, t;
    int i, quadrant;
    if (!(x - x == 0)) return x - x;
    n = __builtin_floor(x * 0.63661977236758134308 + 0.5);
    y = ((x - n * 1.57079632673412561417) - n * 6.07710050630396597660e-11) - n * 2.02226624879595063154e-21;
    quadrant = (int)((int64_t)n & 3) + k;
    z = y * y;
    if (quadrant & 1) {
        for (r = 1, i = 20; i > 0; i -= 2) r = 1 - z * r / (double)(i * (i - 1));
    } else {
        for (t = 1, i = 21; i > 1; i -= 2) t = 1 - z * t / (double)(i * (i - 1));
        r = y * t;
    }
    return (quadrant & 2) ? -r : r;
}
double sin(double x) { return glue_wave(x, 0); }
double cos(double x) { return glue_wave(x, 1); }
#ifndef __wasm__
void sincos(double x, double *s, double *c) { /* what gcc makes of a sine and a cosine of one angle */
    *s = glue_wave(x, 0);
    *c = glue_wave(x, 1);
}
#endif
static double glue_atan(double x) { /* |x| <= 1: three halvings of the angle, then the series */
    double s, z = x, scale = 1;
    int i;
    for (i = 0; i < 3; ++i) z = z / (1 + __builtin_sqrt(1 + z * z)), scale *= 2;
    for (s = 0, i = 21; i >= 1; i -= 2) s = 1.0 / i - z * z * s;
    return scale * z * s;
}
double atan2(double y, double x) {
    double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, a;
    if (!(x == x) || !(y == y)) return x + y;
    if (ax == 0 && ay == 0)
        a = 0;
    else
        a = ay <= ax ? glue_atan(ay / ax) : GLUE_PI_2 - glue_atan(ax / ay);
    if (__builtin_signbit(x)) a = 2 * GLUE_PI_2 - a;
    return __builtin_signbit(y) ? -a : a;
}
double acos(double x) { return atan2(__builtin_sqrt((1 - x) * (1 + x)), x); }
double asin(double x) { return atan2(x, __builtin_sqrt((1 - x) * (1 + x))); }
double exp(double x) {
    double n, y, r;
    int i;
    if (x != x) return x;
    if (x > 709.8) return 1e308 * 10;
    if (x < -745.2) return 0;
    n = __builtin_floor(x * 1.44269504088896340736 + 0.5);
    y = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
    for (r = 1, i = 14; i > 0; --i) r = 1 + y * r / i;
    return glue_scale(r, (int)n);
}
double log(double x) { /* x = 2^e m with m in sqrt(1/2) .. sqrt(2); 2 artanh((m - 1)/(m + 1)) */
    union {
        double d;
        uint64_t u;
    } b;
    double m, z, s;
    int e = 0, i;
    if (!(x > 0)) return x == 0 ? -1e308 * 10 : x - x;
    if (!(x <= 1.7976931348623157e308)) return x;
    if (x < 2.3e-308) x *= 18014398509481984.0, e = -54;
    b.d = x;
    e += (int)(b.u >> 52) - 1023;
    b.u = (b.u & 0xfffffffffffffull) | 0x3ff0000000000000ull;
    m = b.d;
    if (m > 1.41421356237309504880) m *= 0.5, ++e;
    z = (m - 1) / (m + 1);
    for (s = 0, i = 23; i >= 1; i -= 2) s = 1.0 / i + z * z * s;
    return e * 6.93147180369123816490e-01 + (e * 1.90821492927058770002e-10 + 2 * z * s);
}
double pow(double x, double y) {
    double r = 1;
    int n = (int)y, i;
    if (y == 0 || x == 1) return 1;
    if ((double)n == y && n > 0 && n <= 32) {
        for (i = 0; i < n; ++i) r *= x;
        return r;
    }
    return x == 0 ? (y > 0 ? 0 : 1e308 * 10) : exp(y * log(x));
}
double cbrt(double x) {
    double a = x < 0 ? -x : x, r;
    if (!(a > 0) || !(a <= 1.7976931348623157e308)) return x;
    r = exp(log(a) / 3);
    r -= (r - a / (r * r)) / 3;
    return x < 0 ? -r : r;
}
double tanh(double x) {
    double e = exp(-2 * (x < 0 ? -x : x)), r = (1 - e) / (1 + e);
    return x < 0 ? -r : r;
}
double fmod(double x, double y) { return x - y * (x / y < 0 ? __builtin_ceil(x / y) : __builtin_floor(x / y)); }

#ifdef __wasm__
void *memset(void *to, int value, size_t n) {
    unsigned char *p = (unsigned char *)to;
    while (n--) *p++ = (unsigned char)value;
    return to;
}
void *memcpy(void *to, const void *from, size_t n) {
    unsigned char *p = (unsigned char *)to;
    const unsigned char *q = (const unsigned char *)from;
    for (; n >= 8; n -= 8, p += 8, q += 8) {
        uint64_t word;
        __builtin_memcpy(&word, q, 8);
        __builtin_memcpy(p, &word, 8);
    }
    while (n--) *p++ = *q++;
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    unsigned char *p = (unsigned char *)to;
    const unsigned char *q = (const unsigned char *)from;
    if (p <= q || p >= q + n) return memcpy(to, from, n);
    while (n--) p[n] = q[n];
    return to;
}
int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    for (; n--; ++p, ++q)
        if (*p != *q) return *p < *q ? -1 : 1;
    return 0;
}

/* Blocks by size class, four classes to a power of two; a freed block waits for the next of its class. */
extern unsigned char __heap_base;
static unsigned char *glue_top;
typedef struct glue_block {
    struct glue_block *next;
    unsigned size_class, padding[2];
} glue_block;
static glue_block *glue_waiting[128];
void *malloc(size_t bytes) {
    unsigned c = 0;
    size_t size = 64;
    glue_block *b;
    while (size < bytes) ++c, size = ((size_t)4 + (c & 3)) << (4 + (c >> 2));
    if (c >= 112) return 0;
    b = glue_waiting[c];
    if (b) {
        glue_waiting[c] = b->next;
        return b + 1;
    }
    if (!glue_top) glue_top = (unsigned char *)(((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63);
    {
        size_t end = (size_t)glue_top + sizeof *b + size + 64, have = __builtin_wasm_memory_size(0) * 65536u;
        if (end < size) return 0;
        if (end > have && __builtin_wasm_memory_grow(0, (end - have + 4194303) / 65536u) == (size_t)-1) return 0;
    }
    b = (glue_block *)glue_top;
    b->size_class = c;
    glue_top += sizeof *b + size;
    return b + 1;
}
void free(void *pointer) {
    glue_block *b = (glue_block *)pointer - 1;
    if (!pointer) return;
    b->next = glue_waiting[b->size_class];
    glue_waiting[b->size_class] = b;
}
#else
void *malloc(size_t bytes);
void free(void *pointer);
#endif
#endif
