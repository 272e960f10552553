import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { loadKeys } from '../../../src/kernel/crypto/keys.ts'
import { pool } from '../../../src/kernel/db/db.ts'
import { closeMail, setMailServer } from '../../../src/kernel/mail.ts'
import { checkClock, checkDatabase, checkJobs, checkKeys } from '../../../src/services/operator/doctor/databaseChecks.ts'
import { checkNames } from '../../../src/services/operator/doctor/nameChecks.ts'
import { checkFolder, checkSettings, checkVersion } from '../../../src/services/operator/doctor/machineChecks.ts'
import { checkFiles, checkMail, checkProviders, checkPublicUrl, checkRedis } from '../../../src/services/operator/doctor/serviceChecks.ts'
import { localStore } from '../../../src/storage/localStore.ts'
import { startMailServer } from '../../kit/fakes/mailServer.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { superuserUrlOf } from '../../kit/server/postgres.ts'
import { advanceClock, MINUTE } from '../../kit/waiting/clock.ts'

useDatabase()

const folder = mkdtempSync(join(tmpdir(), 'callwright-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

const GIB = 2 ** 30
/** Nothing listens on this port. */
const NOWHERE = '127.0.0.1:1'
const failure = (text: RegExp, advice: RegExp) => ({ state: 'failure', text: expect.stringMatching(text), advice: expect.stringMatching(advice) })
const warning = (text: RegExp, advice: RegExp) => ({ ...failure(text, advice), state: 'warning' })

/** Starts a server that answers every request in the same way. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an old Node.js is a failure, and every supported one is not', () => {
  for (const version of ['18.20.0', '20.18.1']) expect(checkVersion(version)).toMatchObject(failure(/is too old/, /Install Node\.js 20\.19/))
  for (const version of ['20.19.0', '22.1.0', '24.0.0']) expect(checkVersion(version)).toMatchObject({ state: 'ok' })
})

test('settings that do not fit together are found', () => {
  expect(checkSettings(readEnv({}))).toMatchObject([{ state: 'ok' }])
  expect(checkSettings(readEnv({ RETELL_API_KEY: 'key' }))).toMatchObject([failure(/PUBLIC_URL is not set/, /Set PUBLIC_URL/)])
  expect(checkSettings(readEnv({ VAPI_API_KEY: 'key', PUBLIC_URL: 'http://example.com' }))).toMatchObject([warning(/not an https URL/, /TLS/)])
  expect(checkSettings(readEnv({ DATABASE_URL: 'postgres://localhost/x' }))).toMatchObject([warning(/same database/, /Set ENCRYPTION_KEY/)])
})

test('variables that are almost settings are found, and others are not', () => {
  const misspelled = { PUBIC_URL: 'x', RETELL_APIKEY: 'x', REDIS_URI: 'x', SMTP_URLS: 'x', ENCRYPTION_KEYS: 'x' }
  expect(checkNames(misspelled).map(({ text, advice }) => `${text} ${advice}`)).toEqual([
    'PUBIC_URL is not a setting. Did you mean PUBLIC_URL?',
    'RETELL_APIKEY is not a setting. Did you mean RETELL_API_KEY?',
    'REDIS_URI is not a setting. Did you mean REDIS_URL?',
    'SMTP_URLS is not a setting. Did you mean SMTP_URL?',
    'ENCRYPTION_KEYS is not a setting. Did you mean ENCRYPTION_KEY?',
  ])
  const own = [
    'PATH',
    'HOME',
    'HOST',
    'USER',
    'TERM',
    'LANG',
    'PWD',
    'NODE_ENV',
    'NODE_OPTIONS',
    'AWS_REGION',
    'OTEL_RESOURCE_ATTRIBUTES',
    'PORT',
    'PLANS_FILE',
    'SMTP_URL_FILE',
  ]
  expect(checkNames(Object.fromEntries(own.map((name) => [name, 'x'])))).toEqual([])
})

test('a key file that other users of the machine can read is found', async () => {
  const own = mkdtempSync(join(folder, 'key-'))
  writeFileSync(join(own, 'encryption.key'), 'x', { mode: 0o600 })
  const check = () => checkFolder(readEnv({ DATA_DIR: own }), async () => 50 * GIB)
  expect(await check()).toMatchObject([{ state: 'ok' }])
  chmodSync(join(own, 'encryption.key'), 0o644)
  expect(await check()).toMatchObject([{ state: 'ok' }, warning(/Other users of this machine can read/, /chmod 600/)])
})

test('little free space and an unfinished restore are found', async () => {
  const env = readEnv({ DATA_DIR: folder })
  expect(await checkFolder(env, async () => 50 * GIB)).toMatchObject([{ state: 'ok' }])
  expect(await checkFolder(env, async () => 3 * GIB)).toMatchObject([warning(/3\.0 GiB are free/, /larger disk/)])
  expect(await checkFolder(env, async () => GIB / 2)).toMatchObject([failure(/0\.5 GiB are free/, /larger disk/)])
  writeFileSync(join(folder, 'restore.unfinished'), 'x')
  expect(await checkFolder(env)).toMatchObject([failure(/did not finish/, /restore FILE/)])
  rmSync(join(folder, 'restore.unfinished'))
})

test('a missing extension, missing migrations and a newer database are found', async () => {
  const applied = [{ name: '1' }, { name: '2' }]
  expect(await checkDatabase({ known: applied, applied })).toMatchObject([{ state: 'ok' }])
  expect(await checkDatabase({ known: [...applied, { name: '3' }], applied })).toMatchObject([failure(/lacks 1 of the 3 migrations/, /restart the server/)])
  expect(await checkDatabase({ known: [{ name: '1' }], applied })).toMatchObject([failure(/newer version/, /Install that version/)])
  const superuser = new pg.Client({ connectionString: superuserUrlOf(pool.options.connectionString!) })
  await superuser.connect()
  onTestFinished(() => superuser.end())
  await superuser.query('drop extension fuzzystrmatch cascade')
  expect(await checkDatabase({ known: applied, applied })).toMatchObject([failure(/fuzzystrmatch is missing/, /CREATE EXTENSION fuzzystrmatch;/)])
})

test('a clock that differs from that of the database is found', async () => {
  expect(await checkClock()).toMatchObject({ state: 'ok' })
  advanceClock(MINUTE)
  expect(await checkClock()).toMatchObject(failure(/differ by 60\.\d s/, /Synchronize/))
})

test('a key that is missing or another one is found, and none is created', async () => {
  const env = readEnv({ DATA_DIR: folder })
  expect(await checkKeys(env, false)).toMatchObject(warning(/no secrets yet/, /Start the server/))
  await loadKeys(env)
  expect(await checkKeys(env, true)).toMatchObject({ state: 'ok' })
  expect(await checkKeys(env, false)).toMatchObject(failure(/encryption\.key is missing/, /Restore encryption\.key/))
  const other = readEnv({ DATA_DIR: folder, ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') })
  expect(await checkKeys(other, true)).toMatchObject(failure(/was encrypted with the key/, /ENCRYPTION_KEY/))
})

test('jobs that wait too long or failed for good are found, and a database without a server', async () => {
  expect(await checkJobs()).toMatchObject([warning(/No server is running/, /Start the server/)])
  await pool.query(`select graphile_worker.add_job('calls.end', '{}', run_at := now() - interval '20 minutes')`)
  expect(await checkJobs()).toMatchObject([{ state: 'warning' }, failure(/waiting for 20 minutes/, /ROLE=worker/)])
  await pool.query('update graphile_worker._private_jobs set attempts = max_attempts')
  expect(await checkJobs()).toMatchObject([{ state: 'warning' }, warning(/1 jobs failed/, /log/)])
})

test('Redis and a mail server that do not answer are found', async () => {
  expect(await checkRedis(readEnv({}))).toMatchObject({ state: 'ok' })
  expect(await checkRedis(readEnv({ REDIS_URL: `redis://${NOWHERE}` }))).toMatchObject(failure(/Redis cannot be used: .*ECONNREFUSED/, /correct REDIS_URL/))
  const check = (url: string) => {
    setMailServer(url, 'Callwright <a@example.com>')
    return checkMail(readEnv({ SMTP_URL: url })).finally(closeMail)
  }
  expect(await check(`smtp://${NOWHERE}`)).toMatchObject(failure(/mail server cannot be used: .*ECONNREFUSED/, /Correct SMTP_URL/))
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  expect(await check(mail.url)).toMatchObject({ state: 'ok' })
  expect(mail.received).toEqual([])
})

test('a key that a voice provider refuses is found, and one that it accepts places no call', async () => {
  const asked: string[] = []
  const answer = async (status: number) =>
    checkProviders(
      readEnv({
        RETELL_API_KEY: 'secret-key',
        RETELL_BASE_URL: await serve((request, response) => {
          asked.push(request.method!)
          response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"message":"no"}')
        }),
      }),
    )
  const [refused, simulated] = await answer(401)
  expect(refused).toMatchObject(failure(/API key cannot be used/, /Correct RETELL_API_KEY/))
  expect(refused!.text).not.toContain('secret-key')
  expect(simulated).toMatchObject({ state: 'ok', text: 'Calls are simulated.' })
  expect((await answer(404))[0]).toMatchObject({ state: 'ok' })
  expect(new Set(asked)).toEqual(new Set(['GET']))
})

test('a place where files cannot be stored is found, and the check leaves no file', async () => {
  expect(await checkFiles(readEnv({}), async () => localStore(join(folder, 'files')))).toMatchObject({ state: 'ok' })
  writeFileSync(join(folder, 'not-a-folder'), '')
  expect(await checkFiles(readEnv({}), async () => localStore(join(folder, 'not-a-folder')))).toMatchObject(
    failure(/Files cannot be stored/, /DATA_DIR writable/),
  )
  const noKey = () => Promise.reject(new Error('there is no role'))
  expect(await checkFiles(readEnv({ S3_ENDPOINT: 'http://127.0.0.1:1/files' }), noKey)).toMatchObject(failure(/there is no role/, /its keys or the role/))
})

test('a PUBLIC_URL that does not lead to the server is found, also if only the paths of webhooks do not', async () => {
  const check = (url: string) => checkPublicUrl(readEnv({ PUBLIC_URL: url }))
  expect(await check(`http://${NOWHERE}`)).toMatchObject(failure(/cannot be reached from this machine/, /DNS record/))
  expect(await check(await serve((_request, response) => response.end('another program')))).toMatchObject(
    failure(/\/healthz does not lead to Callwright/, /proxy/),
  )
  const partly = await serve((request, response) => {
    response.end(request.url === '/healthz' ? '{"status":"ok"}' : '')
  })
  expect(await check(partly)).toMatchObject(failure(/\/inbound\/retell does not lead to Callwright/, /all paths/))
})
