/* pool.h: threads for config.solver.parallel_for, to copy. POSIX threads, or those of Windows.
       pool threads;
       pool_start(&threads, 4);                            // 4 workers: the caller and 3 threads
       config.solver.parallel_for = pool_for, config.solver.parallel_context = &threads, config.solver.workers = 4;
       ...
       pool_stop(&threads);                                // after the world is gone
   With OpenMP there is no need for it: see contact_parallel_for in contact.h. A world has the same bits with any number of workers.
   Many loops of a step take some microseconds, less than it takes to wake a thread: a thread that has nothing to do looks for work for
   POOL_SPINS rounds, some fifty microseconds, before it sleeps. With more threads than cores, or for the sake of the battery, make it 0. */
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
typedef volatile LONG pool_count;
#define pool_read(c) InterlockedCompareExchange(c, 0, 0)
#define pool_write(c, x) InterlockedExchange(c, x)
#define pool_add(c, x) InterlockedExchangeAdd(c, x)
#define pool_pause() YieldProcessor()
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
typedef int pool_count;
#define pool_read(c) __atomic_load_n(c, __ATOMIC_SEQ_CST)
#define pool_write(c, x) __atomic_store_n(c, x, __ATOMIC_SEQ_CST)
#define pool_add(c, x) __atomic_fetch_add(c, x, __ATOMIC_SEQ_CST)
#if defined(__x86_64__) || defined(__i386__)
#define pool_pause() __builtin_ia32_pause()
#else
#define pool_pause() ((void)0)
#endif
#endif
#ifndef POOL_SPINS
#define POOL_SPINS 2000
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
    pool_signal begin;
    void (*work)(void *data, int index, int worker);
    void *data;
    int count;         /* of the loop that runs: written before `round` and while nobody is inside */
    pool_count next;   /* index to take */
    pool_count round;  /* odd while a loop runs */
    pool_count inside; /* threads that have seen it */
    pool_count asleep, quit;
    int workers;
} pool;

/* Takes one index after the other until none is left. */
static void pool_take(pool *p, int worker) {
    int index;
    while ((index = (int)pool_add(&p->next, 1)) < p->count) p->work(p->data, index, worker);
}
#ifdef _WIN32
static DWORD WINAPI pool_run(LPVOID argument) {
#else
static void *pool_run(void *argument) {
#endif
    pool_seat *seat = (pool_seat *)argument;
    pool *p = seat->pool;
    int spins = 0, seen = 0;
    while (!pool_read(&p->quit)) {
        int round = (int)pool_read(&p->round);
        if ((round & 1) && round != seen) {
            seen = round, spins = 0;
            pool_add(&p->inside, 1); /* the loop may be over: then `round` says so, and nothing of it is read */
            if ((int)pool_read(&p->round) == round) pool_take(p, seat->worker);
            pool_add(&p->inside, -1);
        } else if (++spins < POOL_SPINS) {
            pool_pause();
        } else {
            pool_lock_take(&p->lock);
            pool_add(&p->asleep, 1);
            while (!pool_read(&p->quit) && ((int)pool_read(&p->round) == seen || !(pool_read(&p->round) & 1)))
                pool_signal_wait(&p->begin, &p->lock);
            pool_add(&p->asleep, -1);
            pool_lock_give(&p->lock);
            spins = 0;
        }
    }
    return 0;
}

/* contact_parallel_for: the caller is worker 0. Ends the loop when all indices are taken, then waits for those inside. */
static void pool_for(void *context, int count, void (*work)(void *data, int index, int worker), void *data) {
    pool *p = (pool *)context;
    if (count <= 0) return;
    p->work = work, p->data = data, p->count = count;
    pool_write(&p->next, 0);
    pool_add(&p->round, 1);
    if (count > 1 && pool_read(&p->asleep)) {
        pool_lock_take(&p->lock);
        pool_signal_all(&p->begin);
        pool_lock_give(&p->lock);
    }
    pool_take(p, 0);
    pool_add(&p->round, 1);
    while (pool_read(&p->inside)) pool_pause();
}

/* Returns the number of workers that there are, the caller among them: less than asked for where threads could not start. */
static int pool_start(pool *p, int workers) {
    int i;
    pool_lock_init(&p->lock);
    pool_signal_init(&p->begin);
    p->work = NULL, p->data = NULL, p->count = 0;
    pool_write(&p->next, 0), pool_write(&p->round, 0), pool_write(&p->inside, 0), pool_write(&p->asleep, 0);
    pool_write(&p->quit, 0);
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
    pool_write(&p->quit, 1);
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
    pthread_cond_destroy(&p->begin);
    pthread_mutex_destroy(&p->lock);
#endif
}
#endif
