/* Facts about the XML reader: what it accepts (quotes, entities, comments, CDATA, BOM, CRLF, document types), how it
   nests, that each malformed text gives an error with the right line, and that no cut of a good text is accepted or
   crashes. */
#include "utest.h"

#define RBD_IMPLEMENTATION
#define RBD_STATIC
#include "rbd.h"

#include <stdio.h>
#include <stdlib.h>

static const char good[] = "\xef\xbb\xbf<?xml version='1.0'?>\r\n"
                           "<!DOCTYPE robot [ <!ENTITY x \"y>\"> ]>\n"
                           "<!-- a comment with <tags> and -- dashes -->\n"
                           "<robot name = 'a &lt;&amp;&gt; b' xmlns:xacro=\"u\">\n"
                           "  <link name=\"it&apos;s\" other='say &quot;hi&quot;'/>\n"
                           "  text is <![CDATA[ <not> &a tag; ]]> ignored\n"
                           "  <link\n    name='&#65;&#x20AC;&#x1F600;'\n    ><deep><er/></deep></link>\n"
                           "</robot  >\n<!-- after --> \n";

UTEST(xml, accepts_what_files_contain) {
    rbd__xml x;
    rbd_error error;
    int link;
    ASSERT_EQ((int)RBD_OK, (int)rbd__xml_parse(&x, good, sizeof good - 1, NULL, &error));
    EXPECT_STREQ("robot", x.nodes[0].name);
    EXPECT_EQ(4, x.nodes[0].line);
    EXPECT_STREQ("a <&> b", rbd__xml_string(&x, 0, "name"));
    link = rbd__xml_child(&x, 0, "link");
    EXPECT_STREQ("it's", rbd__xml_string(&x, link, "name"));
    EXPECT_STREQ("say \"hi\"", rbd__xml_string(&x, link, "other"));
    EXPECT_EQ(5, x.nodes[link].line);
    link = rbd__xml_next(&x, link);
    EXPECT_STREQ("A\xe2\x82\xac\xf0\x9f\x98\x80", rbd__xml_string(&x, link, "name"));
    EXPECT_EQ(7, x.nodes[link].line);
    EXPECT_EQ(8, rbd__xml_find(&x, link, "name")->line);
    EXPECT_EQ(9, x.nodes[rbd__xml_child(&x, link, "deep")].line);
    EXPECT_TRUE(rbd__xml_child(&x, rbd__xml_child(&x, link, "deep"), "er") > 0);
    EXPECT_EQ(-1, rbd__xml_child(&x, link, "none"));
    EXPECT_TRUE(rbd__xml_string(&x, -1, "name") == NULL);
    rbd__xml_free(&x, NULL);
}

UTEST(xml, every_cut_of_a_good_text_is_refused) {
    size_t end = (size_t)(strstr(good, "</robot") - good) + 9, i;
    for (i = 0; i <= end; ++i) {
        rbd__xml x;
        rbd_error error;
        char *cut = (char *)malloc(i + 1); /* exact size: a read beyond it is seen by a sanitizer */
        rbd_status status;
        memcpy(cut, good, i);
        status = rbd__xml_parse(&x, cut, i, NULL, &error);
        free(cut);
        EXPECT_TRUE(status < 0);
        EXPECT_TRUE(error.text[0] != 0);
    }
}

UTEST(xml, errors_have_the_line) {
    static const struct {
        const char *text;
        int line;
        const char *part;
    } cases[] = {{"<a>\n<b>\n</a>", 3, "</b>"},
                 {"<a>\n\n<b", 3, "ends inside a tag"},
                 {"<a>\n<b x></b></a>", 2, "='...'"},
                 {"<a>\n<b x=1/></a>", 2, "quotes"},
                 {"<a>\n<b x='1' x='2'/></a>", 2, "twice"},
                 {"<a>\n<b x='1\n/></a>", 3, "<"},
                 {"<a>\n<b x='&foo;'/></a>", 2, "entity"},
                 {"<a>\n<b x='&#0;'/></a>", 2, "entity"},
                 {"<a>\n<b x='&#x110000;'/></a>", 2, "entity"},
                 {"<a>\n<!-- x </a>", 2, "comment"},
                 {"<a/>\n<b/>", 2, "second root"},
                 {"<a/>\ntext", 2, "behind the end"},
                 {"\nhello", 2, "not XML"},
                 {"\n\n", 3, "no element"},
                 {"<a>\n</b></a>", 2, "</a>"},
                 {"</a>", 1, "closes nothing"},
                 {"<a><\nb/></a>", 1, "element name"},
                 {"<a 1='2'/>", 1, "attribute name"},
                 {"<a b='1'c='2'/>", 1, "unexpected"},
                 {"<a>\n", 2, "opened in line 1"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        rbd__xml x;
        rbd_error error;
        EXPECT_EQ((int)RBD_BAD_TEXT, (int)rbd__xml_parse(&x, cases[i].text, strlen(cases[i].text), NULL, &error));
        EXPECT_EQ_MSG(cases[i].line, error.index, error.text);
        EXPECT_TRUE_MSG(strstr(error.text, cases[i].part) != NULL, error.text);
    }
}

UTEST(xml, bounds) {
    rbd__xml x;
    rbd_error error;
    char *text = (char *)malloc(7 * 1000 + 1);
    int i;
    text[0] = 0;
    for (i = 0; i < 1000; ++i) memcpy(text + 3 * i, "<a>", 3);
    for (i = 0; i < 1000; ++i) memcpy(text + 3000 + 4 * i, "</a>", 4);
    EXPECT_TRUE(rbd__xml_parse(&x, text, 7000, NULL, &error) < 0);
    EXPECT_TRUE(strstr(error.text, "nested") != NULL);
    free(text);
    EXPECT_TRUE(rbd__xml_parse(&x, "<a>\0</a>", 8, NULL, &error) < 0);
    EXPECT_TRUE(rbd__xml_parse(&x, "\xff\xfe<\0a\0", 6, NULL, &error) < 0);
    EXPECT_TRUE(rbd__xml_parse(&x, "", 0, NULL, NULL) < 0);
}

UTEST(xml, number_lists) {
    static const char text[] =
        "<a ok=' 1 -2e0\t.5\n' few='1 2' many='1 2 3 4' word='1 x 3' nan='1 nan 3' inf='inf 0 -inf'\n"
        " big='1e999 0 0'/>";
    rbd__xml x;
    rbd_error error;
    tact_vec3 v = tact_vec(7, 7, 7);
    ASSERT_EQ((int)RBD_OK, (int)rbd__xml_parse(&x, text, sizeof text - 1, NULL, &error));
    EXPECT_EQ((int)RBD_OK, (int)rbd__xml_vec3(&x, 0, "absent", &v));
    EXPECT_NEAR(7, v.z, 0);
    EXPECT_EQ((int)RBD_OK, (int)rbd__xml_vec3(&x, 0, "ok", &v));
    EXPECT_NEAR(1, v.x, 0);
    EXPECT_NEAR(-2, v.y, 0);
    EXPECT_NEAR(0.5, v.z, 0);
    EXPECT_TRUE(rbd__xml_vec3(&x, 0, "few", &v) < 0);
    EXPECT_TRUE(strstr(error.text, "fewer numbers than 3") != NULL);
    EXPECT_TRUE(rbd__xml_vec3(&x, 0, "many", &v) < 0);
    EXPECT_TRUE(strstr(error.text, "more numbers than 3") != NULL);
    EXPECT_TRUE(rbd__xml_vec3(&x, 0, "word", &v) < 0);
    EXPECT_TRUE(rbd__xml_vec3(&x, 0, "nan", &v) < 0);
    EXPECT_TRUE(rbd__xml_vec3(&x, 0, "big", &v) < 0);
    EXPECT_EQ(3, error.index);
    EXPECT_EQ((int)RBD_OK, (int)rbd__xml_vec3(&x, 0, "inf", &v));
    EXPECT_TRUE(v.x == TACT_REAL_MAX && v.z == -TACT_REAL_MAX);
    rbd__xml_free(&x, NULL);
}

UTEST(xml, names_sort_and_are_found) {
    const char *names[257];
    char storage[257][8];
    int order[257], i;
    for (i = 0; i < 257; ++i) {
        snprintf(storage[i], sizeof storage[i], "n%u", (unsigned)(i * 97 % 257));
        names[i] = storage[i];
    }
    rbd__sort_names(names, order, 257);
    for (i = 1; i < 257; ++i) EXPECT_LT(strcmp(names[order[i - 1]], names[order[i]]), 0);
    for (i = 0; i < 257; ++i) EXPECT_EQ(i, rbd__find_name(names, order, 257, names[i]));
    EXPECT_EQ(-1, rbd__find_name(names, order, 257, "n300"));
    EXPECT_EQ(-1, rbd__find_name(names, order, 0, "n1"));
}

UTEST_MAIN()
