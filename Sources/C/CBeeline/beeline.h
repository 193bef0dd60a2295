/*
 * libbeeline: what a code means, and what should be done about it, for C and for all languages that call C.
 *
 *     char *error = NULL;
 *     beeline_engine *engine = beeline_new(NULL, 0, 0, &error);
 *     char *answer = beeline_resolve(engine, "9784873119045", 13, "ean_13", NULL, NULL);
 *     puts(answer);
 *     beeline_free_text(answer);
 *     beeline_free(engine);
 *
 * It decodes no pictures, performs no actions, starts no programs, keeps no history and handles no signals. It reads
 * the rule files that it is given, what these include, and the catalogues that they name. Docs/C.md is its page.
 *
 * Ownership: what is passed in stays yours, and is copied before a function returns. Texts that come out are yours, and
 * are freed with beeline_free_text. A text in a callback is lent until the callback returns.
 *
 * Threads: all functions may be called from any thread, and many threads may use one engine at once. Call beeline_free
 * only when no other thread uses the engine. In a process that forks, make the engine after the fork.
 *
 * Texts are UTF-8 and end with a NUL.
 */
#ifndef BEELINE_H
#define BEELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of Beeline that this header belongs to. */
#define BEELINE_VERSION "0.1.0"

/* Rules that were loaded, and what they need. */
typedef struct beeline_engine beeline_engine;

/* Options of beeline_new, to be joined by |. */
enum {
    /* Only the rules of the files that are given, and not those that come with Beeline. */
    BEELINE_NO_BUNDLED_RULES = 1,
    /* Passwords and keys are in answers as they are. Without it, a text like "•••" replaces them. */
    BEELINE_SHOW_SECRETS = 2
};

/*
 * Loads rules: the files, in their order, and after them the rules that come with Beeline.
 *
 * files    paths of rule files; NULL where count is 0
 * count    how many there are
 * options  of the enum above; 0 for none
 * error    NULL, or where a text is put when the result is NULL: a line "FILE:LINE:COLUMN: error: …" for each error,
 *          with the source below it. It is set to NULL otherwise.
 *
 * Returns an engine, to be freed with beeline_free, or NULL.
 */
beeline_engine *beeline_new(const char *const *files, size_t count, uint32_t options, char **error);

/*
 * What a code means and which rule takes it: the line of JSON that `beeline resolve --format json` prints, without its
 * end.
 *
 * code       the bytes of the code, of any value; they need no NUL. NULL where length is 0
 * length     how many there are. More than 1 MiB is answered with an error
 * symbology  by any name that a scanner gives it: "ean_13", "EAN-13", "]E0". NULL for a code of which that is not known
 * aim        the AIM identifier, such as "]C1". NULL where there is none
 * add_on     the two or five digits beside an EAN or UPC. NULL where there are none
 *
 * Returns a text, to be freed with beeline_free_text. What is wrong with the input is in it, as "error". NULL without
 * an engine, with a code that is NULL and has a length, or when there is no memory left.
 */
char *beeline_resolve(const beeline_engine *engine, const void *code, size_t length, const char *symbology,
                      const char *aim, const char *add_on);

/*
 * Sets the character set of codes whose bytes are not UTF-8: "GBK", "windows-1251". Without it, they are in the one that
 * they name, or in the one whose texts look like theirs.
 *
 * charset  by the name of IANA, in whatever case; NULL for none
 *
 * Returns whether it is known: false without an engine, or for any other name.
 */
bool beeline_set_charset(beeline_engine *engine, const char *charset);

/*
 * Hears that rules were loaded again (problem is NULL), or that they could not be (the rules before stay in use). It is
 * called on a thread of the library, by one thread at a time, and must not free the engine.
 */
typedef void (*beeline_changed)(void *context, const char *problem);

/*
 * Loads the rules again when their files change, from now on. What has changed since beeline_new counts as well.
 *
 * changed  NULL, or what hears of it
 * context  handed on to it; it has to be there until beeline_free has returned
 *
 * Returns whether they are watched from now on: false without an engine, or when they are watched already.
 */
bool beeline_watch(beeline_engine *engine, beeline_changed changed, void *context);

/* Frees a text that the functions above returned. NULL is allowed, and does nothing. */
void beeline_free_text(char *text);

/* Frees an engine and stops watching its files: after its return there are no further calls. NULL does nothing. */
void beeline_free(beeline_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
