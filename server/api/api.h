/* api.h -- the small HTTP API (docs/openapi.yaml). */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "../hall/hall.h"

void api_request(struct hall *, struct request *);

/* ---- api_metrics.c ---- */

/* The text of /metrics. Makes no store calls, so that it is answered while the store hangs. */
void api_metrics(struct hall *, struct out *);
/* Counts what that tells of the store: now, or soon. */
void api_metrics_count(struct hall *);
void api_metrics_count_soon(struct hall *);

#endif
