import type { IncomingMessage, ServerResponse } from 'node:http'
import { Router } from 'express'
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js'
import type { Provider } from 'oidc-provider/lib/provider.js'
import type { z } from 'zod'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { askerOf, onBehalfOf } from '../kernel/auditing.ts'
import { conflict, DomainError, unauthenticated } from '../kernel/vocabulary/errors.ts'
import { resourceOf } from '../http/bases.ts'
import { credentialsOf, headerCredentials, personOf } from '../http/caller.ts'
import { originOf } from '../http/origin.ts'
import { ConsentAnswer, ConsentApproval } from '../inputs/connectedApps.ts'
import { readJson } from '../kernel/json/json.ts'
import { read } from '../rest/handle.ts'
import { answer, type Exchange, serve } from '../rest/serve.ts'
import * as connectedApps from '../services/access/connectedApps.ts'
import { redirectOf, shownName } from './clients.ts'
import { askedScopes } from './requests.ts'
import { claimAnswer, releaseAnswer } from './store.ts'

type Request = Exchange['req']
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
const MAX_BYTES = 16 * 1024

/** What the dashboard's page asks where a person decides what an app may do: what is asked for, and to carry out the answer. */
export function consent(providerOf: (req: IncomingMessage) => Provider): Router {
  const router = Router()
  const show = serve('/connect/{uid}/request', async ({ req, res }) => {
    const person = await signedIn(req)
    return answer(200, await described(await requested(providerOf(req), req, res), person))
  })
  const decide = serve('/connect/{uid}/answer', async ({ req, res }) => {
    const person = await signedIn(req)
    const provider = providerOf(req)
    const request = await requested(provider, req, res)
    const { value: body } = await readJson(req, MAX_BYTES)
    const approval = read('body', ConsentAnswer, body).approve ? read('body', ConsentApproval, body) : null
    if (!(await claimAnswer(request.uid))) throw conflict('This request was already answered.')
    try {
      const result = approval
        ? await onBehalfOf(askerOf(person, 'approveConnectedApp', originOf(req, res)), () => approved(provider, request, person, approval))
        : { error: 'access_denied', error_description: 'The request was denied' }
      return answer(200, { redirect_to: await provider.interactionResult(req, res, result, { mergeWithLastSubmission: false }) })
    } catch (error) {
      await releaseAnswer(request.uid)
      throw error
    }
  })
  router.get('/connect/:uid/request', (req, res) => show(req as Request, res))
  router.post('/connect/:uid/answer', (req, res) => decide(req as Request, res))
  return router
}

async function signedIn(req: IncomingMessage): Promise<Actor> {
  const person = await personOf(credentialsOf(headerCredentials(req)))
  if (!person) throw unauthenticated('Your session has ended. Sign in again.')
  return person
}

/** The request at this address, for the browser that has made it: its cookie says so. Throws NOT_FOUND. */
async function requested(provider: Provider, req: Request, res: ServerResponse) {
  const interaction = await provider.interactionDetails(req, res).catch((error: unknown) => {
    if (error instanceof SessionNotFound) return null
    throw error
  })
  const client = interaction?.uid === req.params.uid ? await provider.Client.find(String(interaction!.params.client_id)) : undefined
  if (!interaction || !client) throw new DomainError('NOT_FOUND', 'This request has expired or was opened in another browser. Start again from the app.')
  const redirect = redirectOf(String(interaction.params.redirect_uri))
  const name = shownName(client.clientName ?? '') || redirect.host
  return {
    interaction,
    uid: interaction.uid,
    redirect,
    app: { clientId: client.clientId, name, redirectHost: redirect.host },
    asked: askedScopes(interaction.params.scope),
  }
}
type Requested = Awaited<ReturnType<typeof requested>>

const described = async ({ interaction, app, redirect, asked }: Requested, person: Actor) => ({
  client: {
    id: app.clientId,
    name: app.name,
    redirect_host: redirect.host,
    is_local: redirect.isLocal,
    redirect_uri: interaction.params.redirect_uri,
  },
  scopes: asked,
  workspaces: await connectedApps.workspacesOf(person, asked),
  expires_at: new Date(interaction.exp * 1000).toISOString(),
})

/**
 * Makes the grant: the library's record of it first, then our credential. If the process dies between them nothing was given, and
 * the request can be made again; if it dies after them, the app is on the list of connected ones and has no token.
 */
async function approved(provider: Provider, { interaction, app, asked }: Requested, person: Actor, approval: z.output<typeof ConsentApproval>) {
  const { workspace_id: workspaceId, scopes, call_limit: callLimit, spend_limit: spendLimit } = approval
  const accountId = String(person.userId)
  const grant = new provider.Grant({ accountId, clientId: app.clientId })
  const declined = asked.filter((scope) => !scopes.includes(scope))
  for (const resource of resourcesOf(provider, interaction)) {
    grant.addResourceScope(resource, scopes.join(' '))
    if (declined.length > 0) grant.rejectResourceScope(resource, declined.join(' '))
  }
  grant.addOIDCScope('offline_access')
  const grantId = await grant.save()
  try {
    await connectedApps.approve(person, app, grantId, asked, { workspaceId, scopes, callLimit, spendLimit })
  } catch (error) {
    await grant.destroy()
    throw error
  }
  return { login: { accountId, remember: false }, consent: { grantId } }
}

/** As the app has spelt them. */
const resourcesOf = (provider: Provider, { params }: Interaction) => [params.resource ?? resourceOf(provider.issuer)].flat().map(String)
