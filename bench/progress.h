/* progress.h - how far a long run is, on stderr: a bar with the time left on a terminal, a line every tenth elsewhere.

       for (i = 0; i < n; ++i) {
           progress("sweep", i, n);
           ...
       }
       progress("sweep", n, n);

   It costs a clock call; what is printed changes at most twice a second. */
#ifndef TACT_PROGRESS_H
#define TACT_PROGRESS_H
#include <stdio.h>
#include <time.h>
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#define PROGRESS_IS_TERMINAL() isatty(2)
#else
#define PROGRESS_IS_TERMINAL() 0
#endif

static inline void progress(const char *what, double done, double all) {
    enum { WIDTH = 30 };
    static double tenth = -1;
    static time_t start, said;
    double share = all > 0 ? done / all : 1;
    time_t now = time(NULL);
    int k;
    if (done <= 0) start = now, said = 0, tenth = 0;
    if (PROGRESS_IS_TERMINAL()) {
        if (now == said && done < all) return;
        said = now;
        fprintf(stderr, "\r%-24s [", what);
        for (k = 0; k < WIDTH; ++k) fputc(k < (int)(WIDTH * share) ? '#' : '.', stderr);
        if (done >= all)
            fprintf(stderr, "] %.0f s          \n", difftime(now, start));
        else if (share > 0)
            fprintf(stderr, "] %.0f s left     ", difftime(now, start) * (1 / share - 1));
        else
            fprintf(stderr, "]");
        fflush(stderr);
    } else if (share >= tenth + 0.1 && done < all) {
        tenth = (double)(int)(10 * share) / 10;
        fprintf(stderr, "%s: %.0f %%, %.0f s\n", what, 100 * tenth, difftime(now, start));
    }
}
#endif
