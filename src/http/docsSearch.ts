import { unauthenticated } from '../kernel/vocabulary/errors.ts'
import { queryOf } from '../rest/mount.ts'
import { answer, reading, serve } from '../rest/serve.ts'
import { requireScope } from '../kernel/vocabulary/scopes.ts'
import * as documentSearch from '../services/documentation/documentSearch.ts'
import { headerCredentials, personOf } from './caller.ts'

/**
 * `GET /docs/search?q=…&locale=…` for the web application (spec: Internal endpoint). A session's access token only: without one that
 * holds, and with an API key in whatever header, 401 (contract: Docs search). Errors have the shape of the REST API's.
 */
export const docsSearch = serve(
  '/docs/search',
  reading(async ({ req, record }) => {
    const actor = await personOf({ accessToken: headerCredentials(req).bearer })
    if (!actor) throw unauthenticated('Tenant ID required')
    record.workspaceId = actor.workspaceId
    requireScope(actor.scopes, 'documents:read')
    return answer(200, await documentSearch.search(actor, queryOf(req.url ?? '')))
  }),
)
