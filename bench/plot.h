/* plot.h - small SVG plotter for the figures of the benches: panels side by side, linear or logarithmic axes, legends.

       plot_panel p = plot_panel_make("Convergence", "dt [s]", "error [m]");
       p.log_x = p.log_y = 1;
       plot_add(&p, "lagged", x, y, n, PLOT_MARKS);
       plot_write("build/figures/fig.svg", "Figure 3. ...", &p, 1);

   Series are not copied: they must live until plot_write. NaN breaks a line.

   A program bench/figures_NAME.c draws figures of a paper into the directory given as its argument and prints their numbers as
   rows on stdout. Each claim that the paper makes about a figure is a line with a verdict of its own, computed from the run:

       static plot_figure f;
       f = plot_figure_make("models_09_cube", "Le Lidec et al. 2024", "Fig. 9", "Sliding cube", "A cube that slides to rest.");
       plot_claim(&f, "NCP follows the analytic energy", "closely matches", worst < 0.01, NULL, "off by %.2g %%", 100 * worst);
       plot_claim(&f, "RaiSim is faster", NULL, us[1] < us[0], PLOT_TIME, "%.0f and %.0f us", us[1], us[0]);
       plot_untested(&f, "on scanned objects as well", NULL, "the scans, which are not in this tree");
       plot_figure_write(argv[1], &f, panels, 2);

   A claim that does not hold differs. With a reason (`because`) that is known and said on the page; without one it is an error: the row
   "claims<TAB>models_09_cube/1<TAB>differs<TAB>1" on stdout makes `make figures` fail. plot_figure_write makes models_09_cube.svg
   (panels, if any) and models_09_cube.html; the page lists the figures by file name. */
#ifndef TACT_PLOT_H
#define TACT_PLOT_H
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__)
#define PLOT_FUNC static inline __attribute__((unused))
#else
#define PLOT_FUNC static inline
#endif

enum { PLOT_LINE, PLOT_MARKS, PLOT_DASHED, PLOT_DOTS /* marks without a line */, PLOT_MAX_SERIES = 12 };
typedef struct plot_series {
    const char *label; /* NULL: not in the legend */
    const double *x, *y;
    int n, style, color; /* color -1: a grey */
} plot_series;
typedef struct plot_panel {
    const char *title, *x_label, *y_label;
    int log_x, log_y;
    double x_low, x_high, y_low, y_high; /* low == high: from the data */
    const char *const *x_names; /* NULL, or x_name_count words that stand at x = 0, 1, ... in place of numbers */
    int x_name_count;
    plot_series series[PLOT_MAX_SERIES];
    int n_series;
} plot_panel;

PLOT_FUNC plot_panel plot_panel_make(const char *title, const char *x_label, const char *y_label) {
    plot_panel p;
    memset(&p, 0, sizeof p);
    p.title = title;
    p.x_label = x_label;
    p.y_label = y_label;
    return p;
}
/* color: 0, 1, ... of the palette, -1 grey, -2 the next one */
PLOT_FUNC void plot_add_color(plot_panel *p, const char *label, const double *x, const double *y, int n, int style,
                              int color) {
    plot_series *s = &p->series[p->n_series];
    if (p->n_series >= PLOT_MAX_SERIES) return;
    s->label = label;
    s->x = x;
    s->y = y;
    s->n = n;
    s->style = style;
    s->color = color == -2 ? p->n_series : color;
    ++p->n_series;
}
PLOT_FUNC void plot_add(plot_panel *p, const char *label, const double *x, const double *y, int n, int style) {
    plot_add_color(p, label, x, y, n, style, style == PLOT_DASHED ? -1 : -2);
}

/* colours that stay apart for the colour-blind (Okabe & Ito) */
PLOT_FUNC const char *plot__color(int i) {
    static const char *const colors[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
    return i < 0 ? "#777777" : colors[i % 7];
}
PLOT_FUNC double plot__map(double v, int is_log, double low, double high) {
    return is_log ? (log10(v) - low) / (high - low) : (v - low) / (high - low);
}
/* Range of the data on one axis; on a log axis in decades. */
PLOT_FUNC void plot__range(const plot_panel *p, int of_y, double *low, double *high) {
    int is_log = of_y ? p->log_y : p->log_x;
    double given_low = of_y ? p->y_low : p->x_low, given_high = of_y ? p->y_high : p->x_high;
    *low = 1e300, *high = -1e300;
    if (!of_y && p->x_names) {
        *low = -0.5, *high = p->x_name_count - 0.5;
        return;
    }
    for (int s = 0; s < p->n_series; ++s)
        for (int i = 0; i < p->series[s].n; ++i) {
            double v = of_y ? p->series[s].y[i] : p->series[s].x[i],
                   other = of_y ? p->series[s].x[i] : p->series[s].y[i];
            if (!(v - v == 0) || !(other - other == 0) || (is_log && v <= 0)) continue;
            if (of_y && p->x_high > p->x_low && (other < p->x_low || other > p->x_high)) continue; /* not in view */
            if (is_log) v = log10(v);
            if (v < *low) *low = v;
            if (v > *high) *high = v;
        }
    if (given_high > given_low) {
        *low = is_log ? log10(given_low) : given_low, *high = is_log ? log10(given_high) : given_high;
        return;
    }
    if (!(*high >= *low)) *low = 0, *high = 1;
    if (*high - *low < 1e-12 * (fabs(*high) + 1e-12))
        *low -= 0.5 * fabs(*low) + 1e-9, *high += 0.5 * fabs(*high) + 1e-9;
    {
        double margin = (of_y ? 0.06 : (is_log ? 0.05 : 0)) * (*high - *low);
        *low -= margin, *high += margin;
    }
}
PLOT_FUNC double plot__step(double span) { /* 1, 2 or 5 times a power of ten, about five intervals */
    double raw = span / 5, power = pow(10, floor(log10(raw))), f = raw / power;
    return power * (f < 1.5 ? 1 : (f < 3.5 ? 2 : (f < 7.5 ? 5 : 10)));
}
PLOT_FUNC void plot__text(FILE *f, double x, double y, const char *anchor, int size, const char *text) {
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">", x, y, anchor, size);
    for (; *text; ++text) {
        if (*text == '<')
            fputs("&lt;", f);
        else if (*text == '&')
            fputs("&amp;", f);
        else
            fputc(*text, f);
    }
    fputs("</text>\n", f);
}

/* True when series t, drawn over s, hides most of it: nearer than 1.5 of `h` pixels at seven points of ten. */
PLOT_FUNC int plot__hides(const plot_panel *p, int s, int t, double low, double high, double h) {
    const plot_series *a = &p->series[s], *b = &p->series[t];
    int near_by = 0;
    if (a->n != b->n || a->style != b->style || a->style == PLOT_DOTS) return 0;
    for (int i = 0; i < a->n; ++i)
        near_by += a->x[i] == b->x[i] &&
                   fabs(plot__map(a->y[i], p->log_y, low, high) - plot__map(b->y[i], p->log_y, low, high)) * h < 1.5;
    return a->n > 0 && near_by >= 0.7 * a->n;
}

PLOT_FUNC void plot__panel(FILE *f, const plot_panel *p, double x0, double y0, double w, double h, int id) {
    double xl, xh, yl, yh;
    char label[64];
    plot__range(p, 0, &xl, &xh), plot__range(p, 1, &yl, &yh);
    fprintf(f, "<clipPath id=\"c%d\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n", id, x0,
            y0, w, h);
    for (int axis = 0; axis < 2; ++axis) {
        double low = axis ? yl : xl, high = axis ? yh : xh, step;
        int is_log = axis ? p->log_y : p->log_x;
        if (axis == 0 && p->x_names) {
            for (int i = 0; i < p->x_name_count; ++i)
                plot__text(f, x0 + w * (i - low) / (high - low), y0 + h + 16, "middle", 12, p->x_names[i]);
            continue;
        }
        step = is_log ? (high - low > 8 ? 2 : 1) : plot__step(high - low);
        if (is_log && high - low < 2.2) step = 0; /* less than about two decades: label 1, 2, 5 */
        for (int pass = 0; pass < (step > 0 ? 1 : 3); ++pass)
            for (double at = (step > 0 ? ceil(low / step - 1e-9) * step : floor(low)); at <= high + 1e-9 * (high - low);
                 at += step > 0 ? step : 1) {
                double value = step > 0 ? at : at + log10(pass == 0 ? 1.0 : (pass == 1 ? 2.0 : 5.0)), u;
                if (value < low - 1e-9 * (high - low) || value > high + 1e-9 * (high - low)) continue;
                u = (value - low) / (high - low);
                if (is_log) {
                    if (step > 0)
                        sprintf(label, "1e%d", (int)floor(value + 0.5));
                    else
                        sprintf(label, "%g", floor(pow(10, value - floor(value)) + 0.5) * pow(10, floor(value)));
                } else {
                    sprintf(label, "%.4g", fabs(value) < 1e-9 * (high - low) ? 0.0 : value);
                }
                if (axis == 0) {
                    double x = x0 + u * w;
                    fprintf(f, "<path d=\"M%.1f %.1fV%.1f\" class=\"g\"/>\n", x, y0, y0 + h);
                    plot__text(f, x, y0 + h + 16, "middle", 12, label);
                } else {
                    double y = y0 + h - u * h;
                    fprintf(f, "<path d=\"M%.1f %.1fH%.1f\" class=\"g\"/>\n", x0, y, x0 + w);
                    plot__text(f, x0 - 6, y + 4, "end", 12, label);
                }
            }
    }
    fprintf(f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#333\"/>\n", x0, y0,
            w, h);
    plot__text(f, x0 + w / 2, y0 - 10, "middle", 14, p->title);
    plot__text(f, x0 + w / 2, y0 + h + 36, "middle", 13, p->x_label);
    fprintf(f, "<g transform=\"translate(%.1f %.1f) rotate(-90)\">", x0 - 52, y0 + h / 2);
    plot__text(f, 0, 0, "middle", 13, p->y_label);
    fputs("</g>\n", f);
    for (int s = 0; s < p->n_series; ++s) {
        const plot_series *q = &p->series[s];
        int begin = 0, end = q->n, stride, pen = 0;
        double width = 1.6; /* wider below lines that would hide it */
        for (int t = s + 1; t < p->n_series; ++t) width += plot__hides(p, s, t, yl, yh, h) ? 2 : 0;
        if (p->x_high > p->x_low) { /* a long series of which a part is shown: thin out that part */
            while (begin < end - 1 && q->x[begin + 1] < p->x_low) ++begin;
            while (end > begin + 1 && q->x[end - 2] > p->x_high) --end;
        }
        stride = end - begin > 3000 ? (end - begin) / 1500 : 1;
        fprintf(f, "<path clip-path=\"url(#c%d)\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"%s d=\"", id,
                plot__color(q->color), width, q->style == PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
        for (int i = begin; i < end && q->style != PLOT_DOTS; i += stride) {
            /* of a long series both extremes of every stretch, so that peaks survive */
            int pick[2] = {i, i};
            for (int k = i; k < i + stride && k < end; ++k) {
                if (q->y[k] < q->y[pick[0]]) pick[0] = k;
                if (q->y[k] > q->y[pick[1]]) pick[1] = k;
            }
            if (pick[0] > pick[1]) {
                int swap = pick[0];
                pick[0] = pick[1], pick[1] = swap;
            }
            for (int k = 0; k < (pick[0] == pick[1] ? 1 : 2); ++k) {
                double vx = q->x[pick[k]], vy = q->y[pick[k]], x, y;
                if (!(vx - vx == 0) || !(vy - vy == 0) || (p->log_x && vx <= 0) || (p->log_y && vy <= 0)) {
                    pen = 0;
                    continue;
                }
                x = x0 + w * plot__map(vx, p->log_x, xl, xh), y = y0 + h - h * plot__map(vy, p->log_y, yl, yh);
                if (y < y0 - 5 * h) y = y0 - 5 * h;
                if (y > y0 + 6 * h) y = y0 + 6 * h;
                fprintf(f, "%c%.1f %.1f", pen ? 'L' : 'M', x, y);
                pen = 1;
            }
        }
        fputs("\"/>\n", f);
        for (int i = 0; i < q->n && (q->style == PLOT_MARKS || q->style == PLOT_DOTS); ++i)
            if (q->x[i] - q->x[i] == 0 && q->y[i] - q->y[i] == 0 && !(p->log_y && q->y[i] <= 0))
                fprintf(f, "<circle clip-path=\"url(#c%d)\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", id,
                        x0 + w * plot__map(q->x[i], p->log_x, xl, xh),
                        y0 + h - h * plot__map(q->y[i], p->log_y, yl, yh), 2.7 + width / 2, plot__color(q->color));
    }
    { /* legend in rows below the axis */
        double x = x0, y = y0 + h + 60;
        for (int s = 0; s < p->n_series; ++s) {
            if (!p->series[s].label) continue;
            double width = 44 + 7.0 * (double)strlen(p->series[s].label);
            if (x > x0 && x + width > x0 + w + 20) x = x0, y += 18;
            if (p->series[s].style == PLOT_DOTS)
                fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x + 12, y - 4,
                        plot__color(p->series[s].color));
            else
                fprintf(f, "<path d=\"M%.1f %.1fh24\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", x, y - 4,
                        plot__color(p->series[s].color),
                        p->series[s].style == PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
            plot__text(f, x + 30, y, "start", 12, p->series[s].label);
            x += width;
        }
    }
}

/* Returns 0 when the file cannot be written. */
PLOT_FUNC int plot_write(const char *path, const char *title, const plot_panel *panels, int n) {
    FILE *f = fopen(path, "w");
    double w = 420, h = 300, left = 76, total = n * (w + left + 24);
    if (!f) return 0;
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            "font-family=\"sans-serif\">\n<style>.g{stroke:#e4e4e4;fill:none}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            total, h + 176, total, h + 176);
    plot__text(f, total / 2, 22, "middle", 15, title);
    for (int i = 0; i < n; ++i) plot__panel(f, &panels[i], left + i * (w + left + 24), 62, w, h, i);
    fputs("</svg>\n", f);
    fclose(f);
    return 1;
}

/* ---- figures and their claims -------------------------------------------------------------------------------------------- */
/* Why a claim about times may differ: `make figures` does not fail on it. */
#define PLOT_TIME "it is a time, of this machine and these programs"
enum { PLOT_AGREES, PLOT_DIFFERS, PLOT_KNOWN, PLOT_UNTESTED, PLOT_VERDICTS };
typedef struct plot_figure {
    const char *name;    /* of the files, without directory and ending: letters, digits, underscores */
    const char *paper;   /* whose figure it is */
    const char *number;  /* "Fig. 9" */
    const char *title;   /* a few words */
    const char *caption; /* what is drawn: setting, axes */
    int count, verdicts[PLOT_VERDICTS];
    size_t used;
    char claims[16384]; /* lines of an HTML table */
} plot_figure;
PLOT_FUNC plot_figure plot_figure_make(const char *name, const char *paper, const char *number, const char *title,
                                       const char *caption) {
    plot_figure f;
    memset(&f, 0, sizeof f);
    f.name = name;
    f.paper = paper;
    f.number = number;
    f.title = title;
    f.caption = caption;
    return f;
}
/* Appends text between marks to the claims, with what HTML reserves written out. */
PLOT_FUNC void plot__cell(plot_figure *f, const char *open, const char *text, const char *close) {
    for (int part = 0; part < 3; ++part)
        for (const char *c = part == 0 ? open : (part == 1 ? text : close); *c; ++c) {
            const char *word =
                part == 1 ? (*c == '<' ? "&lt;" : (*c == '>' ? "&gt;" : (*c == '&' ? "&amp;" : NULL))) : NULL;
            int n = snprintf(f->claims + f->used, sizeof f->claims - f->used, word ? "%s" : "%.1s", word ? word : c);
            if (n > 0 && f->used + (size_t)n < sizeof f->claims) f->used += (size_t)n;
        }
}
PLOT_FUNC void plot__claim(plot_figure *f, int verdict, const char *claim, const char *printed, const char *ours,
                           const char *because) {
    static const char *const words[PLOT_VERDICTS] = {"agrees", "differs", "known", "untested"},
                             *const shown[PLOT_VERDICTS] = {"agrees", "differs", "differs", "not testable here"};
    ++f->count, ++f->verdicts[verdict];
    plot__cell(f, "<tr class=\"", words[verdict], "\">");
    plot__cell(f, "<td>", claim, "</td>");
    plot__cell(f, "<td>", printed ? printed : "", "</td>");
    plot__cell(f, "<td>", ours, "</td>");
    plot__cell(f, "<td><b>", shown[verdict], "</b>");
    if (verdict >= PLOT_KNOWN) plot__cell(f, verdict == PLOT_KNOWN ? ", because " : ": needs ", because, "");
    plot__cell(f, "</td></tr>", "", "\n");
    printf("claims\t%s/%d\t%s\t1\n", f->name, f->count, words[verdict]);
    fflush(stdout);
    if (verdict == PLOT_DIFFERS) fprintf(stderr, "figures: %s DIFFERS: %s: %s\n", f->name, claim, ours);
}
/* claim: one sentence; printed: the paper's number or words, or NULL; because: NULL, or why the claim may fail here; the rest are our
   numbers. Returns `holds`. */
PLOT_FUNC int plot_claim(plot_figure *f, const char *claim, const char *printed, int holds, const char *because,
                         const char *ours, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, ours);
    vsnprintf(text, sizeof text, ours, arguments);
    va_end(arguments);
    plot__claim(f, holds ? PLOT_AGREES : (because ? PLOT_KNOWN : PLOT_DIFFERS), claim, printed, text, because);
    return holds;
}
PLOT_FUNC void plot_untested(plot_figure *f, const char *claim, const char *printed, const char *needs) {
    plot__claim(f, PLOT_UNTESTED, claim, printed, "", needs);
}
/* The name of this program: its source file without directory and ending. */
PLOT_FUNC const char *plot__program(char *out, size_t size) {
#ifdef __BASE_FILE__
    const char *file = __BASE_FILE__;
#else
    const char *file = "";
#endif
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    file = slash ? slash + 1 : file;
    snprintf(out, size, "%.*s", dot && dot > file ? (int)(dot - file) : (int)strlen(file), file);
    return out;
}
/* Picture (none where n is 0) and the piece of the page. */
PLOT_FUNC void plot_figure_write(const char *directory, const plot_figure *figure, const plot_panel *panels, int n) {
    static double last;
    char path[1024], program[256];
    struct timespec now;
    double seconds;
    FILE *f;
    snprintf(path, sizeof path, "%s/%s.svg", directory, figure->name);
    if (n && !plot_write(path, figure->title, panels, n)) fprintf(stderr, "figures: %s cannot be written\n", path);
    clock_gettime(CLOCK_MONOTONIC, &now);
    seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    snprintf(path, sizeof path, "%s/%s.html", directory, figure->name);
    f = fopen(path, "w");
    if (f) {
        fprintf(f, "<section id=\"%s\">\n<h3>%s, %s: %s</h3>\n", figure->name, figure->paper, figure->number,
                figure->title);
        if (n) fprintf(f, "<img src=\"%s.svg\" alt=\"%s\">\n", figure->name, figure->name);
        fprintf(f,
                "<p>%s</p>\n<table><tr><th>claim</th><th>printed</th><th>here</th><th>verdict</th></tr>\n%s</table>\n"
                "<p><code>make figures FIGURES=%s</code></p>\n</section>\n",
                figure->caption, figure->claims, plot__program(program, sizeof program));
        fclose(f);
    }
    fprintf(stderr, "figures: %s: %d of %d claims agree", figure->name, figure->verdicts[PLOT_AGREES], figure->count);
    fprintf(stderr, last > 0 ? " (%.1f s)\n" : "\n", seconds - last);
    last = seconds;
}
#endif
