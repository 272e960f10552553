import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/providers/provider.ts'
import { toRetellTools } from '../../../src/providers/retell/tools.ts'
import { COLD_TRANSFER, DESTINATION, problemFields } from './retellToolKit.ts'

describe("Vapi's tools", () => {
  const properties = { day: { type: 'string' } }

  test.each<[string, JsonObject, JsonObject[]]>([
    ['a tool that ends the call', { type: 'endCall', messages: [] }, [{ type: 'end_call', name: 'end_call' }]],
    ['a tool that presses digits', { type: 'dtmf', name: 'keys' }, [{ type: 'press_digit', name: 'keys' }]],
    [
      'a tool that sends an SMS',
      { type: 'sms', description: 'Sends the address' },
      [{ type: 'send_sms', name: 'send_sms', description: 'Sends the address', sms_content: { type: 'inferred', prompt: 'Sends the address' } }],
    ],
    [
      'a transfer with one destination',
      { type: 'transferCall', destinations: [{ type: 'number', number: '+390212340100', extension: '7', message: 'One moment' }] },
      [
        {
          type: 'transfer_call',
          name: 'transfer_call',
          transfer_destination: { type: 'predefined', number: '+390212340100', extension: '7' },
          transfer_option: COLD_TRANSFER,
          speak_during_execution: true,
          execution_message_type: 'static_text',
          execution_message_description: 'One moment',
        },
      ],
    ],
    [
      'a transfer with two destinations',
      {
        type: 'transferCall',
        name: 'to',
        destinations: [
          { type: 'number', number: '+390212340100', description: 'Sales', message: '' },
          { type: 'number', number: '+390212340101', description: 'Service' },
        ],
      },
      [
        {
          type: 'transfer_call',
          name: 'to_1',
          description: 'Sales',
          transfer_destination: DESTINATION,
          transfer_option: COLD_TRANSFER,
          speak_during_execution: false,
        },
        {
          type: 'transfer_call',
          name: 'to_2',
          description: 'Service',
          transfer_destination: { ...DESTINATION, number: '+390212340101' },
          transfer_option: COLD_TRANSFER,
        },
      ],
    ],
    [
      'an API request',
      {
        type: 'apiRequest',
        name: 'book',
        description: 'Books',
        url: 'https://x.example/book',
        method: 'POST',
        body: { type: 'object', properties },
        headers: { type: 'object', properties: { 'X-Key': { type: 'string', value: 'k' } } },
        timeoutSeconds: 45,
      },
      [
        {
          type: 'custom',
          name: 'book',
          description: 'Books',
          url: 'https://x.example/book',
          method: 'POST',
          parameters: { type: 'object', properties },
          headers: { 'X-Key': 'k' },
          timeout_ms: 45_000,
          args_at_root: true,
          speak_during_execution: false,
          speak_after_execution: true,
        },
      ],
    ],
  ])('%s is translated', (_title, tool, tools) => expect(toRetellTools([tool])).toEqual({ tools, problems: [] }))

  test.each<[JsonObject, string[]]>([
    [{ type: 'endCall', messages: [{ type: 'request-start', content: 'Bye' }] }, ['messages']],
    [{ type: 'endCall', rejectionPlan: { conditions: [] } }, ['rejectionPlan']],
    [{ type: 'dtmf', sipInfoDtmfEnabled: true }, ['sipInfoDtmfEnabled']],
    [{ type: 'sms', server: { url: 'https://x.example' } }, ['server']],
    [{ type: 'transferCall' }, ['destinations']],
    [{ type: 'transferCall', destinations: [{ type: 'sip', sipUri: 'sip:a@b.c' }] }, ['destinations[0].sipUri', 'destinations[0].type']],
    [{ type: 'transferCall', destinations: [{ type: 'number', number: '123' }] }, ['destinations[0].number']],
    [
      {
        type: 'transferCall',
        destinations: [{ type: 'number', number: '+390212340100', callerId: '+1', transferPlan: { mode: 'warm-transfer' }, message: {} }],
      },
      ['destinations[0].callerId', 'destinations[0].transferPlan', 'destinations[0].message'],
    ],
    [
      { type: 'apiRequest', name: 'a', method: 'POST', url: 'https://x.example', credentialId: 'c', backoffPlan: { maxRetries: 1 } },
      ['credentialId', 'backoffPlan'],
    ],
    [{ type: 'apiRequest', name: 'a', url: 'https://x.example', headers: { type: 'object', properties: { a: { type: 'string' } } } }, ['headers']],
    [{ type: 'apiRequest', name: 'a' }, ['url']],
    [{ type: 'apiRequest', name: 'a', url: 'https://x.example', timeoutSeconds: 0 }, ['timeoutSeconds']],
    [{ type: 'function', function: { name: 'f' }, server: { url: 'https://x.example' } }, ['type']],
    [{ type: 'handoff', destinations: [] }, ['type']],
    [{ type: 'query', knowledgeBases: [] }, ['type']],
  ])('%j is rejected because Retell does not support %j', (tool, expectedFields) => expect(problemFields(tool)).toEqual(expectedFields))
})
