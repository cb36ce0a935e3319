/* pool.h: threads for config.solver.parallel_for, to copy. POSIX threads, or those of Windows.
       pool threads;
       pool_start(&threads, 4);                            // 4 workers: the caller and 3 threads
       config.solver.parallel_for = pool_for, config.solver.parallel_context = &threads, config.solver.workers = 4;
       ...
       pool_stop(&threads);                                // after the world is gone
   With OpenMP there is no need for it: see contact_parallel_for in contact.h. A world has the same bits with any number of workers. */
#ifndef POOL_H
#define POOL_H
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef HANDLE pool_thread;
typedef SRWLOCK pool_lock;
typedef CONDITION_VARIABLE pool_signal;
#define pool_lock_init(l) InitializeSRWLock(l)
#define pool_lock_take(l) AcquireSRWLockExclusive(l)
#define pool_lock_give(l) ReleaseSRWLockExclusive(l)
#define pool_signal_init(s) InitializeConditionVariable(s)
#define pool_signal_wait(s, l) SleepConditionVariableSRW(s, l, INFINITE, 0)
#define pool_signal_all(s) WakeAllConditionVariable(s)
#else
#include <pthread.h>
typedef pthread_t pool_thread;
typedef pthread_mutex_t pool_lock;
typedef pthread_cond_t pool_signal;
#define pool_lock_init(l) pthread_mutex_init(l, NULL)
#define pool_lock_take(l) pthread_mutex_lock(l)
#define pool_lock_give(l) pthread_mutex_unlock(l)
#define pool_signal_init(s) pthread_cond_init(s, NULL)
#define pool_signal_wait(s, l) pthread_cond_wait(s, l)
#define pool_signal_all(s) pthread_cond_broadcast(s)
#endif

enum { POOL_MAX = 64 };
struct pool;
typedef struct pool_seat {
    struct pool *pool;
    int worker;
} pool_seat;
typedef struct pool {
    pool_thread threads[POOL_MAX];
    pool_seat seats[POOL_MAX];
    pool_lock lock;
    pool_signal begin, end;
    void (*work)(void *data, int index, int worker);
    void *data;
    int next, count; /* of the loop that runs */
    int left;        /* indices of it that are not done yet */
    int workers, quit;
} pool;

/* Takes one index after the other until none is left; the lock is held before and after. */
static void pool_take(pool *p, int worker) {
    while (p->next < p->count) {
        int index = p->next++;
        pool_lock_give(&p->lock);
        p->work(p->data, index, worker);
        pool_lock_take(&p->lock);
        if (--p->left == 0) pool_signal_all(&p->end);
    }
}
#ifdef _WIN32
static DWORD WINAPI pool_run(LPVOID argument) {
#else
static void *pool_run(void *argument) {
#endif
    pool_seat *seat = (pool_seat *)argument;
    pool *p = seat->pool;
    pool_lock_take(&p->lock);
    while (!p->quit) {
        pool_take(p, seat->worker);
        if (!p->quit) pool_signal_wait(&p->begin, &p->lock);
    }
    pool_lock_give(&p->lock);
    return 0;
}

/* contact_parallel_for: the caller is worker 0. A thread that wakes late finds nothing left and sleeps again. */
static void pool_for(void *context, int count, void (*work)(void *data, int index, int worker), void *data) {
    pool *p = (pool *)context;
    if (count <= 0) return;
    pool_lock_take(&p->lock);
    p->work = work, p->data = data, p->next = 0, p->count = p->left = count;
    if (count > 1) pool_signal_all(&p->begin);
    pool_take(p, 0);
    while (p->left) pool_signal_wait(&p->end, &p->lock);
    pool_lock_give(&p->lock);
}

/* Returns the number of workers that there are, the caller among them: less than asked for where threads could not start. */
static int pool_start(pool *p, int workers) {
    int i;
    pool_lock_init(&p->lock);
    pool_signal_init(&p->begin), pool_signal_init(&p->end);
    p->work = NULL, p->data = NULL, p->next = p->count = p->left = p->quit = 0;
    if (workers > POOL_MAX) workers = POOL_MAX;
    for (p->workers = i = 1; i < workers; ++i) {
        p->seats[i].pool = p, p->seats[i].worker = i;
#ifdef _WIN32
        p->threads[i] = CreateThread(NULL, 0, pool_run, &p->seats[i], 0, NULL);
        if (!p->threads[i]) break;
#else
        if (pthread_create(&p->threads[i], NULL, pool_run, &p->seats[i])) break;
#endif
        ++p->workers;
    }
    return p->workers;
}
static void pool_stop(pool *p) {
    int i;
    pool_lock_take(&p->lock);
    p->quit = 1;
    pool_signal_all(&p->begin);
    pool_lock_give(&p->lock);
    for (i = 1; i < p->workers; ++i) {
#ifdef _WIN32
        WaitForSingleObject(p->threads[i], INFINITE);
        CloseHandle(p->threads[i]);
#else
        pthread_join(p->threads[i], NULL);
#endif
    }
#ifndef _WIN32
    pthread_cond_destroy(&p->begin), pthread_cond_destroy(&p->end);
    pthread_mutex_destroy(&p->lock);
#endif
}
#endif
