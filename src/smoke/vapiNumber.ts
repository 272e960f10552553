import { randomUUID } from 'node:crypto'
import type { PublishedAgent, VoiceProvider, WebhookTarget } from '../providers/provider.ts'
import { expected, inWords, type Report } from './report.ts'
import { at, type Raw, shape, textAt } from './wire.ts'

/** Reserved for fiction: nobody has it. */
const NUMBER = { e164: '+12025550143', tag: randomUUID(), label: 'Callwright smoke test', sip: { terminationUri: 'sip:trunk.example.com:5060;transport=udp' } }

/** A number on a trunk that leads nowhere: imported, bound to an assistant and freed again, released with its trunk. */
export async function trunkedNumber({ voice, raw, report, agent, webhook }: Numbering): Promise<void> {
  const { body: before } = await raw('GET', '/phone-number?limit=1000')
  if (!Array.isArray(before) || before.some((one) => at(one, 'number') === NUMBER.e164)) return
  let id: string
  try {
    id = await voice.importNumber({ ...NUMBER, webhook })
  } catch (error) {
    // Vapi may check trunks; then nothing can be found out without one.
    return report.question('importing a number on an unreachable trunk', async () => `rejected: ${inWords(error)}`)
  }
  const number = { e164: NUMBER.e164, tag: NUMBER.tag, providerNumberId: id, webhook }
  report.made(`number ${id}`, () => voice.releaseNumber(number))
  const { body: made } = await raw('GET', `/phone-number/${id}`)
  await report.step('an imported number sends inbound calls to our webhook', async () => {
    expected(at(made, 'server.url') === webhook.url, `server.url is ${textAt(made, 'server.url')}`)
    return id
  })
  await report.step('null clears the assistant of a number', async () => {
    const bound = await raw('PATCH', `/phone-number/${id}`, { provider: at(made, 'provider'), assistantId: agent.providerAgentId })
    expected(at(bound.body, 'assistantId') === agent.providerAgentId, shape(bound))
    await voice.routeInbound(number)
    const { body: now } = await raw('GET', `/phone-number/${id}`)
    expected(!at(now, 'assistantId'), 'the assistant still answers')
    return `assistantId is ${textAt(now, 'assistantId')}`
  })
  await report.step('releases a number and its trunk', async () => {
    await voice.releaseNumber(number)
    expected((await raw('GET', `/phone-number/${id}`)).status === 404, 'Vapi still has the number')
    const trunk = await raw('GET', `/credential/${String(at(made, 'credentialId'))}`)
    expected(trunk.status === 404, `Vapi still has the trunk: ${trunk.status}`)
    return null
  })
}

interface Numbering {
  voice: VoiceProvider
  raw: Raw
  report: Report
  agent: PublishedAgent
  webhook: WebhookTarget
}
