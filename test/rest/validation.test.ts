import { beforeAll, describe, expect, test } from 'vitest'
import { CALL_STATES } from '../../src/kernel/vocabulary/callStates.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { errorsIn } from './responses.ts'

const testServer = useTestServer()
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

type Item = [loc: (string | number)[], type: string, msg: string]
const errorsOf = (response: Parameters<typeof errorsIn>[0]): Item[] => errorsIn(response).map(({ loc, type, msg }) => [loc, type, msg])
const NONE = ['type_error.none.not_allowed', 'none is not an allowed value'] as const
const INTEGER = ['type_error.integer', 'value is not a valid integer'] as const
const MISSING = ['value_error.missing', 'field required'] as const
const long = (count: number, unit = 'x') => unit.repeat(count)

describe('every invalid field of a body is named with its error', () => {
  test.each<[string, string, object, Item[]]>([
    ['absent', '/agents', {}, [[['body', 'name'], ...MISSING]]],
    ['null', '/agents', { name: null }, [[['body', 'name'], ...NONE]]],
    ['not text', '/agents', { name: 5 }, [[['body', 'name'], 'type_error.string', 'str type expected']]],
    ['too short', '/agents', { name: '' }, [[['body', 'name'], 'value_error.str.min_length', 'ensure this value has at least 1 characters']]],
    ['blank', '/agents', { name: ' \t' }, [[['body', 'name'], 'value_error.str.min_length', 'ensure this value has at least 1 characters']]],
    ['too long', '/agents', { name: long(201) }, [[['body', 'name'], 'value_error.str.max_length', 'ensure this value has at most 200 characters']]],
    ['not a language tag', '/agents', { name: 'x', lang: 'en_US' }, [[['body', 'lang'], 'value_error.language', 'value is not a well-formed BCP-47 tag']]],
    [
      'a value outside the enum',
      '/agents',
      { name: 'x', voice_engine: 'Retell' },
      [[['body', 'voice_engine'], 'type_error.enum', "value is not a valid enumeration member; permitted: 'retell', 'vapi'"]],
    ],
    ['not a boolean', '/agents', { name: 'x', is_active: 1 }, [[['body', 'is_active'], 'type_error.bool', 'value could not be parsed to a boolean']]],
    ['not a list', '/agents', { name: 'x', general_tools: {} }, [[['body', 'general_tools'], 'type_error.list', 'value is not a valid list']]],
    ['not an object', '/agents', { name: 'x', general_tools: [{}, 5] }, [[['body', 'general_tools', 1], 'type_error.dict', 'value is not a valid dict']]],
    [
      'too many items',
      '/agents',
      { name: 'x', general_tools: Array.from({ length: 51 }, () => ({})) },
      [[['body', 'general_tools'], 'value_error.list.max_items', 'ensure this value has at most 50 items']],
    ],
    [
      'too large',
      '/agents',
      { name: 'x', general_tools: [{ a: long(65_536) }] },
      [[['body', 'general_tools'], 'value_error.str.max_length', 'ensure this value has at most 65536 bytes of JSON']],
    ],
    [
      'a rule about two fields',
      '/calls',
      {},
      [
        [['body', 'to_number'], ...MISSING],
        [['body', 'agent_id'], ...MISSING],
      ],
    ],
    ['an ID that is text', '/calls', { to_number: '+12125550100', agent_id: 'x' }, [[['body', 'agent_id'], ...INTEGER]]],
    ['an ID that is a fraction', '/calls', { to_number: '+12125550100', agent_id: 1.5 }, [[['body', 'agent_id'], ...INTEGER]]],
    ['an ID that is a boolean', '/calls', { to_number: '+12125550100', agent_id: true }, [[['body', 'agent_id'], ...INTEGER]]],
    ['an ID below one', '/calls', { to_number: '+12125550100', agent_id: 0 }, [[['body', 'agent_id'], ...INTEGER]]],
    ['a null in a list', '/agents', { name: 'x', general_tools: [null] }, [[['body', 'general_tools', 0], ...NONE]]],
    [
      'invalid names and values of nested fields',
      '/calls',
      { to_number: '+12125550100', agent_id: 1, variables: { '': 'x', [long(101)]: 'x', n: 5, long: long(10_001) } },
      [
        [['body', 'variables', ''], 'value_error.str.min_length', 'ensure this value has at least 1 characters'],
        [['body', 'variables', long(101)], 'value_error.str.max_length', 'ensure this value has at most 100 characters'],
        [['body', 'variables', 'n'], 'type_error.string', 'str type expected'],
        [['body', 'variables', 'long'], 'value_error.str.max_length', 'ensure this value has at most 10000 characters'],
      ],
    ],
  ])('%s', async (_name, path, body, expected) => {
    expect(errorsOf(await key.post(path, body))).toEqual(expected)
  })
})

describe('and every invalid parameter of a query', () => {
  test.each<[string, Item]>([
    ['/agents?limit=x', [['query', 'limit'], ...INTEGER]],
    ['/agents?limit=0', [['query', 'limit'], 'value_error.number.not_ge', 'ensure this value is greater than or equal to 1']],
    ['/agents?limit=101', [['query', 'limit'], 'value_error.number.not_le', 'ensure this value is less than or equal to 100']],
    [`/agents?limit=${long(200, '9')}`, [['query', 'limit'], 'value_error.number.not_le', 'ensure this value is less than or equal to 100']],
    ['/agents?cursor=x', [['query', 'cursor'], 'value_error.cursor', 'value is not a valid cursor']],
    ['/agents?is_active=2', [['query', 'is_active'], 'type_error.bool', 'value could not be parsed to a boolean']],
    ['/calls?campaign_id=0', [['query', 'campaign_id'], ...INTEGER]],
    [
      `/calls?status=${long(65)}`,
      [['query', 'status'], 'type_error.enum', `value is not a valid enumeration member; permitted: ${CALL_STATES.map((state) => `'${state}'`).join(', ')}`],
    ],
    ['/dnc/check', [['query', 'phone_number'], ...MISSING]],
  ])('%s', async (path, expected) => {
    expect(errorsOf(await key.get(path))).toEqual([expected])
  })
})

test('lengths count characters, so an emoji is one', async () => {
  const name = long(200, '😀')
  const { status, body } = await key.post('/agents', { name })
  expect([status, body.name]).toEqual([201, name])
  expect(errorsIn(await key.post('/agents', { name: `${name}😀` }))[0]!.type).toBe('value_error.str.max_length')
})

test('a boolean parameter accepts the formats of common languages', async () => {
  const { id } = (await key.post('/agents', { name: 'retired', is_active: false })).body
  for (const no of ['false', 'False', 'FALSE', '0'])
    expect((await key.get(`/agents?is_active=${no}`)).body.items.map((agent: { id: number }) => agent.id)).toContain(id)
  for (const yes of ['true', 'True', '1'])
    expect((await key.get(`/agents?is_active=${yes}`)).body.items.map((agent: { id: number }) => agent.id)).not.toContain(id)
})

test('an ID outside the range of IDs returns an empty list', async () => {
  for (const id of ['1', '2147483648', '9999999999999999']) expect((await key.get(`/calls?campaign_id=${id}`)).body.items).toEqual([])
})
