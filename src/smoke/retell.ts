import type { PublishedAgent, WebhookTarget } from '../providers/provider.ts'
import { retellProvider } from '../providers/retell/retell.ts'
import { agentsLife } from './agent.ts'
import { type CallToPlace, oneCall } from './call.ts'
import { expected, type Report } from './report.ts'
import { at, rawApi, shape, textAt } from './wire.ts'

const UNKNOWN = 'agent_0000000000000000000000000000'

export interface Account {
  key: string
  /** Without a slash at the end. */
  base: string
  /** Where webhooks of the agents that are made would go. */
  webhook: WebhookTarget
  call: { to: string; from: string } | null
}

/** Walks through what the adapter relies on at Retell, and what was never established. */
export async function smokeRetell({ key, base, webhook, call }: Account, report: Report): Promise<void> {
  const voice = retellProvider({ apiKey: key, baseUrl: base, listLagMs: 0 })
  const raw = rawApi(base, key)
  const agentAt = async (id: string, version: string | null) => (await raw('GET', `/get-agent/${id}${version === null ? '' : `?version=${version}`}`)).body

  report.title('Retell')
  const reached = await report.step('the API key is accepted', async () => {
    const calls = await voice.getConcurrency()
    expected(calls, 'the concurrency limit is missing')
    return `${calls.current} of ${calls.limit} concurrent calls`
  })
  if (!reached) return
  await report.step('an unknown call returns null', async () => {
    expected((await voice.getCall('call_00000000000000000000000000')) === null, 'found a call')
    return null
  })
  await report.question('response for an unknown agent', async () => shape(await raw('GET', `/get-agent/${UNKNOWN}`)))
  await report.question('response for a wrong API key', async () => shape(await rawApi(base, 'wrong-key')('GET', '/get-concurrency')))
  await report.question('lists phone numbers', async () => {
    const { status, body } = await raw('GET', '/v2/list-phone-numbers')
    const items = Array.isArray(body) ? body : at(body, 'items')
    return Array.isArray(items) ? `${items.length}` : `${status}, unexpected format`
  })

  const published = async (agent: PublishedAgent, nth: 1 | 2) => {
    if (nth === 1) return
    await report.question('a new agent version has its own LLM version', async () => {
      const now = at(await agentAt(agent.providerAgentId, agent.version), 'response_engine')
      const before = at(await agentAt(agent.providerAgentId, String(Number(agent.version) - 1)), 'response_engine')
      return `version ${textAt(before, 'version')} of ${textAt(before, 'llm_id')} became ${textAt(now, 'version')} of ${textAt(now, 'llm_id')}`
    })
    await report.step('calls use the published version', async () => {
      expected(at(await agentAt(agent.providerAgentId, agent.version), 'is_published') === true, 'is_published is not true')
      return `version ${agent.version}`
    })
  }
  const exists = async (agent: PublishedAgent) => (await raw('GET', `/get-agent/${agent.providerAgentId}`)).status === 200
  await agentsLife({ voice, report, webhook, voiceId: 'retell-Cimo', published, exists }, async (agent) => {
    if (!call) return
    const placing: CallToPlace = { to: call.to, from: { e164: call.from, providerNumberId: call.from } }
    await oneCall({ voice, report, agent, call: placing }, async (id) => {
      await report.question('call data that Retell keeps with basic_attributes_only', async () => {
        const { body } = await raw('GET', `/v2/get-call/${id}`)
        const kept = ['metadata', 'retell_llm_dynamic_variables', 'transcript', 'recording_url', 'call_analysis', 'from_number', 'to_number']
        return kept.map((name) => `${name} ${at(body, name) === undefined ? 'no' : 'yes'}`).join(', ')
      })
    })
  })
}
