import { describe, expect, test } from 'vitest'
import type { CallOptions } from '../../../src/providers/provider.ts'
import { REF } from '../adapterKit.ts'
import { useRetellWire } from './retellWireKit.ts'

const wire = useRetellWire()
const { requests, responses } = wire

const agent = { providerAgentId: 'agent_1', version: '3', refs: { llmId: 'llm_1', language: 'pl-PL' } }
const newOptions = (changes: Partial<CallOptions> = {}): CallOptions => ({
  ref: REF,
  agent,
  recording: true,
  variables: { first_name: 'Luca' },
  metadata: { order: 7 },
  ...changes,
})
const placeCall = async (changes: Partial<CallOptions> = {}) => {
  responses.set('POST /v2/create-phone-call', [[201, { call_id: 'call_1', call_status: 'registered' }]])
  await wire.retell.placeCall({ ...newOptions(changes), from: { e164: '+14155550100', providerNumberId: 'n' }, to: '+390212340100', timeoutMs: 2_000 })
  return requests.at(-1)!.body as Record<string, any>
}

describe('a placed call', () => {
  test("has the agent's version, the variables, and our reference in addition to the customer's metadata", async () => {
    expect(await placeCall()).toEqual({
      from_number: '+14155550100',
      to_number: '+390212340100',
      override_agent_id: 'agent_1',
      override_agent_version: 3,
      metadata: { order: 7, callwright_ref: REF },
      retell_llm_dynamic_variables: { first_name: 'Luca' },
    })
  })

  test("keeps our reference if the customer's metadata has the same key", async () => {
    expect((await placeCall({ metadata: { callwright_ref: 'mine' } })).metadata).toEqual({ callwright_ref: REF })
  })

  test.each<[string, Partial<CallOptions>, object]>([
    ['not recorded', { recording: false }, { data_storage_setting: 'basic_attributes_only' }],
    ['in another language', { language: 'es-MX' }, { language: 'es-419' }],
    [
      'detecting the language automatically',
      { language: 'auto' },
      { language: ['pl-PL', 'en-US', 'es-ES', 'fr-FR', 'de-DE', 'hi-IN', 'ru-RU', 'pt-PT', 'ja-JP', 'it-IT', 'nl-NL'] },
    ],
  ])('that is %s overrides nothing else', async (_title, changes, override) => {
    expect((await placeCall(changes)).agent_override).toEqual({ agent: override })
  })

  test('with its own analysis items extracts those, and outcome and language in addition', async () => {
    const { agent: override } = (await placeCall({ analysis: [{ name: 'size', type: 'enum', description: 'Size', choices: ['s'] }] })).agent_override
    expect(override.post_call_analysis_data.map(({ name }: { name: string }) => name)).toEqual(['size', 'detected_language', 'call_outcome'])
  })

  test('is analyzed in the output language, except for choices and reserved items', async () => {
    const analysis = [
      { name: 'need', type: 'string' as const, description: 'What is needed' },
      { name: 'size', type: 'enum' as const, description: 'Size', choices: ['s'] },
    ]
    const { agent: override } = (await placeCall({ analysis, outputLanguage: 'it-IT' })).agent_override
    const [need, size, language, outcome, summary, ...rest] = override.post_call_analysis_data
    expect(need.description).toMatch(/^What is needed\nWrite it in Italian/)
    expect(size).toEqual({ name: 'size', type: 'enum', description: 'Size', choices: ['s'] })
    expect([language.name, outcome.name]).toEqual(['detected_language', 'call_outcome'])
    for (const { description } of [language, outcome]) expect(description).not.toContain('Italian')
    expect(summary).toEqual({ type: 'system-presets', name: 'call_summary', description: expect.stringContaining('Write it in Italian') })
    expect(rest).toEqual([])
  })

  test('has the same options as an accepted inbound call; a response without an agent rejects an inbound call', () => {
    expect(wire.retell.answerInbound(newOptions({ recording: false }))).toEqual({
      call_inbound: {
        override_agent_id: 'agent_1',
        override_agent_version: 3,
        dynamic_variables: { first_name: 'Luca' },
        metadata: { order: 7, callwright_ref: REF },
        agent_override: { agent: { data_storage_setting: 'basic_attributes_only' } },
      },
    })
    expect(wire.retell.rejectInbound('The wallet is empty')).toEqual({ call_inbound: {} })
  })
})

describe('listening', () => {
  const LISTEN = 'POST /v2/listen-live-call/call_1'

  test('returns the room with its token', async () => {
    responses.set(LISTEN, [
      [201, { access_token: 't', expires_at: 1_790_000_000_000, participant_id: 'p', room_name: 'r', transport: 'livekit', url: 'wss://x' }],
    ])
    const expiresAt = new Date(1_790_000_000_000)
    expect(await wire.retell.listen('call_1')).toEqual({
      kind: 'webrtc',
      transport: 'livekit',
      url: 'wss://x',
      token: 't',
      room: 'r',
      iceServers: [],
      expiresAt,
    })
    responses.set(LISTEN, [
      [201, { access_token: 't', expires_at: 1_790_000_000_000, room_name: 'r', transport: 'gateway', ice_servers: [{ urls: 'stun:x' }] }],
    ])
    expect(await wire.retell.listen('call_1')).toMatchObject({ transport: 'gateway', url: null, iceServers: [{ urls: 'stun:x' }] })
  })

  test.each([400, 404, 422])('returns null for a call without live audio (%i)', async (status) => {
    responses.set(LISTEN, [[status, { message: 'Call is not ongoing.' }]])
    expect(await wire.retell.listen('call_1')).toBeNull()
  })

  test('throws unavailable if Retell fails', async () => {
    responses.set(LISTEN, [[500, {}]])
    await expect(wire.retell.listen('call_1')).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('recordings and concurrency', () => {
  test('deleting a recording deletes the call at Retell, and can be repeated', async () => {
    responses.set('DELETE /v2/delete-call/call_1', [[204], [422, { message: 'Cannot find requested asset under given api key.' }]])
    for (let times = 0; times < 2; times++) await wire.retell.deleteRecording('call_1')
    expect(requests.map(({ line }) => line)).toEqual(['DELETE /v2/delete-call/call_1', 'DELETE /v2/delete-call/call_1'])
  })

  test.each([
    [
      { current_concurrency: 3, concurrency_limit: 20, concurrency_burst_limit: 60 },
      { current: 3, limit: 20 },
    ],
    [{ concurrency_limit: 20 }, null],
    [{}, null],
  ])('concurrency %j is %j', async (body, expected) => {
    responses.set('GET /get-concurrency', [[200, body]])
    expect(await wire.retell.getConcurrency()).toEqual(expected)
  })
})

describe('finding resources by tag', () => {
  const tag = '6f1c1f0e-3f3b-4c51-9a06-0d9a2a4f7b11'
  const name = 'Ada [cw-6f1c1f0e3f3b]'

  test('reads all pages, and deletes only resources with the whole tag', async () => {
    responses.set('POST /v2/list-agents?limit=100', [[200, { items: [{ agent_id: 'a1', agent_name: name }], has_more: true, pagination_key: 'k 1' }]])
    responses.set('POST /v2/list-agents?limit=100&pagination_key=k 1', [
      [
        200,
        {
          items: [
            { agent_id: 'a2', agent_name: name },
            { agent_id: 'a3', agent_name: 'Ada' },
            { agent_id: 'a4', agent_name: name },
          ],
          has_more: false,
        },
      ],
    ])
    responses.set('GET /get-agent/a1', [[200, { version_description: `Callwright ${tag}` }]])
    responses.set('GET /get-agent/a2', [[200, { version_description: 'Callwright 6f1c1f0e-3f3b-4000-8000-000000000000' }]])
    responses.set('GET /get-agent/a4', [[200, { version_description: null }]])
    const llm = (id: string, value?: string) => ({ llm_id: id, ...(value && { default_dynamic_variables: { callwright_tag: value } }) })
    responses.set('GET /v2/list-retell-llms?limit=20', [[200, { items: [llm('l1'), llm('l2', 'another')], has_more: true, pagination_key: 'l2' }]])
    responses.set('GET /v2/list-retell-llms?limit=20&pagination_key=l2', [[200, { items: [llm('l3', tag)], has_more: true, pagination_key: 'l2' }]])
    for (const path of ['/delete-agent/a0', '/delete-agent/a1', '/delete-agent/a4', '/delete-retell-llm/l0', '/delete-retell-llm/l3'])
      responses.set(`DELETE ${path}`, [[204]])
    await wire.retell.deleteAgent({ tag, refs: { providerAgentId: 'a0', refs: { llmId: 'l0', formerLlmIds: 'l3' } }, mayHaveOrphans: true })
    expect(requests[0]!.body).toEqual({ filter_criteria: { query: 'cw-6f1c1f0e3f3b' } })
    expect(requests.map(({ line }) => line).filter((line) => line.startsWith('DELETE'))).toEqual([
      'DELETE /delete-agent/a0',
      'DELETE /delete-agent/a1',
      'DELETE /delete-agent/a4',
      'DELETE /delete-retell-llm/l0',
      'DELETE /delete-retell-llm/l3',
    ])
  })

  test('sends no search if no orphans can exist', async () => {
    await wire.retell.deleteAgent({ tag, refs: { providerAgentId: 'a0', refs: {} }, mayHaveOrphans: false })
    expect(requests.map(({ line }) => line)).toEqual(['DELETE /delete-agent/a0'])
  })
})
