import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/providers/provider.ts'
import { collectProblems } from '../../../src/providers/vapi/problems.ts'
import { toVapiTools } from '../../../src/providers/vapi/tools.ts'

const translate = (...tools: JsonObject[]) => collectProblems((reportProblem) => toVapiTools(tools, reportProblem))
const CUSTOM_TOOL = { type: 'custom', name: 'book', url: 'https://x.example' }
const TRANSFER_TOOL = { type: 'transfer_call', name: 't', transfer_destination: { type: 'predefined', number: '+14155550100' } }
const NUMBER_DESTINATION = { type: 'number', number: '+14155550100' }

test.each<[JsonObject, JsonObject]>([
  [{ type: 'end_call', name: 'bye' }, { type: 'endCall' }],
  [
    { type: 'end_call', name: 'bye', speak_during_execution: false },
    { type: 'endCall', messages: [{ type: 'request-start', content: '' }] },
  ],
  [
    { type: 'end_call', name: 'bye', speak_during_execution: true, execution_message_type: 'static_text', execution_message_description: 'Ciao' },
    { type: 'endCall', messages: [{ type: 'request-start', content: 'Ciao' }] },
  ],
  [{ type: 'press_digit', name: 'p' }, { type: 'dtmf' }],
  [{ type: 'send_sms', name: 's' }, { type: 'sms' }],
  [
    { ...TRANSFER_TOOL, transfer_option: { type: 'cold_transfer' } },
    { type: 'transferCall', destinations: [NUMBER_DESTINATION] },
  ],
  [
    { ...TRANSFER_TOOL, description: 'To sales', transfer_destination: { type: 'predefined', number: '+14155550100', extension: '12' } },
    { type: 'transferCall', destinations: [{ ...NUMBER_DESTINATION, extension: '12', description: 'To sales' }] },
  ],
  [
    {
      ...TRANSFER_TOOL,
      transfer_option: { type: 'cold_transfer', cold_transfer_mode: 'sip_invite', show_transferee_as_caller: true, transfer_ring_duration_ms: 20_000 },
    },
    {
      type: 'transferCall',
      destinations: [{ ...NUMBER_DESTINATION, callerId: '{{customer.number}}', transferPlan: { mode: 'blind-transfer', sipVerb: 'dial', dialTimeout: 20 } }],
    },
  ],
  [
    { ...TRANSFER_TOOL, ignore_e164_validation: true, transfer_destination: { type: 'predefined', number: '1234' }, speak_during_execution: false },
    {
      type: 'transferCall',
      destinations: [{ type: 'number', number: '1234', numberE164CheckEnabled: false, message: '' }],
      messages: [{ type: 'request-start', content: '' }],
    },
  ],
  [
    {
      ...CUSTOM_TOOL,
      url: 'https://x.example/?a=1',
      query_params: { b: 'c d' },
      description: 'Books',
      parameters: { type: 'object', properties: { day: { type: 'string', minLength: 3 } }, required: ['day'] },
      timeout_ms: 1_500,
      max_retry: 2,
      args_at_root: true,
      parameter_type: 'form',
      speak_during_execution: true,
      speak_after_execution: true,
      response_variables: { booking: '$.data.items[0].id', name: 'name' },
    },
    {
      type: 'apiRequest',
      name: 'book',
      method: 'POST',
      url: 'https://x.example/?a=1&b=c%20d',
      description: 'Books',
      body: { type: 'object', properties: { day: { type: 'string', description: 'As JSON Schema: {"minLength":3}' } }, required: ['day'] },
      timeoutSeconds: 2,
      backoffPlan: { type: 'exponential', maxRetries: 2, baseDelaySeconds: 1 },
      variableExtractionPlan: {
        aliases: [
          { key: 'booking', value: '{{data.items[0].id}}' },
          { key: 'name', value: '{{name}}' },
        ],
      },
    },
  ],
  [
    { type: 'code', name: 'add', code: 'return 1', description: 'Adds', enable_typing_sound: false },
    { type: 'code', code: 'return 1', function: { name: 'add', description: 'Adds' } },
  ],
  ...[
    { type: 'code', code: 'return 1', function: { name: 'add' } },
    { type: 'mcp', server: { url: 'https://m.example' } },
    { type: 'function', function: { name: 'f' }, server: { url: 'https://m.example', headers: { 'X-Key': 'k' } } },
    {
      type: 'apiRequest',
      name: 'a',
      method: 'GET',
      url: 'https://x.example',
      messages: [{ type: 'request-start', content: '' }],
      rejectionPlan: { conditions: [] },
    },
    {
      type: 'transferCall',
      destinations: [{ ...NUMBER_DESTINATION, callerId: '{{customer.number}}', transferPlan: { mode: 'warm-transfer-say-message', message: 'A call' } }],
    },
    { type: 'handoff', destinations: [{ type: 'assistant', assistantId: '12', description: 'For orders' }] },
    { type: 'voicemail', beepDetectionEnabled: true },
  ].map((tool): [JsonObject, JsonObject] => [tool, tool]),
])('%j is translated to %j', (tool, expected) => expect(translate(tool)).toEqual({ result: { tools: [expected], hints: expect.anything() }, problems: [] }))

test.each<[JsonObject, string]>([
  [{ type: 'end_call', name: 'bye', description: 'When all is said' }, '- endCall: When all is said'],
  [{ type: 'press_digit', name: 'p', description: 'In menus' }, '- dtmf: In menus'],
  [{ type: 'send_sms', name: 's', sms_content: { type: 'predefined', text: 'Hi' } }, '- sms: The text of the message is exactly: "Hi"'],
  [{ type: 'send_sms', name: 's', description: 'At the end.', sms_content: { type: 'inferred', prompt: 'A thank you' } }, '- sms: At the end. A thank you'],
])('the part of %j without a field at Vapi becomes a hint to the model', (tool, hint) => expect(translate(tool).result.hints).toEqual([hint]))

test.each<[JsonObject, string]>([
  [{ type: 'agent_swap', name: 'x' }, 'type'],
  [{ type: 'check_availability_cal', name: 'x' }, 'type'],
  [{ type: 'extract_dynamic_variable', name: 'x' }, 'type'],
  [{ type: 'bridge_transfer', name: 'x' }, 'type'],
  [{ name: 'x' }, 'type'],
  [{ type: 'constructor', name: 'x' }, 'type'],
  [{ type: 'mcp', name: 'x', mcp_id: 'm' }, 'server'],
  ...['slack.message.send', 'google.sheets.row.append', 'gohighlevel.contact.get', 'query', 'bash', 'computer', 'textEditor', 'sipRequest'].map(
    (type): [JsonObject, string] => [{ type, name: 'x' }, 'type'],
  ),
  [{ type: 'apiRequest', name: 'x', method: 'POST', url: 'https://x.example', credentialId: 'c' }, 'credentialId'],
  [{ type: 'apiRequest', name: 'x', method: 'POST', url: 'https://x.example', encryptedPaths: ['a'] }, 'encryptedPaths'],
  [{ type: 'function', function: { name: 'f' } }, 'server'],
  [{ type: 'function', function: { name: 'f' }, server: { url: 'https://x.example', credentialId: 'c' } }, 'server.credentialId'],
  [{ type: 'function', function: { name: 'f' }, server: { url: 'https://x.example' }, credentialId: 'c' }, 'credentialId'],
  [{ type: 'code', code: 'return 1', function: { name: 'f' }, credentialId: 'c' }, 'credentialId'],
  [{ type: 'mcp', server: { url: 'https://m.example', credentialId: 'c' } }, 'server.credentialId'],
  [{ type: 'handoff', destinations: [{ type: 'assistant', assistantId: '8a1f0e3f-3f3b-4c58-9c3e-0f6a2b7d9e11' }] }, 'destinations[0].assistantId'],
  [{ type: 'handoff', destinations: [{ type: 'assistant', assistantId: '12', assistant: {} }] }, 'destinations[0].assistant'],
  [{ type: 'handoff', destinations: [{ type: 'assistant', assistantId: '12', assistantOverrides: {} }] }, 'destinations[0].assistantOverrides'],
  [{ type: 'handoff', destinations: [{ type: 'squad', assistantId: '12' }] }, 'destinations[0].type'],
  [{ type: 'transferCall', destinations: [{ type: 'assistant', assistantName: 'a' }] }, 'destinations[0].type'],
  [{ type: 'transferCall', destinations: [{ ...NUMBER_DESTINATION, callerId: '+14155550199' }] }, 'destinations[0].callerId'],
  [
    { type: 'transferCall', destinations: [{ ...NUMBER_DESTINATION, transferPlan: { mode: 'blind-transfer', twiml: '<Dial/>' } }] },
    'destinations[0].transferPlan.twiml',
  ],
  [{ type: 'press_digit', name: 'x', delay_ms: 500 }, 'delay_ms'],
  [{ type: 'send_sms', name: 'x', sms_content: { type: 'template', template: 'info_collection' } }, 'sms_content'],
  [{ type: 'end_call', name: 'x', speak_during_execution: true, execution_message_description: 'Say bye' }, 'execution_message_type'],
  [
    { type: 'end_call', name: 'x', speak_during_execution: true, execution_message_type: 'static_text', execution_message_description: 'x'.repeat(1001) },
    'execution_message_description',
  ],
  [{ type: 'transfer_call', name: 'x' }, 'transfer_destination'],
  [{ ...TRANSFER_TOOL, transfer_destination: { type: 'inferred', prompt: 'x' } }, 'transfer_destination'],
  [{ ...TRANSFER_TOOL, transfer_destination: { type: 'predefined', number: '{{who}}' } }, 'transfer_destination.number'],
  [{ ...TRANSFER_TOOL, transfer_destination: { type: 'predefined', number: '+14155550100', extension: '12345678901' } }, 'transfer_destination.extension'],
  [{ ...TRANSFER_TOOL, transfer_option: { type: 'warm_transfer' } }, 'transfer_option'],
  [{ ...TRANSFER_TOOL, transfer_option: { type: 'cold_transfer', cold_transfer_mode: 'mail' } }, 'transfer_option.cold_transfer_mode'],
  [{ ...TRANSFER_TOOL, transfer_option: { type: 'cold_transfer', transfer_ring_duration_ms: 1000 } }, 'transfer_option.transfer_ring_duration_ms'],
  [{ ...TRANSFER_TOOL, transfer_option: { type: 'cold_transfer', music: 'jazz' } }, 'transfer_option.music'],
  [{ ...TRANSFER_TOOL, custom_sip_headers: { a: 'b' } }, 'custom_sip_headers'],
  [{ type: 'custom', name: 'x' }, 'url'],
  [{ ...CUSTOM_TOOL, url: 'ftp://x' }, 'url'],
  [{ ...CUSTOM_TOOL, name: 'x'.repeat(41) }, 'name'],
  [{ ...CUSTOM_TOOL, method: 'TRACE' }, 'method'],
  [{ ...CUSTOM_TOOL, parameters: 'x' }, 'parameters'],
  [{ ...CUSTOM_TOOL, method: 'GET', parameters: { type: 'object', properties: { day: {} } } }, 'parameters'],
  [{ ...CUSTOM_TOOL, headers: { a: 'b' } }, 'headers'],
  [{ ...CUSTOM_TOOL, args_at_root: false }, 'args_at_root'],
  [{ ...CUSTOM_TOOL, speak_after_execution: false }, 'speak_after_execution'],
  [{ ...CUSTOM_TOOL, timeout_ms: 300_001 }, 'timeout_ms'],
  [{ ...CUSTOM_TOOL, enable_typing_sound: true }, 'enable_typing_sound'],
  [{ ...CUSTOM_TOOL, response_variables: { '1st': 'a' } }, 'response_variables.1st'],
  [{ ...CUSTOM_TOOL, response_variables: { first: '$..a' } }, 'response_variables.first'],
  [{ type: 'code', name: 'x' }, 'code'],
  [{ type: 'code', name: 'not a name', code: 'return 1' }, 'name'],
  [{ type: 'code', name: 'x', code: 'return 1', timeout_ms: 30_001 }, 'timeout_ms'],
])('%j has a problem in %s', (tool, key) => {
  const { problems } = translate({ type: 'end_call', name: 'end' }, tool)
  expect(problems).toMatchObject([{ field: `general_tools[1].${key}`, reason: expect.stringMatching(/^[A-Z]/) }])
})

test('two tools cannot have the same name', () => {
  const { problems } = translate(CUSTOM_TOOL, { type: 'function', function: { name: 'book' }, server: { url: 'https://x.example' } })
  expect(problems).toMatchObject([{ field: 'general_tools[1].name', reason: 'Another tool already has the name book' }])
})
