/* window.c - boxes to throw around in a window, in real time; drawn with SDL2's lines. Click to drop a box, R to start anew.

   cc -O2 -I. examples/window.c $(sdl2-config --cflags --libs) -lm -o window && ./window */
#include <SDL.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

enum { WIDTH = 960, HEIGHT = 600 };

/* A camera 6 m back and 2 m up that looks at the origin. */
static int project(tact_vec3 p, int *x, int *y) {
    const tact_real back = 6 + p.y;
    *x = WIDTH / 2 + (int)(900 * p.x / back);
    *y = HEIGHT / 2 + 120 - (int)(900 * (p.z - TACT_R(0.3) + TACT_R(0.12) * p.y) / back);
    return back > TACT_R(0.1);
}
static void line(void *context, tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    SDL_Renderer *renderer = (SDL_Renderer *)context;
    int xa, ya, xb, yb;
    SDL_SetRenderDrawColor(renderer, (Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255);
    if (project(a, &xa, &ya) & project(b, &xb, &yb)) SDL_RenderDrawLine(renderer, xa, ya, xb, yb);
}
static void shape(void *context, const collide_shape *s, tact_pose pose, uint32_t rgb) {
    if (s->kind != COLLIDE_KIND_BOX) return;
    for (int i = 0; i < 8; ++i) /* the twelve edges, from every corner to its neighbours with a larger number */
        for (int axis = 1; axis < 8; axis *= 2)
            if (!(i & axis)) {
                tact_vec3 end[2];
                for (int e = 0; e < 2; ++e) {
                    int k = e ? i | axis : i;
                    tact_vec3 corner = tact_vec(k & 1 ? s->p[0].x : -s->p[0].x, k & 2 ? s->p[0].y : -s->p[0].y,
                                                k & 4 ? s->p[0].z : -s->p[0].z);
                    end[e] = tact_pose_apply(pose, corner);
                }
                line(context, end[0], end[1], rgb);
            }
}
static contact_world *scene(void) {
    contact_world *world = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0),
                  cube = collide_box(TACT_R(0.15), TACT_R(0.15), TACT_R(0.15));
    contact_world_add_static(world, &ground, tact_pose_identity());
    for (int row = 0; row < 6; ++row)
        for (int i = 0; i < 6 - row; ++i)
            contact_world_add_dynamic(world, &cube,
                                      tact_pose_at(TACT_R(0.32) * ((tact_real)i - TACT_R(0.5) * (tact_real)(5 - row)),
                                                   0, TACT_R(0.15) + TACT_R(0.3) * (tact_real)row),
                                      500);
    return world;
}

int main(int argc, char **argv) {
    SDL_Window *window;
    SDL_Renderer *renderer;
    contact_world *world = scene();
    contact_draw draw = {0, line, 0, 0, shape};
    int frames = argc > 1 ? atoi(argv[1]) : -1; /* a number of frames, for trying it without a user */
    if (SDL_Init(SDL_INIT_VIDEO) || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer))
        return SDL_Log("%s", SDL_GetError()), 1;
    draw.context = renderer;
    Uint32 last = SDL_GetTicks();
    double behind = 0;
    for (int running = 1; running && frames; frames -= frames > 0) {
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            if (event.type == SDL_QUIT) running = 0;
            if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_r)
                contact_world_destroy(world), world = scene();
            if (event.type == SDL_MOUSEBUTTONDOWN) {
                collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
                contact_world_add_dynamic(world, &box,
                                          tact_pose_at((tact_real)(event.button.x - WIDTH / 2) * 6 / 900, 0, 3), 2000);
            }
        }
        Uint32 now = SDL_GetTicks();
        behind += (now - last) * 1e-3, last = now;
        if (behind > 0.1) behind = 0.1; /* a slow machine shows slow motion, never a spiral of death */
        for (; behind > 0; behind -= 1.0 / 240) contact_world_step(world, TACT_R(1.0 / 240));
        SDL_SetRenderDrawColor(renderer, 244, 242, 238, 255);
        SDL_RenderClear(renderer);
        for (int i = -6; i <= 6; ++i) {
            line(renderer, tact_vec((tact_real)i / 2, -2, 0), tact_vec((tact_real)i / 2, 3, 0), 0xd0ccc4u);
            line(renderer, tact_vec(-3, (tact_real)i / 2 + TACT_R(0.5), 0),
                 tact_vec(3, (tact_real)i / 2 + TACT_R(0.5), 0), 0xd0ccc4u);
        }
        contact_world_draw(world, &draw);
        SDL_RenderPresent(renderer);
        SDL_Delay(8);
    }
    contact_world_destroy(world);
    SDL_Quit();
    return 0;
}
