import { randomUUID } from 'node:crypto'
import type { PublishedAgent, VoiceProvider, WebhookTarget } from '../providers/provider.ts'
import { ensure, describeError, type Report } from './report.ts'
import { valueAt, type RawApi, summarize, textAt } from './wire.ts'

/** Number reserved for fiction, on a trunk that does not exist. */
const NUMBER = { e164: '+12025550143', tag: randomUUID(), label: 'Callwright smoke test', sip: { terminationUri: 'sip:trunk.example.com:5060;transport=udp' } }

/** Imports a number on an unreachable trunk, clears its assistant, and releases it with its trunk. Does nothing if the account has the number. */
export async function checkTrunkNumber({ voice, raw, report, agent, webhook }: NumberCheck): Promise<void> {
  const { body: existing } = await raw('GET', '/phone-number?limit=1000')
  if (!Array.isArray(existing) || existing.some((candidate) => valueAt(candidate, 'number') === NUMBER.e164)) return
  let id: string
  try {
    id = await voice.importNumber({ ...NUMBER, webhook })
  } catch (error) {
    // Vapi may check trunks. Then this test needs a real one.
    return report.observe('importing a number on an unreachable trunk', async () => `rejected: ${describeError(error)}`)
  }
  const number = { e164: NUMBER.e164, tag: NUMBER.tag, providerNumberId: id, webhook }
  report.addCleanup(`number ${id}`, () => voice.releaseNumber(number))
  const { body: imported } = await raw('GET', `/phone-number/${id}`)
  await report.step('an imported number sends inbound calls to our webhook', async () => {
    ensure(valueAt(imported, 'server.url') === webhook.url, `server.url is ${textAt(imported, 'server.url')}`)
    return id
  })
  await report.step('null clears the assistant of a number', async () => {
    const reply = await raw('PATCH', `/phone-number/${id}`, { provider: valueAt(imported, 'provider'), assistantId: agent.providerAgentId })
    ensure(valueAt(reply.body, 'assistantId') === agent.providerAgentId, summarize(reply))
    await voice.routeInbound(number)
    const { body: routed } = await raw('GET', `/phone-number/${id}`)
    ensure(!valueAt(routed, 'assistantId'), 'the assistant still answers')
    return `assistantId is ${textAt(routed, 'assistantId')}`
  })
  await report.step('releases a number and its trunk', async () => {
    await voice.releaseNumber(number)
    ensure((await raw('GET', `/phone-number/${id}`)).status === 404, 'Vapi still has the number')
    const trunk = await raw('GET', `/credential/${String(valueAt(imported, 'credentialId'))}`)
    ensure(trunk.status === 404, `Vapi still has the trunk: ${trunk.status}`)
    return null
  })
}

interface NumberCheck {
  voice: VoiceProvider
  raw: RawApi
  report: Report
  agent: PublishedAgent
  webhook: WebhookTarget
}
