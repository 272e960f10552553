import { randomUUID } from 'node:crypto'
import type { PublishedAgent } from '../providers/provider.ts'
import { createVapiProvider } from '../providers/vapi/vapi.ts'
import { checkAgent } from './agent.ts'
import { type CallToPlace, checkCall } from './call.ts'
import { ensure, type Report } from './report.ts'
import type { Account } from './retell.ts'
import { checkTrunkNumber } from './vapiNumber.ts'
import { valueAt, type RawApi, createRawApi, summarize, textAt } from './wire.ts'

/** Checks what the adapter relies on at Vapi, and observes behavior that Vapi does not document. */
export async function testVapi({ key, base, webhook, call }: Account, report: Report): Promise<void> {
  const voice = createVapiProvider({ apiKey: key, baseUrl: base, listLagMs: 0 })
  const raw = createRawApi(base, key)
  const assistantOf = async ({ providerAgentId }: PublishedAgent) => (await raw('GET', `/assistant/${providerAgentId}`)).body

  report.title('Vapi')
  const isKeyAccepted = await report.step('the API key is accepted', async () => {
    const { status, body } = await raw('GET', '/assistant?limit=1')
    ensure(status === 200 && Array.isArray(body), summarize({ status, body }))
    return null
  })
  if (!isKeyAccepted) return
  await report.step('an unknown call returns null', async () => {
    ensure((await voice.getCall(randomUUID())) === null, 'found a call')
    return null
  })
  await report.step('errors have a `message` that is a string or a list of strings', async () => {
    const reply = await raw('GET', `/assistant/${randomUUID()}`)
    const message = valueAt(reply.body, 'message')
    ensure(reply.status === 404 && (typeof message === 'string' || Array.isArray(message)), summarize(reply))
    return summarize(reply)
  })
  await report.observe('response for an invalid body', async () => summarize(await createInvalidAssistant(raw, report)))
  await report.observe('response for a wrong API key', async () => summarize(await createRawApi(base, 'wrong-key')('GET', '/assistant?limit=1')))

  const checkPublished = async (agent: PublishedAgent, nth: 1 | 2) => {
    if (nth === 1) return
    await report.step('new calls use an update immediately', async () => {
      const assistant = await assistantOf(agent)
      ensure(valueAt(assistant, 'firstMessageMode') === 'assistant-speaks-first-with-model-generated-message', 'the assistant did not change')
      return `latestVersion ${textAt(assistant, 'latestVersion')}`
    })
    await report.step('an empty message clears the previous message', async () => {
      const assistant = await assistantOf(agent)
      const remaining = ['firstMessage', 'voicemailMessage'].filter((name) => valueAt(assistant, name))
      ensure(remaining.length === 0, `${remaining.join(' and ')} is still set`)
      return `voicemailMessage is ${textAt(assistant, 'voicemailMessage')}`
    })
    await report.observe('updating a part of a plan', async () => {
      await raw('PATCH', `/assistant/${agent.providerAgentId}`, { analysisPlan: { summaryPlan: { enabled: false } } })
      return valueAt(await assistantOf(agent), 'analysisPlan.structuredDataPlan') ? 'merges it into the plan' : 'replaces the whole plan'
    })
    await report.observe('response for an unknown property', async () =>
      summarize(await raw('PATCH', `/assistant/${agent.providerAgentId}`, { callwrightNonsense: true })),
    )
  }
  const exists = async (agent: PublishedAgent) => (await raw('GET', `/assistant/${agent.providerAgentId}`)).status === 200
  await checkAgent({ voice, report, webhook, voiceId: 'Elliot', checkPublished, exists }, async (agent) => {
    await checkTrunkNumber({ voice, raw, report, agent, webhook })
    if (!call) return
    let from: CallToPlace['from'] | null = null
    await report.step('finds the number to call from', async () => {
      from = await findNumber(raw, call.from)
      return from.e164
    })
    if (!from) return
    await checkCall({ voice, report, agent, call: { to: call.to, from } }, async (id) => {
      await report.step('the call returns its reference', async () => {
        const { body } = await raw('GET', `/call/${id}`)
        ensure(typeof valueAt(body, 'assistantOverrides.metadata.callwright_ref') === 'string', 'assistantOverrides.metadata is missing')
        return null
      })
    })
  })
}

/** Sends an invalid assistant. If Vapi accepts it, the cleanup deletes it. */
async function createInvalidAssistant(raw: RawApi, report: Report) {
  const reply = await raw('POST', '/assistant', { name: 'Callwright smoke test', maxDurationSeconds: 'long' })
  const id = valueAt(reply.body, 'id')
  if (typeof id === 'string') report.addCleanup(`assistant ${id}`, () => raw('DELETE', `/assistant/${id}`))
  return reply
}

/** Finds a number by E.164 or by its ID at Vapi. */
async function findNumber(raw: RawApi, from: string): Promise<{ e164: string; providerNumberId: string }> {
  const { body } = await raw('GET', '/phone-number?limit=1000')
  const number = (Array.isArray(body) ? body : []).find((candidate: unknown) => valueAt(candidate, 'id') === from || valueAt(candidate, 'number') === from)
  ensure(number, `Vapi has no number ${from}`)
  return { e164: String(valueAt(number, 'number')), providerNumberId: String(valueAt(number, 'id')) }
}
