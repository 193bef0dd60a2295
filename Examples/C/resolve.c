/* Says what codes mean and which rule takes them, a line of JSON for each.
 *
 *     cc -o resolve resolve.c $(pkg-config --cflags --libs beeline)
 *     ./resolve RULES.json CODE...
 */
#include <beeline.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: %s RULES.json CODE...\n", words[0]);
        return 2;
    }
    const char *rules[] = {words[1]};
    char *error = NULL;
    beeline_engine *engine = beeline_new(rules, 1, 0, &error);
    if (engine == NULL) {
        fprintf(stderr, "%s\n", error ? error : "no memory is left");
        beeline_free_text(error);
        return 2;
    }
    for (int place = 2; place < count; place++) {
        char *answer = beeline_resolve(engine, words[place], strlen(words[place]), NULL, NULL, NULL);
        if (answer != NULL) puts(answer);
        beeline_free_text(answer);
    }
    beeline_free(engine);
    return 0;
}
