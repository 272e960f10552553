import { z } from 'zod'
import { understood } from './http.ts'
import type { Send } from './http.ts'
import { ProviderError } from './provider.ts'
import type { JsonObject, VoiceProvider } from './provider.ts'

type NumberToImport = Parameters<VoiceProvider['importNumber']>[0]

const Made = z.object({ id: z.string().min(1) })
const Numbers = z.array(z.object({ id: z.string().min(1), number: z.string().nullish() }))

/** A number on a SIP trunk of the customer's: a credential holds the trunk, a number points at it. Answers the number's id. */
export async function importToVapi(send: Send, number: NumberToImport): Promise<string> {
  const listed = understood(Numbers, (await send({ method: 'GET', path: '/phone-number?limit=1000', effect: 'safe' })).body)
  const there = listed.find((known) => known.number === number.e164)
  if (there) return there.id
  const credential = understood(Made, (await send({ method: 'POST', path: '/credential', body: trunk(number), effect: 'create' })).body)
  const body = {
    provider: 'byo-phone-number',
    number: number.e164,
    numberE164CheckEnabled: true,
    credentialId: credential.id,
    name: nameOf(number),
  }
  const made = await send({ method: 'POST', path: '/phone-number', body, effect: 'create' }).catch(async (error) => {
    // After a failure of unknown outcome the number may exist and need the trunk.
    if (error instanceof ProviderError && error.kind !== 'unavailable')
      await send({ method: 'DELETE', path: `/credential/${credential.id}`, effect: 'safe' }).catch(() => {})
    throw error
  })
  return understood(Made, made.body).id
}

const nameOf = ({ e164, label }: NumberToImport) => (label || e164).slice(0, 40)

function trunk(number: NumberToImport): JsonObject {
  const { username, password } = number.sip
  return {
    provider: 'byo-sip-trunk',
    name: nameOf(number),
    gateways: [gateway(number.sip.terminationUri)],
    outboundLeadingPlusEnabled: true,
    ...(username && { outboundAuthenticationPlan: { authUsername: username, ...(password && { authPassword: password }) } }),
  }
}

/** `sip:host:5061;transport=tls` as a gateway; only the host is indispensable. */
function gateway(uri: string): JsonObject {
  const [, host, port, transport] = /^(?:sips?:)?([^:;\s]+)(?::(\d{1,5}))?(?:;transport=(udp|tcp|tls))?(?:;\S*)?$/i.exec(uri.trim()) ?? []
  if (!host) throw new ProviderError('rejected', `${uri} is not the address of a SIP trunk`)
  return {
    ip: host,
    ...(port && { port: Number(port) }),
    inboundEnabled: false,
    outboundEnabled: true,
    ...(transport && { outboundProtocol: transport.toLowerCase() }),
  }
}
