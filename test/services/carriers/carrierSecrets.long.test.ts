import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { fieldsOf } from '../../../src/inputs/carriers.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import { simulatedCarriers } from '../../kit/fakes/simulatedCarriers.ts'
import { graphql } from '../../kit/clients/client.ts'
import { captureLogs } from '../../kit/observers/logs.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer()
const carriers = () => simulatedCarriers(testServer().running.simulator!.url)

/** All responses of the server with their headers, and its whole log. */
const answers: string[] = []
let logged = ''
/** The secrets that must not be found, by description. */
const secrets = new Map<string, string>()
/** The secret parts of inbound URLs: shown only with numbers:write. */
const tokens = new Map<string, string>()

const addSecrets = (carrier: string, credentials: Record<string, string>, what: string) => {
  for (const { name, secret } of fieldsOf(carrier as CarrierName)) if (secret && credentials[name]) secrets.set(`${what} ${carrier} ${name}`, credentials[name])
}

/** Lists the forms in which a secret may appear: plain, escaped, in hexadecimal, or at any of the three offsets in base64. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const based = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    return text.slice(shift === 0 ? 0 : shift + 1, -1)
  })
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      bytes.toString('hex'),
      ...based,
      ...based.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}

/** Lists the descriptions of the secrets that occur in the text. */
const findSecrets = (values: Map<string, string>, haystack: string) =>
  [...values].filter(([, secret]) => formsOf(secret).some((shape) => haystack.includes(shape))).map(([what]) => what)

/** Returns every row of every table as text, with bytes in hexadecimal. */
async function dump(): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

beforeAll(async () => {
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
    const response = await fetch(...args)
    if (response.url.startsWith(testServer().url)) answers.push(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`)
    return response
  })
  try {
    logged = await captureLogs(runOperations)
  } finally {
    vi.restoreAllMocks()
  }
})

/** Runs every operation on carrier accounts, with and without errors. */
async function runOperations() {
  const acme = await testServer().workspace()
  const key = await acme.key()
  for (const connection of await anyWorkspace.carrierConnection.findMany({ where: { workspaceId: acme.id } }))
    addSecrets('twilio', carrierAccess.open(connection).credentials as Record<string, string>, 'the built-in account at')
  for (const carrier of CARRIERS) {
    const connect = (credentials: object, more = {}) => key.post('/integrations/connect', { carrier, credentials, ...more })
    const { credentials, numbers } = await carriers().openAccount(carrier)
    const marked = Object.fromEntries(
      fieldsOf(carrier)
        .map(({ name, secret }) => [name, secret ? `Marked/${carrier}+${name} 4711` : credentials[name]] as const)
        .filter(([, value]) => value),
    ) as Record<string, string>
    addSecrets(carrier, credentials, 'good')
    addSecrets(carrier, marked, 'refused')
    expect([carrier, (await connect(marked)).status]).toEqual([carrier, 400])
    await connect({ ...marked, unknown: Object.values(marked) })
    await connect(Object.values(marked))
    for (const mode of ['http401', 'http403', 'http500', 'malformed', 'truncated', 'reset']) {
      await carriers().fault({ provider: carrier, operation: 'verify', mode, times: 3 })
      await connect(credentials)
      await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    }
    const { status, body } = await connect(credentials)
    expect([carrier, status]).toEqual([carrier, 201])
    await connect(credentials, { external_owner_id: 'customer-81' })
    await key.gql('query($id: ID!) { carrierNumbers(connectionId: $id) { numbers { phoneNumber } } }', { id: body.id })
    const [line] = numbers
    await carriers().fault({ provider: carrier, operation: 'numbers', mode: 'http500', times: 3 })
    await key.post('/phone-numbers/link', { phone_number: line!.phone_number, carrier })
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    const linked = await key.post('/phone-numbers/link', { phone_number: line!.phone_number, carrier })
    expect([carrier, linked.status]).toEqual([carrier, 201])
    for (const to_number of ['+12125550200', '+12125550203', '+12125550207'])
      await key.post('/sms', { to_number, body: 'Hello', from_number_id: linked.body.id })
    await key.delete(`/phone-numbers/${linked.body.id}`)
  }
  const trunk = { termination_uri: 'sip.example.com', username: 'callwright', password: 'Marked/sip+password 4711' }
  secrets.set('the password of a trunk', trunk.password)
  const sip = await key.post('/phone-numbers/link', { phone_number: '+14155550188', carrier: 'sip', sip: trunk })
  expect(sip.status).toBe(201)
  await key.get('/phone-numbers')
  await sendInvalidRequests(key.apiKey)
  for (const connection of await anyWorkspace.carrierConnection.findMany())
    tokens.set(`${connection.carrier} ${connection.id}`, carrierAccess.open(connection).token)
  await waitFor('delivery receipts to be processed', async () => (await anyWorkspace.carrierEvent.count({ where: { processedAt: null } })) === 0)
}

/** Sends requests that GraphQL itself rejects. */
async function sendInvalidRequests(apiKey: string) {
  const secret = 'Marked+GraphQL/credential 4711'
  secrets.set('a credential in an invalid GraphQL request', secret)
  const ask = (query: string, variables?: object) => graphql(testServer().url, { 'X-API-Key': apiKey }, query, variables)
  const connect = 'mutation($input: ConnectInput!) { connectCarrier(input: $input) { id } }'
  for (const input of [
    secret,
    { carrier: { auth_token: secret }, credentials: {} },
    { carrier: 'twilio', credentials: secret },
    { carrier: 'twilio', auth_token: secret },
    { carrier: 'telnyx', credentials: { api_key: [secret] } },
  ])
    await ask(connect, { input })
  for (const input of [
    `carrier: "twilio", credentials: "${secret}"`,
    `carrier: { auth_token: "${secret}" }, credentials: {}`,
    `carrier: "twilio", credentials: {}, auth_token: "${secret}"`,
    `carrier: "twilio", credentials "${secret}"`,
  ])
    await ask(`mutation { connectCarrier(input: { ${input} }) { id } }`)
  await ask(`mutation { connectCarrier(input: "${secret}") { id } }`)
}

test('there is enough data to search', async () => {
  expect([answers.length > 100, logged.length > 1_000, (await dump()).length > 10_000, secrets.size > 20, tokens.size > 10]).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  // The search finds the values where they are allowed.
  expect(findSecrets(tokens, answers.join('\n')).length + findSecrets(new Map([['e164', '+14155550188']]), await dump()).length).toBeGreaterThan(0)
})

describe('no credential is found', () => {
  test('in any response', () => {
    expect(answers.flatMap((answer) => findSecrets(secrets, answer).map((what) => `${what}: ${answer.slice(0, 2_000)}`))).toEqual([])
  })

  test('in any line of the log, and no inbound URL either', () => {
    expect(logged.split('\n').flatMap((line) => findSecrets(new Map([...secrets, ...tokens]), line).map((what) => `${what}: ${line}`))).toEqual([])
  })

  /** Reads every row of every table, and searches each for every secret in up to ten forms. */
  test('in any table, and no inbound URL either', async () => {
    const rows = (await dump()).split('\n')
    expect(rows.flatMap((row) => findSecrets(new Map([...secrets, ...tokens]), row).map((what) => `${what}: ${row.slice(0, 500)}`))).toEqual([])
  })
})
