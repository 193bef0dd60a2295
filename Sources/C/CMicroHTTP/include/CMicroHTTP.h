#ifndef BEELINE_CMICROHTTP_H
#define BEELINE_CMICROHTTP_H

/// Why libmicrohttpd cannot be used, in words; NULL when it is loaded.
const char *_Nullable beeline_httpd_load(void);

#endif
