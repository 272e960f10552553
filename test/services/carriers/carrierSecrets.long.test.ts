import { beforeAll, describe, expect, test, vi } from 'vitest'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { fieldsOf } from '../../../src/inputs/carriers.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import { simulatedCarriers } from '../../kit/carriers.ts'
import { graphql } from '../../kit/client.ts'
import { loggedBy } from '../../kit/logged.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'

const world = useWorld()
const carriers = () => simulatedCarriers(world().running.simulator!.url)

/** Everything that was answered, with the address it was asked at, and every line of the log. */
const answers: string[] = []
let logged = ''
/** What must not be found, by what it is. */
const secrets = new Map<string, string>()
/** The unguessable parts of inbound addresses: shown to who may change numbers, and nowhere else. */
const tokens = new Map<string, string>()

const remember = (carrier: string, credentials: Record<string, string>, what: string) => {
  for (const { name, secret } of fieldsOf(carrier as CarrierName)) if (secret && credentials[name]) secrets.set(`${what} ${carrier} ${name}`, credentials[name])
}

/** As somebody may have written it: as it is, escaped, in hexadecimal, or in any of the three ways it can lie in base64. */
function shapes(secret: string): string[] {
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

/** Which of them are found there. */
const found = (wanted: Map<string, string>, where: string) =>
  [...wanted].filter(([, secret]) => shapes(secret).some((shape) => where.includes(shape))).map(([what]) => what)

/** Every row of every table as text, bytes in hexadecimal. */
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
    if (response.url.startsWith(world().url)) answers.push(`${JSON.stringify([...response.headers])} ${await response.clone().text()}`)
    return response
  })
  try {
    logged = await loggedBy(live)
  } finally {
    vi.restoreAllMocks()
  }
})

/** Everything that is done with an account, well and badly. */
async function live() {
  const acme = await world().workspace()
  const key = await acme.key()
  for (const connection of await anyWorkspace.carrierConnection.findMany({ where: { workspaceId: acme.id } }))
    remember('twilio', carrierAccess.open(connection).credentials as Record<string, string>, 'the house at')
  for (const carrier of CARRIERS) {
    const connect = (credentials: object, more = {}) => key.post('/integrations/connect', { carrier, credentials, ...more })
    const { credentials, numbers } = await carriers().open(carrier)
    const marked = Object.fromEntries(
      fieldsOf(carrier)
        .map(({ name, secret }) => [name, secret ? `Marked/${carrier}+${name} 4711` : credentials[name]] as const)
        .filter(([, value]) => value),
    ) as Record<string, string>
    remember(carrier, credentials, 'good')
    remember(carrier, marked, 'refused')
    expect([carrier, (await connect(marked)).status]).toEqual([carrier, 400])
    await connect({ ...marked, unknown: Object.values(marked) })
    await connect(Object.values(marked))
    for (const mode of ['http401', 'http403', 'http500', 'malformed', 'truncated', 'reset']) {
      await carriers().fault({ provider: carrier, operation: 'verify', mode, times: 3 })
      await connect(credentials)
      await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    }
    const { status, body } = await connect(credentials)
    expect([carrier, status]).toEqual([carrier, 201])
    await connect(credentials, { external_owner_id: 'customer-81' })
    await key.gql('query($id: ID!) { carrierNumbers(connectionId: $id) { numbers { phoneNumber } } }', { id: body.id })
    const [line] = numbers
    await carriers().fault({ provider: carrier, operation: 'numbers', mode: 'http500', times: 3 })
    await key.post('/phone-numbers/link', { phone_number: line!.phone_number, carrier })
    await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
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
  await mistaken(key.apiKey)
  for (const connection of await anyWorkspace.carrierConnection.findMany())
    tokens.set(`${connection.carrier} ${connection.id}`, carrierAccess.open(connection).token)
  await until('receipts to be told', async () => (await anyWorkspace.carrierEvent.count({ where: { processedAt: null } })) === 0)
}

/** Requests that GraphQL itself refuses. */
async function mistaken(apiKey: string) {
  const secret = 'Marked+GraphQL/credential 4711'
  secrets.set('one in a mistaken GraphQL request', secret)
  const ask = (query: string, variables?: object) => graphql(world().url, { 'X-API-Key': apiKey }, query, variables)
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

test('there was enough to be looked through', async () => {
  expect([answers.length > 100, logged.length > 1_000, (await dump()).length > 10_000, secrets.size > 20, tokens.size > 10]).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  // What is looked for is found where it may be.
  expect(found(tokens, answers.join('\n')).length + found(new Map([['e164', '+14155550188']]), await dump()).length).toBeGreaterThan(0)
})

describe('no credential is found', () => {
  test('in any answer', () => {
    expect(answers.flatMap((answer) => found(secrets, answer).map((what) => `${what}: ${answer.slice(0, 2_000)}`))).toEqual([])
  })

  test('in any line of the log, and no inbound address either', () => {
    expect(logged.split('\n').flatMap((line) => found(new Map([...secrets, ...tokens]), line).map((what) => `${what}: ${line}`))).toEqual([])
  })

  /** Reads every row of every table, and looks in each for every secret, written in up to ten ways. */
  test('in any table, and no inbound address either', async () => {
    const rows = (await dump()).split('\n')
    expect(rows.flatMap((row) => found(new Map([...secrets, ...tokens]), row).map((what) => `${what}: ${row.slice(0, 500)}`))).toEqual([])
  })
})
