import { describe, expect, it } from 'vitest'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { REQUESTED_FIELDS, FROM, toObject, createRetellAgent, startReceiver, startVendors, createVapiAgent } from './simulatorKit.ts'

describe("Retell's own client", () => {
  it('publishes an agent, edits a draft, and cannot edit the published version', async () => {
    const { retell } = await startVendors()
    const { agent, llm } = await createRetellAgent(retell, 'http://127.0.0.1:9/')
    const published = await retell.agent.retrieve(agent.agent_id)
    expect(published).toMatchObject({ version: 0, is_published: true, agent_name: 'Sales' })
    expect((await retell.llm.retrieve(llm.llm_id)).is_published).toBe(true)
    await expect(retell.agent.update(agent.agent_id, { agent_name: 'New' })).rejects.toMatchObject({ status: 400 })

    const draft = await retell.agent.createVersion(agent.agent_id, { base_version: 0 })
    expect(draft).toMatchObject({ version: 1, is_published: false, base_version: 0, response_engine: { llm_id: llm.llm_id, version: 1 } })
    expect((await retell.llm.update(llm.llm_id, { version: 1, general_prompt: 'Be brief.' })).general_prompt).toBe('Be brief.')
    expect((await retell.agent.update(agent.agent_id, { version: 1, agent_name: 'New' })).agent_name).toBe('New')
    await retell.agent.publish(agent.agent_id, { version: 1, version_title: 'second' })
    await expect(retell.agent.publish(agent.agent_id, { version: 1 })).rejects.toMatchObject({ status: 422 })

    const { items } = await retell.agent.listVersions(agent.agent_id)
    expect(items.map((item) => [item.version, item.is_published, item.version_title])).toEqual([
      [1, true, 'second'],
      [0, true, undefined],
    ])
    const oldest = await retell.agent.listVersions(agent.agent_id, { limit: 1, sort_order: 'ascending' })
    expect([oldest.items.map(({ version }) => version), oldest.has_more]).toEqual([[0], true])
    expect((await retell.agent.retrieve(agent.agent_id, { version: 0 })).agent_name).toBe('Sales')
    await retell.agent.delete(agent.agent_id)
    await expect(retell.agent.retrieve(agent.agent_id)).rejects.toMatchObject({ status: 422 })
  })

  it('creates a knowledge base from texts in the adapter’s format, waits for processing, and deletes it', async () => {
    const { retell } = await startVendors()
    const texts = [{ title: 'Hours', text: 'We open at nine.' }]
    const { knowledge_base_id: id, status } = await retell.knowledgeBase.create({ knowledge_base_name: 'Hours', knowledge_base_texts: texts })
    expect(status).toBe('in_progress')
    const processedBase = await waitFor('it to be read', async () => {
      const base = await retell.knowledgeBase.retrieve(id)
      return base.status === 'complete' && base
    })
    expect(processedBase).toMatchObject({ knowledge_base_name: 'Hours', knowledge_base_sources: [{ type: 'text', title: 'Hours' }] })
    expect(await retell.knowledgeBase.list()).toMatchObject([{ knowledge_base_id: id }])
    await retell.llm.create({ knowledge_base_ids: [id] })
    await retell.knowledgeBase.delete(id)
    await expect(retell.knowledgeBase.retrieve(id)).rejects.toMatchObject({ status: 422 })
    await expect(retell.llm.create({ knowledge_base_ids: [id] })).rejects.toMatchObject({ status: 422 })
  })

  it('imports, updates, lists and deletes a number, whose password is never returned', async () => {
    const { retell } = await startVendors()
    const imported = await retell.phoneNumber.import({
      phone_number: FROM,
      termination_uri: 'trunk.example.com',
      sip_trunk_auth_username: 'u',
      sip_trunk_auth_password: 'hush',
    })
    expect(imported).toMatchObject({ phone_number: FROM, sip_outbound_trunk_config: { termination_uri: 'trunk.example.com', auth_username: 'u' } })
    expect(JSON.stringify(imported)).not.toContain('hush')
    await expect(retell.phoneNumber.import({ phone_number: FROM, termination_uri: 't' })).rejects.toMatchObject({ status: 400 })
    expect((await retell.phoneNumber.update(FROM, { nickname: 'main' })).nickname).toBe('main')
    expect((await retell.phoneNumber.list()).items).toHaveLength(1)
    await retell.phoneNumber.delete(FROM)
    await expect(retell.phoneNumber.retrieve(FROM)).rejects.toMatchObject({ status: 422 })
  })

  it('places a call, finds it by metadata, and reads its transcript, analysis and cost after the end', async () => {
    const { retell } = await startVendors()
    const receiver = await startReceiver()
    const { agent, place } = await createRetellAgent(retell, receiver.url)
    const placed = await place('+390212340009', { metadata: { ref: 'r1' } })
    expect(placed).toMatchObject({ call_status: 'registered', from_number: FROM, to_number: '+390212340009', agent_id: agent.agent_id })
    await place('+390212340001', { metadata: { ref: 'r2' } })
    const call = await waitFor('the analysis', async () => {
      const current = await retell.call.retrieve(placed.call_id)
      return current.call_analysis && current
    })
    expect(call).toMatchObject({ call_status: 'ended', disconnection_reason: 'agent_hangup', metadata: { ref: 'r1' } })
    expect(call.duration_ms).toBe(call.end_timestamp! - call.start_timestamp!)
    expect(call.call_cost!.combined_cost).toBeGreaterThan(0)
    const data = toObject(call.call_analysis!.custom_analysis_data)
    expect(Object.keys(data)).toEqual([...REQUESTED_FIELDS, 'detected_language', 'call_outcome'])
    expect(data).toMatchObject({ detected_language: 'en-US', call_outcome: 'success' })
    for (const value of [data.contact_email, data.interest, data.team_size]) expect(call.transcript).toContain(`User: ${String(value)}.`)
    expect(call.transcript).toContain(`User: ${data.wants_demo ? 'Yes' : 'No'}.`)
    expect(call.transcript).toMatch(/^Agent: Hello, this is Ada\./)

    const listed = await retell.call.list({ filter_criteria: { metadata: [{ type: 'string', op: 'eq', key: 'ref', value: 'r1' }] }, limit: 5 })
    expect(listed.items.map((item) => item.call_id)).toEqual([placed.call_id])
    expect(listed.items[0]).not.toHaveProperty('transcript')
    await retell.call.delete(placed.call_id)
    await expect(retell.call.retrieve(placed.call_id)).rejects.toMatchObject({ status: 422 })
  })

  it('cannot use an unknown number or agent', async () => {
    const { retell } = await startVendors()
    const { place } = await createRetellAgent(retell, 'http://127.0.0.1:9/')
    await expect(place('+390212340009', { from_number: '+14155550199' })).rejects.toMatchObject({ status: 422 })
    await expect(place('+390212340009', { override_agent_id: 'agent_none' })).rejects.toMatchObject({ status: 422 })
    await expect(place('12')).rejects.toMatchObject({ status: 400 })
  })

  it('reads voices, concurrency and the API key', async () => {
    const { retell } = await startVendors()
    expect((await retell.voice.list()).length).toBeGreaterThan(0)
    expect((await retell.voice.retrieve('11labs-Adrian')).provider).toBe('elevenlabs')
    expect((await retell.concurrency.retrieve()).current_concurrency).toBe(0)
    expect((await retell.identity.retrieve()).org_name).toBe('Simulator')
  })
})

describe("Vapi's own client", () => {
  it('creates, updates, lists and deletes an assistant, and its version increases', async () => {
    const { vapi } = await startVendors()
    const { assistant } = await createVapiAgent(vapi, { url: 'http://127.0.0.1:9/' })
    expect(assistant).toMatchObject({ name: 'Sales', latestVersion: 'v1' })
    expect(await vapi.assistants.update({ id: assistant.id, name: 'New' })).toMatchObject({ name: 'New', latestVersion: 'v2' })
    expect(await vapi.assistants.list()).toHaveLength(1)
    await expect(vapi.assistants.create({ name: 'n'.repeat(41) })).rejects.toMatchObject({ statusCode: 400 })
    await vapi.assistants.delete({ id: assistant.id })
    await expect(vapi.assistants.get({ id: assistant.id })).rejects.toMatchObject({ statusCode: 404 })
  })

  it('uploads, lists and deletes a file in the adapter’s format', async () => {
    const { vapi } = await startVendors()
    const file = await vapi.files.create({
      file: new File(['We open at nine.'], 'hours.txt', { type: 'text/plain' }),
      purpose: 'assistant',
      metadata: '{"tag":"t"}',
    })
    expect(file).toMatchObject({ name: 'hours.txt', bytes: 16, mimetype: 'text/plain', metadata: { tag: 't' } })
    expect(await vapi.files.list({ purpose: 'assistant' })).toMatchObject([{ id: file.id }])
    await waitFor('it to be read', async () => (await vapi.files.get({ id: file.id })).status === 'done')
    await vapi.files.delete({ id: file.id })
    await expect(vapi.files.get({ id: file.id })).rejects.toMatchObject({ statusCode: 404 })
  })

  it('imports a number, whose token is never returned', async () => {
    const { vapi } = await startVendors()
    const number = await vapi.phoneNumbers.create({ provider: 'twilio', number: FROM, twilioAccountSid: 'AC1', twilioAuthToken: 'hush' })
    expect(JSON.stringify(await vapi.phoneNumbers.get({ id: number.id }))).not.toContain('hush')
    expect(await vapi.phoneNumbers.list()).toHaveLength(1)
    await vapi.phoneNumbers.delete({ id: number.id })
    await expect(vapi.phoneNumbers.get({ id: number.id })).rejects.toMatchObject({ statusCode: 404 })
  })

  it('places a call, lists it by assistant and time, and reads its transcript, analysis and cost after the end', async () => {
    const { vapi } = await startVendors()
    const receiver = await startReceiver()
    const { assistant, place } = await createVapiAgent(vapi, { url: receiver.url })
    const placed = await place('+390212340009', { name: 'ref-1', assistantOverrides: { metadata: { ref: 'r1' }, variableValues: { first_name: 'Luca' } } })
    expect(placed).toMatchObject({ status: 'queued', name: 'ref-1', assistantOverrides: { metadata: { ref: 'r1' } } })
    const call = await waitFor('the analysis', async () => {
      const now = await vapi.calls.get({ id: placed.id })
      return now.analysis && now
    })
    expect(call).toMatchObject({ status: 'ended', endedReason: 'assistant-ended-call', analysis: { successEvaluation: 'true' } })
    expect(call.cost).toBeGreaterThan(0)
    const data = toObject(call.analysis!.structuredData)
    expect(data).toMatchObject({ detected_language: 'en', call_outcome: 'success' })
    expect(data.team_size).toBeGreaterThanOrEqual(2)
    expect(data.team_size).toBeLessThanOrEqual(9)
    for (const name of ['contact_email', 'interest', 'team_size']) expect(call.artifact!.transcript).toContain(`User: ${String(data[name])}.`)
    expect(call.artifact!.transcript).toMatch(/^AI: Hello Luca, this is Ada\./)

    const since = new Date(Date.now() - 60_000).toISOString()
    expect((await vapi.calls.list({ assistantId: assistant.id, createdAtGe: since })).map(({ id }) => id)).toEqual([placed.id])
    expect(await vapi.calls.list({ assistantId: 'other' })).toEqual([])
    const recording = await vapi.fetch(`/call/${placed.id}/mono-recording`)
    expect(recording.headers.get('content-type')).toBe('audio/wav')
  })

  it('cannot use an unknown number or assistant, or an overlong name', async () => {
    const { vapi } = await startVendors()
    const { place } = await createVapiAgent(vapi, { url: 'http://127.0.0.1:9/' })
    for (const invalid of [{ phoneNumberId: 'none' }, { assistantId: 'none' }, { customer: { number: '12' } }, { name: 'n'.repeat(41) }]) {
      await expect(place('+390212340009', invalid)).rejects.toMatchObject({ statusCode: 400 })
    }
  })
})
