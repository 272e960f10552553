import type { PublishedAgent, WebhookTarget } from '../providers/provider.ts'
import { createRetellProvider } from '../providers/retell/retell.ts'
import { checkAgent } from './agent.ts'
import { type CallToPlace, checkCall } from './call.ts'
import { ensure, type Report } from './report.ts'
import { valueAt, createRawApi, summarize, textAt } from './wire.ts'

const UNKNOWN_AGENT_ID = 'agent_0000000000000000000000000000'

export interface Account {
  key: string
  /** Without a trailing slash. */
  base: string
  /** Webhook of the agents that the test creates. */
  webhook: WebhookTarget
  call: { to: string; from: string } | null
}

/** Checks what the adapter relies on at Retell, and observes behavior that Retell does not document. */
export async function testRetell({ key, base, webhook, call }: Account, report: Report): Promise<void> {
  const voice = createRetellProvider({ apiKey: key, baseUrl: base, listLagMs: 0 })
  const raw = createRawApi(base, key)
  const fetchAgent = async (id: string, version: string | null) => (await raw('GET', `/get-agent/${id}${version === null ? '' : `?version=${version}`}`)).body

  report.title('Retell')
  const isKeyAccepted = await report.step('the API key is accepted', async () => {
    const calls = await voice.getConcurrency()
    ensure(calls, 'the concurrency limit is missing')
    return `${calls.current} of ${calls.limit} concurrent calls`
  })
  if (!isKeyAccepted) return
  await report.step('an unknown call returns null', async () => {
    ensure((await voice.getCall('call_00000000000000000000000000')) === null, 'found a call')
    return null
  })
  await report.observe('response for an unknown agent', async () => summarize(await raw('GET', `/get-agent/${UNKNOWN_AGENT_ID}`)))
  await report.observe('response for a wrong API key', async () => summarize(await createRawApi(base, 'wrong-key')('GET', '/get-concurrency')))
  await report.observe('lists phone numbers', async () => {
    const { status, body } = await raw('GET', '/v2/list-phone-numbers')
    const items = Array.isArray(body) ? body : valueAt(body, 'items')
    return Array.isArray(items) ? `${items.length}` : `${status}, unexpected format`
  })

  const checkPublished = async (agent: PublishedAgent, nth: 1 | 2) => {
    if (nth === 1) return
    await report.observe('a new agent version has its own LLM version', async () => {
      const newEngine = valueAt(await fetchAgent(agent.providerAgentId, agent.version), 'response_engine')
      const previousEngine = valueAt(await fetchAgent(agent.providerAgentId, String(Number(agent.version) - 1)), 'response_engine')
      return `version ${textAt(previousEngine, 'version')} of ${textAt(previousEngine, 'llm_id')} became ${textAt(newEngine, 'version')} of ${textAt(newEngine, 'llm_id')}`
    })
    await report.step('calls use the published version', async () => {
      ensure(valueAt(await fetchAgent(agent.providerAgentId, agent.version), 'is_published') === true, 'is_published is not true')
      return `version ${agent.version}`
    })
  }
  const exists = async (agent: PublishedAgent) => (await raw('GET', `/get-agent/${agent.providerAgentId}`)).status === 200
  await checkAgent({ voice, report, webhook, voiceId: 'retell-Cimo', checkPublished, exists }, async (agent) => {
    if (!call) return
    const callToPlace: CallToPlace = { to: call.to, from: { e164: call.from, providerNumberId: call.from } }
    await checkCall({ voice, report, agent, call: callToPlace }, async (id) => {
      await report.observe('call data that Retell keeps with basic_attributes_only', async () => {
        const { body } = await raw('GET', `/v2/get-call/${id}`)
        const fields = ['metadata', 'retell_llm_dynamic_variables', 'transcript', 'recording_url', 'call_analysis', 'from_number', 'to_number']
        return fields.map((name) => `${name} ${valueAt(body, name) === undefined ? 'no' : 'yes'}`).join(', ')
      })
    })
  })
}
