#include "Processes.h"

#include <pthread.h>

enum { MOST = 64, STACK = 1 << 16 };

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opening;
    bool is_open;
};

static void *wait_at(void *argument) {
    struct gate *gate = argument;
    pthread_mutex_lock(&gate->lock);
    while (!gate->is_open) pthread_cond_wait(&gate->opening, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
    return NULL;
}

int beeline_try_threads(unsigned count) {
    struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    pthread_attr_t attributes;
    int code = pthread_attr_init(&attributes);
    if (code != 0) return code;
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_t threads[MOST];
    unsigned made = 0;
    while (code == 0 && made < count && made < MOST) {
        code = pthread_create(&threads[made], &attributes, wait_at, &gate);
        if (code == 0) made++;
    }
    pthread_mutex_lock(&gate.lock);
    gate.is_open = true;
    pthread_cond_broadcast(&gate.opening);
    pthread_mutex_unlock(&gate.lock);
    while (made > 0) pthread_join(threads[--made], NULL);
    pthread_attr_destroy(&attributes);
    return code;
}
