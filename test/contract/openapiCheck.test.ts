import { describe, expect, test } from 'vitest'
import { checkResponse, type ObservedResponse, readOpenapi } from '../kit/clients/openapiCheck.ts'

const LIMITS = {
  'X-RateLimit-Limit': '600',
  'X-RateLimit-Remaining': '599',
  'X-RateLimit-Reset': '42',
  RateLimit: '"minute";r=599;t=42, "day";r=499999;t=33642',
  'RateLimit-Policy': '"minute";q=600;w=60, "day";q=500000;w=86400',
}
const HEADERS = { ...LIMITS, 'X-Request-Id': 'x', 'Content-Type': 'application/json' }
const agent = { id: 1, name: 'Ada', lang: 'en-US', voice_engine: 'retell', is_active: true, is_published: false }
const page = { items: [agent], data: [agent], has_more: false, next_cursor: null }

const observedFrom = ({
  headers = {},
  ...changes
}: Partial<Omit<ObservedResponse, 'headers'>> & { headers?: Record<string, string | undefined> } = {}): ObservedResponse => ({
  method: 'GET',
  path: '/agents',
  status: 200,
  body: page,
  ...changes,
  headers: new Headers(Object.entries({ ...HEADERS, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined)),
})

describe('a documented response passes', () => {
  test.each<[string, string | null, Parameters<typeof observedFrom>[0]]>([
    ['a page', 'list_agents', {}],
    ['a HEAD', 'list_agents', { method: 'HEAD', body: '' }],
    ['no body', 'delete_agent', { method: 'DELETE', path: '/agents/1', status: 204, body: '', headers: { 'Content-Type': undefined } }],
    ['a replay', 'create_agent', { method: 'POST', status: 201, body: agent, headers: { 'Idempotent-Replayed': 'true' } }],
    ['literals before a parameter', 'check_dnc', { path: '/dnc/check', body: { phone_number: '+14155550100', is_on_dnc: false, entry: null } }],
    ['audio', 'get_call_recording', { path: '/calls/1/recording', body: 'RIFF', headers: { 'Content-Type': 'audio/wav' } }],
    ['a 429 to a known caller', 'list_agents', { status: 429, body: { detail: 'x' }, headers: { 'Retry-After': '42' } }],
    ['an unknown path', null, { path: '/nothing', status: 404, body: { detail: 'Not Found' } }],
    ['another method', null, { method: 'PUT', status: 405, body: { detail: 'Method Not Allowed' } }],
  ])('%s', (_name, operation, response) => {
    expect(checkResponse(observedFrom(response))).toBe(operation)
  })
})

describe('an undocumented response is refused', () => {
  test.each<[string, RegExp, Parameters<typeof observedFrom>[0]]>([
    ['a status', /not documented/, { status: 418 }],
    ['an additional field', /unevaluated properties/, { body: { ...page, total: 1 } }],
    ['an additional field of a row', /unevaluated properties/, { body: { ...page, items: [{ ...agent, secret: 1 }] } }],
    ['a missing field', /required property 'name'/, { body: { ...page, items: [{ ...agent, name: undefined }] } }],
    ['a wrong type', /must be integer/, { body: { ...page, items: [{ ...agent, id: '1' }] } }],
    [
      'a date as text',
      /date-time/,
      { method: 'POST', path: '/dnc', status: 201, body: { id: 1, phone_number: '+1', reason: null, source: 'manual', created_at: 'now' } },
    ],
    ['another content type', /as text\/html/, { headers: { 'Content-Type': 'text/html' } }],
    ['a missing request ID', /without X-Request-Id/, { headers: { 'X-Request-Id': undefined } }],
    ['missing limits', /without RateLimit/, { headers: { RateLimit: undefined } }],
    ['limits as text', /X-RateLimit-Reset: soon/, { headers: { 'X-RateLimit-Reset': 'soon' } }],
    ['a 429 without Retry-After', /without Retry-After/, { status: 429, body: { detail: 'x' } }],
    ['a replay without a key', /as a replay/, { headers: { 'Idempotent-Replayed': 'true' } }],
    ['a body that must be empty', /with a body/, { method: 'DELETE', path: '/agents/1', status: 204, body: {} }],
    ['an error of another shape', /string/, { status: 404, path: '/agents/1', body: { detail: { error: 'x' } } }],
    ['an invalid error of a 422', /required property 'type'/, { status: 422, body: { detail: [{ loc: ['query'], msg: 'x' }] } }],
    ['an unknown path with another shape', /required property 'detail'/, { path: '/nothing', status: 404, body: { error: 'x' } }],
    ['an unknown path that succeeds', /not documented at all/, { path: '/nothing' }],
    ['an HTML page for an unknown path', /must be object/, { path: '/nothing', status: 404, body: '<html>' }],
  ])('%s', (_name, why, response) => {
    const observed = observedFrom(response)
    expect(() => checkResponse({ ...observed, body: JSON.parse(JSON.stringify(observed.body)) })).toThrow(why)
  })
})

test('fields that extend a record are allowed in that place only', () => {
  const { example } = readOpenapi().paths['/agents/{agent_id}/publish']!.post!.responses[200]!.content!['application/json']!
  expect(checkResponse(observedFrom({ method: 'POST', path: '/agents/7/publish', body: example }))).toBe('publish_agent')
  expect(() => checkResponse(observedFrom({ path: '/agents/7', body: example }))).toThrow(/unevaluated properties/)
})
