/* The three headers in one program, this file with declarations only: the implementations come from elsewhere, values pass from one
   header to the next without conversion, every status has its own text, and an allocator of the user is asked and paid back. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "collide.h" /* a second time: nothing happens */

UTEST(together, versions_agree) {
    EXPECT_EQ(COLLIDE_VERSION, RBD_VERSION);
    EXPECT_EQ(RBD_VERSION, CONTACT_VERSION);
    EXPECT_STREQ(COLLIDE_VERSION_STRING, RBD_VERSION_STRING);
    EXPECT_STREQ(RBD_VERSION_STRING, CONTACT_VERSION_STRING);
}

UTEST(together, version_number_and_text_agree) {
    char text[32];
    (void)snprintf(text, sizeof text, "%d.%d.%d", COLLIDE_VERSION / 10000, COLLIDE_VERSION / 100 % 100,
                   COLLIDE_VERSION % 100);
    EXPECT_STREQ(text, COLLIDE_VERSION_STRING);
}

/* Each list as an array of values, to go through it. */
#define COLLIDE_VALUE(name, value, text) COLLIDE_##name,
#define RBD_VALUE(name, value, text) RBD_##name,
#define CONTACT_VALUE(name, value, text) CONTACT_##name,
static const collide_status collide_all[] = {COLLIDE_STATUS_LIST(COLLIDE_VALUE)};
static const rbd_status rbd_all[] = {RBD_STATUS_LIST(RBD_VALUE)};
static const contact_status contact_all[] = {CONTACT_STATUS_LIST(CONTACT_VALUE)};

#define CHECK_TEXTS(all, text_of, type)                                                                                \
    do {                                                                                                               \
        const size_t count = sizeof(all) / sizeof(all)[0];                                                             \
        size_t i, j;                                                                                                   \
        for (i = 0; i < count; ++i) {                                                                                  \
            ASSERT_TRUE(text_of((all)[i]) != NULL);                                                                    \
            EXPECT_TRUE(text_of((all)[i])[0] != 0);                                                                    \
            EXPECT_STRNE("unknown status", text_of((all)[i]));                                                         \
            for (j = 0; j < i; ++j) {                                                                                  \
                EXPECT_NE((int)(all)[i], (int)(all)[j]);                                                               \
                EXPECT_STRNE(text_of((all)[i]), text_of((all)[j]));                                                    \
            }                                                                                                          \
        }                                                                                                              \
        EXPECT_STREQ("unknown status", text_of((type)12345));                                                          \
    } while (0)

UTEST(together, every_status_has_a_text_of_its_own) {
    CHECK_TEXTS(collide_all, collide_status_text, collide_status);
    CHECK_TEXTS(rbd_all, rbd_status_text, rbd_status);
    CHECK_TEXTS(contact_all, contact_status_text, contact_status);
}

UTEST(together, success_is_zero_in_each) {
    EXPECT_EQ(0, (int)COLLIDE_OK);
    EXPECT_EQ(0, (int)RBD_OK);
    EXPECT_EQ(0, (int)CONTACT_OK);
}

static void *counting_alloc(void *context, size_t bytes, size_t align) {
    (void)align;
    *(size_t *)context += bytes;
    return malloc(bytes);
}
static void counting_free(void *context, void *pointer, size_t bytes) {
    *(size_t *)context -= bytes;
    free(pointer);
}

UTEST(together, allocator_is_used_and_null_means_malloc) {
    size_t live = 0;
    tact_allocator a;
    void *p;
    a.context = &live;
    a.alloc = counting_alloc;
    a.free = counting_free;
    p = tact_alloc(&a, 100);
    EXPECT_EQ((size_t)100, live);
    tact_free(&a, p, 100);
    EXPECT_EQ((size_t)0, live);
    tact_free(&a, NULL, 100); /* nothing to give back */
    EXPECT_EQ((size_t)0, live);
    p = tact_alloc(NULL, 100);
    ASSERT_TRUE(p != NULL);
    tact_free(NULL, p, 100);
}

UTEST_MAIN()
