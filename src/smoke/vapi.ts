import { randomUUID } from 'node:crypto'
import type { PublishedAgent } from '../providers/provider.ts'
import { vapiProvider } from '../providers/vapi/vapi.ts'
import { agentsLife } from './agent.ts'
import { type CallToPlace, oneCall } from './call.ts'
import { expected, type Report } from './report.ts'
import type { Account } from './retell.ts'
import { trunkedNumber } from './vapiNumber.ts'
import { at, type Raw, rawApi, shape, textAt } from './wire.ts'

/** Walks through what the adapter relies on at Vapi, and what was never established. */
export async function smokeVapi({ key, base, webhook, call }: Account, report: Report): Promise<void> {
  const voice = vapiProvider({ apiKey: key, baseUrl: base, listLagMs: 0 })
  const raw = rawApi(base, key)
  const assistantOf = async ({ providerAgentId }: PublishedAgent) => (await raw('GET', `/assistant/${providerAgentId}`)).body

  report.title('Vapi')
  const reached = await report.step('the API key is accepted', async () => {
    const { status, body } = await raw('GET', '/assistant?limit=1')
    expected(status === 200 && Array.isArray(body), shape({ status, body }))
    return null
  })
  if (!reached) return
  await report.step('an unknown call returns null', async () => {
    expected((await voice.getCall(randomUUID())) === null, 'found a call')
    return null
  })
  await report.step('errors have a `message` that is a string or a list of strings', async () => {
    const answer = await raw('GET', `/assistant/${randomUUID()}`)
    const message = at(answer.body, 'message')
    expected(answer.status === 404 && (typeof message === 'string' || Array.isArray(message)), shape(answer))
    return shape(answer)
  })
  await report.question('response for an invalid body', async () => shape(await refusedAssistant(raw, report)))
  await report.question('response for a wrong API key', async () => shape(await rawApi(base, 'wrong-key')('GET', '/assistant?limit=1')))

  const published = async (agent: PublishedAgent, nth: 1 | 2) => {
    if (nth === 1) return
    await report.step('new calls use an update immediately', async () => {
      const now = await assistantOf(agent)
      expected(at(now, 'firstMessageMode') === 'assistant-speaks-first-with-model-generated-message', 'the assistant did not change')
      return `latestVersion ${textAt(now, 'latestVersion')}`
    })
    await report.step('an empty message clears the previous message', async () => {
      const now = await assistantOf(agent)
      const left = ['firstMessage', 'voicemailMessage'].filter((name) => at(now, name))
      expected(left.length === 0, `${left.join(' and ')} is still set`)
      return `voicemailMessage is ${textAt(now, 'voicemailMessage')}`
    })
    await report.question('updating a part of a plan', async () => {
      await raw('PATCH', `/assistant/${agent.providerAgentId}`, { analysisPlan: { summaryPlan: { enabled: false } } })
      return at(await assistantOf(agent), 'analysisPlan.structuredDataPlan') ? 'merges it into the plan' : 'replaces the whole plan'
    })
    await report.question('response for an unknown property', async () =>
      shape(await raw('PATCH', `/assistant/${agent.providerAgentId}`, { callwrightNonsense: true })),
    )
  }
  const exists = async (agent: PublishedAgent) => (await raw('GET', `/assistant/${agent.providerAgentId}`)).status === 200
  await agentsLife({ voice, report, webhook, voiceId: 'Elliot', published, exists }, async (agent) => {
    await trunkedNumber({ voice, raw, report, agent, webhook })
    if (!call) return
    let from: CallToPlace['from'] | null = null
    await report.step('finds the number to call from', async () => {
      from = await numberOf(raw, call.from)
      return from.e164
    })
    if (!from) return
    await oneCall({ voice, report, agent, call: { to: call.to, from } }, async (id) => {
      await report.step('the call returns its reference', async () => {
        const { body } = await raw('GET', `/call/${id}`)
        expected(typeof at(body, 'assistantOverrides.metadata.callwright_ref') === 'string', 'assistantOverrides.metadata is missing')
        return null
      })
    })
  })
}

/** An assistant that Vapi should not take; should it take it all the same, it is removed. */
async function refusedAssistant(raw: Raw, report: Report) {
  const answer = await raw('POST', '/assistant', { name: 'Callwright smoke test', maxDurationSeconds: 'long' })
  const id = at(answer.body, 'id')
  if (typeof id === 'string') report.made(`assistant ${id}`, () => raw('DELETE', `/assistant/${id}`))
  return answer
}

/** A number by itself or by Vapi's id for it. */
async function numberOf(raw: Raw, from: string): Promise<{ e164: string; providerNumberId: string }> {
  const { body } = await raw('GET', '/phone-number?limit=1000')
  const found = (Array.isArray(body) ? body : []).find((one: unknown) => at(one, 'id') === from || at(one, 'number') === from)
  expected(found, `Vapi has no number ${from}`)
  return { e164: String(at(found, 'number')), providerNumberId: String(at(found, 'id')) }
}
