import type Retell from 'retell-sdk'
import type { Send } from './http.ts'
import { ifKnown, isRefusal } from './outcomes.ts'
import { type NumberToImport, ProviderError } from './provider.ts'

/** No agent answers by itself: Retell asks us about every inbound call. */
const routing = (webhookUrl: string) => ({ inbound_webhook_url: webhookUrl, inbound_agents: null })

/** Imports the number, or has one that is there already use that trunk. Retell's id of a number is the number. */
export async function importToRetell(send: Send, { e164, label, sip }: NumberToImport, webhookUrl: string): Promise<string> {
  if (!sip) throw new ProviderError('rejected', 'Retell reaches numbers by a SIP trunk only')
  const shared = { ...trunk(sip.terminationUri), ...routing(webhookUrl), ...(label && { nickname: label }) }
  const body: Retell.PhoneNumberImportParams = {
    phone_number: e164,
    ignore_e164_validation: false,
    ...shared,
    ...(sip.username && { sip_trunk_auth_username: sip.username }),
    ...(sip.password && { sip_trunk_auth_password: sip.password }),
  }
  try {
    await send({ method: 'POST', path: '/import-phone-number', body, effect: 'create' })
  } catch (error) {
    const there = isRefusal(error) && (await ifKnown(send({ method: 'GET', path: at('get', e164), effect: 'safe' })))
    if (!there) throw error
    const changes = { ...shared, ...(sip.username && { auth_username: sip.username }), ...(sip.password && { auth_password: sip.password }) }
    await change(send, e164, changes)
  }
  return e164
}

/** Has Retell ask us who answers calls to the number. */
export const routeAtRetell = (send: Send, e164: string, webhookUrl: string) => change(send, e164, routing(webhookUrl))

/** Takes the number away from Retell; one that is gone is no error. */
export const releaseFromRetell = async (send: Send, e164: string) => void (await ifKnown(send({ method: 'DELETE', path: at('delete', e164), effect: 'safe' })))

const change = async (send: Send, e164: string, body: Retell.PhoneNumberUpdateParams) =>
  void (await send({ method: 'PATCH', path: at('update', e164), body, effect: 'safe' }))

const at = (verb: string, e164: string) => `/${verb}-phone-number/${encodeURIComponent(e164)}`

/** Retell takes the host of a trunk, and how to reach it apart from it: `sip:host:5061;transport=tls` is both. */
function trunk(uri: string): { termination_uri: string; transport?: string } {
  const [address = '', ...parameters] = uri.split(';')
  const named = parameters.map((one) => /^transport=(tcp|udp|tls)$/i.exec(one)?.[1]).find(Boolean)
  const transport = named ?? (/^sips:/i.test(uri) ? 'tls' : undefined)
  return { termination_uri: address.replace(/^sips?:/i, ''), ...(transport && { transport: transport.toUpperCase() }) }
}
