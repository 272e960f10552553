import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/providers/provider.ts'
import { toRetellTools } from '../../../src/providers/retell/tools.ts'
import { COLD_TRANSFER, DESTINATION, problemFields } from './retellToolKit.ts'

/** All supported Retell tools with their required fields. */
const COMPLETE_TOOLS: JsonObject[] = [
  { type: 'end_call', name: 'end_call', description: 'Ends', speak_during_execution: true, execution_message_type: 'static_text' },
  { type: 'transfer_call', name: 'to_sales', transfer_destination: DESTINATION, transfer_option: COLD_TRANSFER },
  { type: 'transfer_call', name: 'to_any', transfer_destination: { type: 'inferred', prompt: 'The shop nearby' }, transfer_option: { type: 'warm_transfer' } },
  {
    type: 'transfer_call',
    name: 'to_desk',
    transfer_destination: { type: 'predefined', number: '{{desk}}', extension: '12#' },
    transfer_option: { type: 'agentic_warm_transfer', agentic_transfer_config: { transfer_agent: { agent_id: '12' } } },
  },
  { type: 'check_availability_cal', name: 'free', cal_api_key: 'cal', event_type_id: 7, timezone: 'Europe/Rome' },
  { type: 'book_appointment_cal', name: 'book', cal_api_key: 'cal', event_type_id: '{{event}}' },
  { type: 'agent_swap', name: 'swap', agent_id: '13', post_call_analysis_setting: 'both_agents' },
  { type: 'press_digit', name: 'press', delay_ms: 500 },
  { type: 'send_sms', name: 'text', sms_content: { type: 'predefined', text: 'Hi' } },
  { type: 'send_sms', name: 'text_2', sms_content: { type: 'template', template: 'info_collection' } },
  {
    type: 'custom',
    name: 'lookup',
    url: 'https://x.example/{{id}}',
    method: 'PUT',
    headers: { 'X-Key': 'k' },
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    timeout_ms: 1_000,
    max_retry: 5,
  },
  { type: 'code', name: 'add', code: 'return 1', timeout_ms: 30_000 },
  {
    type: 'extract_dynamic_variable',
    name: 'extract',
    description: 'Finds out',
    variables: [
      { type: 'string', name: 'a', description: 'A' },
      { type: 'enum', name: 'b', description: 'B', choices: ['x'] },
    ],
  },
  { type: 'bridge_transfer', name: 'bridge' },
  { type: 'cancel_transfer', name: 'cancel' },
]

describe("Retell's own tools", () => {
  test('stay unchanged', () => expect(toRetellTools(COMPLETE_TOOLS)).toEqual({ tools: COMPLETE_TOOLS, problems: [] }))

  test('a tool without a name is named after its type', () => {
    expect(toRetellTools([{ type: 'end_call' }])).toEqual({ tools: [{ type: 'end_call', name: 'end_call' }], problems: [] })
  })

  test.each<[JsonObject, string[]]>([
    [{ name: 'x' }, ['type']],
    [{ type: 'nonsense', name: 'x' }, ['type']],
    [{ type: 7, name: 'x' }, ['type']],
    [{ type: 'toString', name: 'x' }, ['type']],
    [{ type: 'end_call', name: 'hang up' }, ['name']],
    [{ type: 'end_call', name: 7 }, ['name']],
    [{ type: 'end_call', name: 'a'.repeat(65) }, ['name']],
    [{ type: 'end_call', speak_during_execution: 'yes' }, ['speak_during_execution']],
    [{ type: 'end_call', execution_message_type: 'loud' }, ['execution_message_type']],
    [{ type: 'transfer_call' }, ['transfer_destination', 'transfer_option']],
    [{ type: 'transfer_call', transfer_destination: { type: 'nearby' }, transfer_option: COLD_TRANSFER }, ['transfer_destination.type']],
    [{ type: 'transfer_call', transfer_destination: { type: 'predefined' }, transfer_option: COLD_TRANSFER }, ['transfer_destination.number']],
    [
      { type: 'transfer_call', transfer_destination: { ...DESTINATION, number: '0212340100' }, transfer_option: COLD_TRANSFER },
      ['transfer_destination.number'],
    ],
    [
      { type: 'transfer_call', transfer_destination: { ...DESTINATION, extension: 'desk' }, transfer_option: COLD_TRANSFER },
      ['transfer_destination.extension'],
    ],
    [{ type: 'transfer_call', transfer_destination: { type: 'inferred' }, transfer_option: COLD_TRANSFER }, ['transfer_destination.prompt']],
    [{ type: 'transfer_call', transfer_destination: DESTINATION, transfer_option: { type: 'hot' } }, ['transfer_option.type']],
    [
      { type: 'transfer_call', transfer_destination: DESTINATION, transfer_option: { ...COLD_TRANSFER, transfer_ring_duration_ms: 1 } },
      ['transfer_option.transfer_ring_duration_ms'],
    ],
    [
      { type: 'transfer_call', transfer_destination: DESTINATION, transfer_option: { type: 'agentic_warm_transfer' } },
      ['transfer_option.agentic_transfer_config'],
    ],
    [{ type: 'check_availability_cal' }, ['cal_api_key', 'event_type_id']],
    [{ type: 'book_appointment_cal', cal_api_key: 'k', event_type_id: true }, ['event_type_id']],
    [{ type: 'agent_swap' }, ['agent_id', 'post_call_analysis_setting']],
    [{ type: 'press_digit', delay_ms: 5_001 }, ['delay_ms']],
    [{ type: 'send_sms' }, ['sms_content']],
    [{ type: 'send_sms', sms_content: { type: 'predefined' } }, ['sms_content.text']],
    [{ type: 'send_sms', sms_content: { type: 'template', template: 'x' } }, ['sms_content.template']],
    [{ type: 'custom' }, ['url']],
    [{ type: 'custom', url: 'https://x.example', timeout_ms: 999 }, ['timeout_ms']],
    [{ type: 'custom', url: 'https://x.example', timeout_ms: 600_001 }, ['timeout_ms']],
    [{ type: 'custom', url: 'https://x.example', method: 'HEAD' }, ['method']],
    [{ type: 'custom', url: 'https://x.example', headers: { a: 1 } }, ['headers.a']],
    [{ type: 'custom', url: 'https://x.example', parameters: { type: 'string' } }, ['parameters.type', 'parameters.properties']],
    [{ type: 'custom', url: 'https://x.example', max_retry: 6 }, ['max_retry']],
    [{ type: 'code' }, ['code']],
    [{ type: 'code', code: 'return 1', function: { name: 'add' } }, ['function']],
    [{ type: 'extract_dynamic_variable', description: 'd', variables: [] }, ['variables']],
    [{ type: 'extract_dynamic_variable', description: 'd', variables: [{ type: 'enum', name: 'a', description: 'A' }] }, ['variables[0].choices']],
    [{ type: 'mcp', name: 'x', description: 'd', mcp_id: 'mcp_1' }, ['type']],
    [{ type: 'agent_swap', agent_id: 'agent_8c1f', post_call_analysis_setting: 'both_agents' }, ['agent_id']],
    [{ type: 'agent_swap', agent_id: 12, post_call_analysis_setting: 'both_agents', agent_version: 3 }, ['agent_version']],
    [{ type: 'agent_swap', agent_id: 12, post_call_analysis_setting: 'both_agents', webhook_setting: 'both_agents' }, ['webhook_setting']],
    [
      {
        type: 'transfer_call',
        transfer_destination: DESTINATION,
        transfer_option: { type: 'agentic_warm_transfer', agentic_transfer_config: { transfer_agent: { agent_id: 'agent_8c1f', agent_version: 1 } } },
      },
      ['transfer_option.agentic_transfer_config.transfer_agent.agent_id', 'transfer_option.agentic_transfer_config.transfer_agent.agent_version'],
    ],
    [
      { type: 'transfer_call', transfer_destination: DESTINATION, transfer_option: { type: 'warm_transfer', custom_on_hold_music_asset_id: 'asset' } },
      ['transfer_option.custom_on_hold_music_asset_id'],
    ],
    [{ type: 'custom', url: 'https://x.example', something_newer: 1 }, ['something_newer']],
    [{ type: 'end_call', credentialId: 'c' }, ['credentialId']],
  ])('%j has problems in %j', (tool, expectedFields) => expect(problemFields(tool)).toEqual(expectedFields))

  test('the reasons are complete sentences', () => {
    const reasonsFor = (tool: JsonObject) => toRetellTools([tool]).problems.map(({ reason }) => reason)
    expect(reasonsFor({ type: 'x' })).toEqual([
      expect.stringMatching(/^Tools of type "x" are not supported for Retell\. Supported types: end_call, transfer_call, .*, cancel_transfer$/),
    ])
    expect(reasonsFor({})).toEqual(['A type is required'])
    expect(reasonsFor({ type: 'custom' })).toEqual(['This field is required'])
    expect(reasonsFor({ type: 'custom', url: 7 })).toEqual(['Must be a string'])
    expect(reasonsFor({ type: 'custom', url: 'https://x.example', timeout_ms: 1 })).toEqual(['Must be at least 1000'])
    expect(reasonsFor({ type: 'custom', url: 'https://x.example', method: 'HEAD' })).toEqual(['Must be one of GET, POST, PUT, PATCH, DELETE'])
    expect(reasonsFor({ type: 'code', code: '' })).toEqual(['Must not be empty'])
    expect(reasonsFor({ type: 'transfer_call', transfer_destination: {}, transfer_option: COLD_TRANSFER })).toEqual(['Must be one of predefined, inferred'])
  })

  test('two tools cannot have the same name, explicit or default', () => {
    const tools = [{ type: 'end_call' }, { type: 'press_digit', name: 'end_call' }, { type: 'press_digit' }]
    expect(toRetellTools(tools).problems).toMatchObject([{ field: 'general_tools[1].name', reason: 'Another tool already has the name end_call' }])
  })

  test('the problems of all tools are listed', () => {
    expect(toRetellTools([{ type: 'a' }, { type: 'end_call' }, { type: 'code' }]).problems.map(({ field }) => field)).toEqual([
      'general_tools[0].type',
      'general_tools[2].code',
    ])
  })
})
