import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { queryOf } from '../../rest/mount.ts'
import { answer, readOnly, serve } from '../../rest/serve.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { requireScope } from '../../kernel/vocabulary/scopes.ts'
import * as documentSearch from '../../services/documentation/documentSearch.ts'
import { headerCredentials, authenticatePerson } from '../caller.ts'

/**
 * `GET /docs/search?q=…&locale=…` for the web application (spec: Internal endpoint). Accepts only the access token of a session: returns 401
 * without a valid one, and for an API key in any header (contract: Docs search). Errors have the shape of the REST API's.
 */
export const docsSearch = serve(
  '/docs/search',
  readOnly(async ({ req, record }) => {
    const actor = await authenticatePerson({ accessToken: headerCredentials(req).bearer })
    if (!actor) throw new DomainError('UNAUTHENTICATED', 'Tenant ID required')
    record.workspaceId = actor.workspaceId
    requireScope(actor.scopes, 'documents:read')
    return answer(200, await inWorkspace(actor.workspaceId, () => documentSearch.search(actor, queryOf(req.url ?? ''))))
  }),
)
