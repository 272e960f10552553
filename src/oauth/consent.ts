import type { IncomingMessage, ServerResponse } from 'node:http'
import { Router } from 'express'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { z } from 'zod'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { inWorkspace } from '../kernel/db/workspaceContext.ts'
import { auditActorOf, withAuditContext } from '../kernel/auditContext.ts'
import { conflict, errorOf, unauthenticated } from '../kernel/vocabulary/errors.ts'
import { resourceOf } from '../http/bases.ts'
import { credentialsOf, headerCredentials, authenticatePerson } from '../http/caller.ts'
import { originOf } from '../http/origin.ts'
import { ConsentAnswer, ConsentApproval } from '../inputs/connectedApps.ts'
import { readJson } from '../kernel/json/json.ts'
import { parseInput } from '../rest/handler.ts'
import { answer, type Exchange, serve } from '../rest/serve.ts'
import * as connectedApps from '../services/access/connectedApps.ts'
import { describeRedirect, toDisplayName } from './clients.ts'
import { requestedScopes } from './requests.ts'
import { claimAnswer, releaseAnswer } from './store.ts'

type Request = Exchange['req']
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
const MAX_BYTES = 16 * 1024

/** The API of the dashboard's consent page: returns what an app requests, and applies the person's decision. */
export function consentRouter(providerOf: (req: IncomingMessage) => Promise<Provider>): Router {
  const router = Router()
  const showRequest = serve(
    '/connect/{uid}/request',
    async ({ req, res }) => {
      const person = await requirePerson(req)
      return answer(200, await toPublic(await findRequest(await providerOf(req), req, res), person))
    },
    { hasReasons: true },
  )
  const answerRequest = serve(
    '/connect/{uid}/answer',
    async ({ req, res }) => {
      const person = await requirePerson(req)
      const provider = await providerOf(req)
      const request = await findRequest(provider, req, res)
      const { value: body } = await readJson(req, MAX_BYTES)
      const approval = parseInput('body', ConsentAnswer, body).approve ? parseInput('body', ConsentApproval, body) : null
      if (!(await claimAnswer(request.uid))) throw conflict('consent_request_answered')
      try {
        const result = approval
          ? await withAuditContext(auditActorOf(person, 'approveConnectedApp', originOf(req, res)), () => createGrant(provider, request, person, approval))
          : { error: 'access_denied', error_description: 'The request was denied' }
        return answer(200, { redirect_to: await provider.interactionResult(req, res, result, { mergeWithLastSubmission: false }) })
      } catch (error) {
        await releaseAnswer(request.uid)
        throw error
      }
    },
    { hasReasons: true },
  )
  router.get('/connect/:uid/request', (req, res) => showRequest(req as Request, res))
  router.post('/connect/:uid/answer', (req, res) => answerRequest(req as Request, res))
  return router
}

async function requirePerson(req: IncomingMessage): Promise<Actor> {
  const person = await authenticatePerson(credentialsOf(headerCredentials(req)))
  if (!person) throw unauthenticated('session_ended')
  return person
}

/** Finds the authorization request of the URL, for the browser whose cookie started it. Throws NOT_FOUND. */
async function findRequest(provider: Provider, req: Request, res: ServerResponse) {
  const interaction = await provider.interactionDetails(req, res).catch((error: unknown) => {
    if (error instanceof SessionNotFound) return null
    throw error
  })
  const client = interaction?.uid === req.params.uid ? await provider.Client.find(String(interaction!.params.client_id)) : undefined
  if (!interaction || !client) throw errorOf('NOT_FOUND', 'consent_request_closed')
  const redirect = describeRedirect(String(interaction.params.redirect_uri))
  const name = toDisplayName(client.clientName ?? '') || redirect.host
  return {
    interaction,
    uid: interaction.uid,
    redirect,
    app: { clientId: client.clientId, name, redirectHost: redirect.host },
    requested: requestedScopes(interaction.params.scope),
  }
}
type ConsentRequest = Awaited<ReturnType<typeof findRequest>>

const toPublic = async ({ interaction, app, redirect, requested }: ConsentRequest, person: Actor) => ({
  client: {
    id: app.clientId,
    name: app.name,
    redirect_host: redirect.host,
    is_local: redirect.isLocal,
    redirect_uri: interaction.params.redirect_uri,
  },
  scopes: requested,
  workspaces: await connectedApps.workspacesOf(person, requested),
  expires_at: new Date(interaction.exp * 1000).toISOString(),
})

/**
 * Creates the grant: first the library's record, then our credential. If the process dies between them, no access was granted and the user
 * starts again from the app. If it dies after them, the app is listed as connected but has no token.
 */
async function createGrant(provider: Provider, { interaction, app, requested }: ConsentRequest, person: Actor, approval: z.output<typeof ConsentApproval>) {
  const { workspace_id: workspaceId, scopes, call_limit: callLimit, spend_limit: spendLimit } = approval
  const accountId = String(person.userId)
  const grant = new provider.Grant({ accountId, clientId: app.clientId })
  const declined = requested.filter((scope) => !scopes.includes(scope))
  for (const resource of resourcesOf(provider, interaction)) {
    grant.addResourceScope(resource, scopes.join(' '))
    if (declined.length > 0) grant.rejectResourceScope(resource, declined.join(' '))
  }
  grant.addOIDCScope('offline_access')
  const grantId = await grant.save()
  try {
    await inWorkspace(workspaceId, () => connectedApps.approve(person, app, grantId, requested, { workspaceId, scopes, callLimit, spendLimit }))
  } catch (error) {
    await grant.destroy()
    throw error
  }
  return { login: { accountId, remember: false }, consent: { grantId } }
}

/** The resources as the app spelled them. */
const resourcesOf = (provider: Provider, { params }: Interaction) => [params.resource ?? resourceOf(provider.issuer)].flat().map(String)
