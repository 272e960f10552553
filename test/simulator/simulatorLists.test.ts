import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { FROM, createRetellAgent, startReceiver, startVendors, createVapiAgent } from './simulatorKit.ts'

const CLOSED_URL = 'http://127.0.0.1:9/'

it('Retell’s client finds agents by part of their name or ID, in pages, newest first or last', async () => {
  const { retell } = await startVendors()
  const ids: string[] = []
  for (const agent_name of ['Ada [cw-1]', 'Bea', 'ada [cw-2]']) ids.push((await createRetellAgent(retell, CLOSED_URL, { agent_name })).agent.agent_id)
  const listAgents = async (query?: string, options = {}) => (await retell.agent.list({ filter_criteria: { ...(query && { query }) }, ...options })).items
  expect((await listAgents()).map(({ agent_id }) => agent_id)).toEqual([...ids].reverse())
  expect((await listAgents('ADA', { sort_order: 'ascending' })).map(({ agent_id }) => agent_id)).toEqual([ids[0], ids[2]])
  expect((await listAgents(ids[1])).map(({ agent_name, channel }) => [agent_name, channel])).toEqual([['Bea', 'voice']])
  expect(await listAgents('nobody')).toEqual([])
  const first = await retell.agent.list({ limit: 2 })
  expect([first.items.length, first.has_more]).toEqual([2, true])
  const second = await retell.agent.list({ limit: 2, pagination_key: first.pagination_key! })
  expect(second.items.map(({ agent_id }) => agent_id)).toEqual([ids[0]])
  expect(second).toMatchObject({ has_more: false })
  await expect(retell.agent.list({ pagination_key: 'agent_none' })).rejects.toMatchObject({ status: 400 })
})

it('Retell’s client lists LLMs in pages, and deletes a used one only by force', async () => {
  const { retell } = await startVendors()
  const { agent, llm } = await createRetellAgent(retell, CLOSED_URL)
  const unusedLlm = await retell.llm.create({ general_prompt: 'x', default_dynamic_variables: { tag: 't' } })
  const page = await retell.llm.list({ limit: 1 })
  expect(page).toMatchObject({ has_more: true, items: [{ llm_id: unusedLlm.llm_id, general_prompt: 'x', default_dynamic_variables: { tag: 't' } }] })
  expect((await retell.llm.list({ limit: 1, pagination_key: page.pagination_key! })).items.map(({ llm_id }) => llm_id)).toEqual([llm.llm_id])
  await expect(retell.llm.delete(llm.llm_id)).rejects.toMatchObject({ status: 400 })
  await retell.llm.delete(unusedLlm.llm_id)
  await retell.llm.delete(llm.llm_id, { force_delete: true })
  expect((await retell.llm.list()).items).toEqual([])
  expect((await retell.agent.retrieve(agent.agent_id)).agent_id).toBe(agent.agent_id)
})

it('Retell’s client sets the webhook and trunk of a number, and removes its agents', async () => {
  const { retell } = await startVendors()
  const { agent } = await createRetellAgent(retell, CLOSED_URL)
  const boundNumber = await retell.phoneNumber.update(FROM, { inbound_agents: [{ agent_id: agent.agent_id, weight: 1 }], inbound_webhook_url: CLOSED_URL })
  expect(boundNumber).toMatchObject({ inbound_webhook_url: CLOSED_URL, inbound_agents: [{ agent_id: agent.agent_id }] })
  const changes = { inbound_agents: null, termination_uri: 'other.example.com', auth_username: 'u', auth_password: 'hush', transport: 'TLS' }
  const updatedNumber = await retell.phoneNumber.update(FROM, changes)
  expect(updatedNumber).toMatchObject({
    inbound_agents: null,
    sip_outbound_trunk_config: { termination_uri: 'other.example.com', auth_username: 'u', transport: 'TLS' },
  })
  expect(JSON.stringify(updatedNumber)).not.toContain('hush')
  await expect(retell.phoneNumber.update(FROM, { inbound_agents: [{ agent_id: 'none', weight: 1 }] })).rejects.toMatchObject({ status: 422 })
  for (const phone_number of ['+14155550101', '+14155550102']) await retell.phoneNumber.import({ phone_number, termination_uri: 't' })
  expect(await retell.phoneNumber.list({ limit: 2, sort_order: 'ascending' })).toMatchObject({ has_more: true, items: [{ phone_number: FROM }, {}] })
})

it('a stricter storage setting at Retell deletes data immediately and cannot be undone', async () => {
  const { retell } = await startVendors()
  const receiver = await startReceiver()
  const { place } = await createRetellAgent(retell, receiver.url)
  const { call_id } = await place('+390212340009')
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  const { recording_url: url } = await retell.call.retrieve(call_id)
  expect((await fetch(url!)).status).toBe(200)
  await retell.call.update(call_id, { data_storage_setting: 'basic_attributes_only' })
  expect((await fetch(url!)).status).toBe(404)
  for (const name of ['transcript', 'recording_url']) expect(await retell.call.retrieve(call_id)).not.toHaveProperty(name)
  await expect(retell.call.update(call_id, { data_storage_setting: 'everything' })).rejects.toMatchObject({ status: 400 })
})

it('deleting a call deletes its recording at both vendors', async () => {
  const { retell, vapi } = await startVendors()
  const receiver = await startReceiver()
  const { call_id } = await (await createRetellAgent(retell, receiver.url)).place('+390212340009')
  const { id } = await (await createVapiAgent(vapi, { url: receiver.url })).place('+390212340009')
  await Promise.all([receiver.waitForWebhook(call_id, 'call_analyzed'), receiver.waitForWebhook(id, 'end-of-call-report')])
  const urls = [
    (await retell.call.retrieve(call_id)).recording_url!,
    ((await vapi.calls.get({ id })) as { artifact: { recordingUrl: string } }).artifact.recordingUrl,
  ]
  for (const url of urls) expect((await fetch(url)).status).toBe(200)
  await retell.call.delete(call_id)
  await vapi.calls.delete({ id })
  for (const url of urls) expect((await fetch(url)).status).toBe(404)
  await expect(vapi.calls.get({ id })).rejects.toMatchObject({ statusCode: 404 })
})

it('Vapi’s client lists assistants and numbers by creation time, newest first, up to a limit', async () => {
  const { vapi } = await startVendors()
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) {
    ids.push((await vapi.assistants.create({ name })).id)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const listIds = async (query: object) => (await vapi.assistants.list(query)).map(({ id }) => id)
  const middle = (await vapi.assistants.get({ id: ids[1]! })).createdAt
  expect(await listIds({})).toEqual([...ids].reverse())
  expect(await listIds({ limit: 2 })).toEqual([ids[2], ids[1]])
  expect(await listIds({ createdAtLe: middle })).toEqual([ids[1], ids[0]])
  expect(await listIds({ createdAtLt: middle })).toEqual([ids[0]])
  expect(await listIds({ createdAtGt: middle })).toEqual([ids[2]])
  await expect(listIds({ limit: 5000 })).rejects.toMatchObject({ statusCode: 400 })
  const { number } = await createVapiAgent(vapi, { url: CLOSED_URL })
  const early = new Date(Date.now() - 60_000).toISOString()
  expect((await vapi.phoneNumbers.list({ createdAtGe: early } as never)).map(({ id }) => id)).toEqual([number.id])
  expect(await vapi.phoneNumbers.list({ createdAtLt: early } as never)).toEqual([])
})

it('Vapi’s client sets the server of a number and removes its assistant', async () => {
  const { vapi } = await startVendors()
  const { number, assistant } = await createVapiAgent(vapi, { url: CLOSED_URL })
  const patch = (body: JsonObject) => vapi.phoneNumbers.update({ id: number.id, body: { provider: 'byo-phone-number', ...body } } as never)
  expect(await patch({ assistantId: assistant.id })).toMatchObject({ assistantId: assistant.id })
  const updatedNumber = await patch({ assistantId: null, server: { url: CLOSED_URL } })
  expect(updatedNumber).toMatchObject({ server: { url: CLOSED_URL } })
  expect(updatedNumber).not.toHaveProperty('assistantId')
})
