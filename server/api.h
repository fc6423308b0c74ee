/* api.h -- the small HTTP API (docs/openapi.yaml). */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "hall.h"

void api_request(struct hall *, struct request *);

/* ---- api_figures.c ---- */

/* What /metrics tells. */
void api_figures(struct hall *, struct out *);

#endif
