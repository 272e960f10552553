import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { examine, formatFindings, isWorking } from '../../src/admin/doctor.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { answerLimit } from '../../src/kernel/db/requirements.ts'
import { addServer } from '../../src/kernel/serverState.ts'
import { startBucketServer } from '../kit/fakes/bucketServer.ts'
import { startAddedServer } from '../kit/server/addedServer.ts'
import { hasPgBouncer, startPgBouncer } from '../kit/server/pgBouncer.ts'
import { superuserUrlOf, tcpUrlOf } from '../kit/server/postgres.ts'
import { asServer } from '../kit/server/serverWork.ts'
import { advanceClock, MINUTE } from '../kit/waiting/clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'callwright-setups-'))
let server: Awaited<ReturnType<typeof startAddedServer>>
let bucket: Awaited<ReturnType<typeof startBucketServer>>
beforeAll(async () => {
  answerLimit.ms = 2_000
  server = await startAddedServer({ env: { ROLE: 'api' } })
  bucket = await startBucketServer()
})
afterAll(async () => {
  await server.end()
  await bucket.close()
  rmSync(folder, { recursive: true })
})

type Settings = Record<string, string>
/** Nothing listens on this port. */
const NOWHERE = '127.0.0.1:1'
const SECRET = 'not-the-right-secret'

const listen = async (listening: Server, scheme: string) => {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void listening.close())
  return `${scheme}://127.0.0.1:${(listening.address() as AddressInfo).port}`
}
const serve = async (answer: RequestListener) => {
  const listening = createHttpServer(answer)
  onTestFinished(() => listening.closeAllConnections())
  return listen(listening, 'http')
}
const answerWith = (status: number) => serve((_request, response) => response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}'))
const website = () => serve((_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'))
/** Answers what any Callwright server does, and knows none of our webhook URLs. */
const anotherCallwright = () =>
  serve(({ url }, response) => {
    if (url === '/healthz') return void response.end('{"status":"ok"}')
    const isWebhook = url === '/inbound/retell' || url === '/inbound/vapi'
    response.writeHead(isWebhook ? 405 : 404, isWebhook ? { Allow: 'POST' } : {}).end()
  })
/** A server that says this to each command. */
const reply = (scheme: string, text: string, greeting = '') =>
  listen(
    createServer((socket) => {
      socket.on('error', () => {})
      if (greeting) socket.write(greeting)
      socket.on('data', (bytes) => socket.write(text.repeat(Math.max(1, bytes.toString().split('*').length - 1))))
    }),
    scheme,
  )
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const folderWith = (name: string) => {
  const own = mkdtempSync(join(folder, 'data-'))
  writeFileSync(join(own, name), 'x')
  return own
}
const database = (change: (url: URL) => void) => {
  const url = new URL(tcpUrlOf(server.databaseUrl))
  change(url)
  return { DATABASE_URL: url.href }
}
/** Changes the database until the test has ended. */
async function alter(sql: string, back: string) {
  const client = new pg.Client({ connectionString: superuserUrlOf(server.databaseUrl) })
  await client.connect()
  await client.query(sql)
  onTestFinished(async () => {
    await client.query(back)
    await client.end()
  })
  return {}
}
const s3 = (changes: Settings = {}) => ({
  S3_ENDPOINT: bucket.endpoint,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  ...changes,
})
const OLD_REDIS = 'redis_version:4.0.9\r\nloading:0\r\n'
const LAST = "(select max(migration_name) from _prisma_migrations where migration_name ~ '^\\d')"

/** A set-up that is broken in one way: its settings, the check that finds it, and what it says. */
const SETUPS: [name: string, plant: () => Settings | Promise<Settings>, check: string, says: RegExp][] = [
  ['a setting with a wrong value', () => ({ PORT: 'eighty' }), 'settings', /PORT/],
  ['a secret whose file is missing', () => ({ RETELL_API_KEY_FILE: join(folder, 'nothing') }), 'settings', /RETELL_API_KEY_FILE/],
  ['one half of a pair of keys', () => ({ S3_ENDPOINT: bucket.endpoint, S3_ACCESS_KEY_ID: 'x' }), 'settings', /S3_SECRET_ACCESS_KEY/],
  ['RULES_FILE that is missing', () => ({ RULES_FILE: join(folder, 'nothing.json') }), 'settings', /RULES_FILE/],
  ['RULES_FILE with a mistake', () => ({ RULES_FILE: file('rules.json', '{"calling_hours": 7}') }), 'settings', /RULES_FILE/],
  ['PLANS_FILE that is not JSON', () => ({ PLANS_FILE: file('plans.json', '{') }), 'settings', /PLANS_FILE/],
  ['PRICES_FILE with a mistake', () => ({ PRICES_FILE: file('prices.json', '{"prices": [{}]}') }), 'settings', /PRICES_FILE/],
  ['a data folder below a file', () => ({ DATA_DIR: join(file('plain', ''), 'data') }), 'disk', /cannot be written/],
  ['a restore that broke off', () => ({ DATA_DIR: folderWith('restore.unfinished') }), 'disk', /did not finish/],
  ['files that cannot be stored', () => ({ DATA_DIR: folderWith('files') }), 'files', /Files cannot be stored/],
  ['a database that does not answer', () => database((url) => (url.host = NOWHERE)), 'database', /Cannot reach the database/],
  [
    'a database that accepts connections and says nothing',
    async () => ({
      DATABASE_URL: await listen(
        createServer((socket) => void socket.on('error', () => {})),
        'postgres',
      ),
    }),
    'database',
    /does not answer within/,
  ],
  ['a database that is read-only', () => database((url) => (url.search = '?options=-c%20default_transaction_read_only%3Don')), 'database', /read-only/],
  [
    'a database that cannot keep every letter',
    async () => {
      await alter(`create database latin template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`, 'drop database latin with (force)')
      return database((url) => (url.pathname = '/latin'))
    },
    'database',
    /encoding LATIN1/,
  ],
  [
    'a direct URL that leads to another database',
    () => ({ DATABASE_DIRECT_URL: database((url) => (url.pathname = '/postgres')).DATABASE_URL }),
    'database',
    /different databases/,
  ],
  ['a direct URL that leads nowhere', () => ({ DATABASE_DIRECT_URL: database((url) => (url.host = NOWHERE)).DATABASE_URL }), 'database', /Cannot reach/],
  ['a wrong password of the database', () => database((url) => (url.username = 'nobody')), 'database', /nobody/],
  ['a database that does not exist', () => database((url) => (url.pathname = '/nothing')), 'database', /nothing/],
  [
    'a missing extension',
    () =>
      alter(
        `update pg_extension set extname = 'other' where extname = 'fuzzystrmatch'`,
        `update pg_extension set extname = 'fuzzystrmatch' where extname = 'other'`,
      ),
    'database',
    /fuzzystrmatch is missing/,
  ],
  [
    'a missing migration',
    () => alter(`update _prisma_migrations set rolled_back_at = now() where migration_name = ${LAST}`, `update _prisma_migrations set rolled_back_at = null`),
    'database',
    /lacks 1 of the \d+ migrations/,
  ],
  [
    'a schema of a newer version',
    () =>
      alter(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('new', 'x', '20991231000000_new', now())`,
        `delete from _prisma_migrations where id = 'new'`,
      ),
    'database',
    /newer version/,
  ],
  ['another encryption key', () => ({ ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') }), 'keys', /key/],
  [
    'an encryption key that is lost',
    () => alter(`update settings set key = 'lost' where key = 'encryption_key'`, `update settings set key = 'encryption_key' where key = 'lost'`),
    'keys',
    /has no encryption key/,
  ],
  ['clocks that differ', () => (advanceClock(MINUTE), {}), 'clock', /differ by \d+\.\d s/],
  [
    'a job that waits',
    () =>
      alter(
        `select graphile_worker.add_job('calls.end', '{}', run_at := now() - interval '20 minutes', job_key := 'late')`,
        `select graphile_worker.remove_job('late')`,
      ),
    'jobs',
    /waiting for 20 minutes/,
  ],
  ['Redis that does not answer', () => ({ REDIS_URL: `redis://${NOWHERE}` }), 'redis', /ECONNREFUSED/],
  ['Redis that is too old', async () => ({ REDIS_URL: await reply('redis', `$${OLD_REDIS.length}\r\n${OLD_REDIS}\r\n`) }), 'redis', /4\.0\.9 is too old/],
  ['Redis with a password', async () => ({ REDIS_URL: await reply('redis', '-NOAUTH Authentication required.\r\n') }), 'redis', /NOAUTH/],
  ['a mail server that does not answer', () => ({ SMTP_URL: `smtp://${NOWHERE}` }), 'mail', /ECONNREFUSED/],
  ['a mail server that refuses', async () => ({ SMTP_URL: await reply('smtp', '554 no\r\n', '554 go away\r\n') }), 'mail', /cannot be used/],
  ['a mail server without TLS', async () => ({ SMTP_URL: await reply('smtps', '220 hello\r\n', '220 hello\r\n') }), 'mail', /used: TLS fails \([\w ]+\)$/],
  ['an S3 store that is a website', async () => s3({ S3_ENDPOINT: `${await website()}/bucket` }), 'files', /cannot be read/],
  ['a simulator that does not answer', () => ({ SIMULATOR_URL: `http://${NOWHERE}` }), 'simulator', /cannot be reached/],
  ['a port that another program uses', async () => ({ PORT: new URL(await website()).port }), 'port', /Another program uses port \d+/],
  ['wrong keys of the S3 store', () => s3({ S3_ACCESS_KEY_ID: 'nobody', S3_SECRET_ACCESS_KEY: SECRET }), 'files', /Files cannot be stored/],
  ['a bucket that does not exist', () => s3({ S3_ENDPOINT: bucket.endpoint.replace('/reports', '/nothing') }), 'files', /Files cannot be stored/],
  ['an S3 store that does not answer', () => s3({ S3_ENDPOINT: `http://${NOWHERE}/bucket` }), 'files', /Files cannot be stored/],
  ['a collector that does not answer', () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NOWHERE}` }), 'traces', /cannot be reached/],
  ['a collector that wants a token', async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: await answerWith(401) }), 'traces', /status 401/],
  ['a collector that is a website', async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: await website() }), 'traces', /refuses traces/],
  ['PUBLIC_URL that leads to the server of another database', async () => ({ PUBLIC_URL: await anotherCallwright() }), 'webhooks', /another Callwright server/],
  ['PUBLIC_URL that leads nowhere', () => ({ PUBLIC_URL: `http://${NOWHERE}` }), 'webhooks', /cannot be reached/],
  ['PUBLIC_URL that leads to another program', async () => ({ PUBLIC_URL: await answerWith(200) }), 'webhooks', /does not lead to Callwright/],
  [
    'a key that Retell refuses',
    async () => ({ PUBLIC_URL: server.url, CARRIERS: 'simulator', RETELL_API_KEY: SECRET, RETELL_BASE_URL: await answerWith(401) }),
    'retell',
    /API key cannot be used/,
  ],
  [
    'a key that Vapi refuses',
    async () => ({ PUBLIC_URL: server.url, CARRIERS: 'simulator', VAPI_API_KEY: SECRET, VAPI_BASE_URL: await answerWith(403) }),
    'vapi',
    /API key cannot be used/,
  ],
]

/** Examines a server with these settings on the running server's database, as a process of its own would. */
const examineWith = (settings: Settings) => {
  const own = join(folder, 'data')
  mkdirSync(own, { recursive: true })
  return asServer(() => addServer()(() => examine(() => readEnv({ DATA_DIR: own, DATABASE_URL: server.databaseUrl, PORT: '0', ...settings }), {})))
}

test('a server that works has no failure, and the command ends with 0', async () => {
  const findings = await examineWith({ PUBLIC_URL: server.url, ...s3() })
  expect(findings.filter(({ state }) => state === 'failure')).toEqual([])
  expect(isWorking(findings)).toBe(true)
})

test.skipIf(!hasPgBouncer())('a pooler in transaction mode without a direct URL: doctor says what to do, and a server does not start', async () => {
  const bouncer = await startPgBouncer(server.databaseUrl)
  onTestFinished(() => bouncer.stop())
  const failures = (await examineWith({ DATABASE_URL: bouncer.url })).filter(({ state }) => state === 'failure')
  expect(failures).toMatchObject([{ check: 'database', text: expect.stringMatching(/pooler/), advice: expect.stringMatching(/Set DATABASE_DIRECT_URL/) }])
  await expect(startAddedServer({ databaseUrl: bouncer.url })).rejects.toThrow('Set DATABASE_DIRECT_URL')
})

test.each(SETUPS)('%s: doctor says what to do, and fails', async (_name, plant, check, says) => {
  const findings = await examineWith(await plant())
  const failures = findings.filter(({ state }) => state === 'failure')
  expect(failures).toEqual([{ check, state: 'failure', text: expect.stringMatching(says), advice: expect.stringMatching(/\w{3}/) }])
  expect(isWorking(findings)).toBe(false)
  expect(formatFindings(findings)).not.toContain(SECRET)
})
