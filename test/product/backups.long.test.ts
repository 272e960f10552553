import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { numbers } from '../chaos/campaignKit.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import type { Client } from '../kit/clients/client.ts'
import { createReport, download } from '../kit/fixtures/reports.ts'
import { createDataFolder } from '../kit/server/dataFolder.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { TEST_ROLE } from '../kit/server/rowSecurity.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { runAdminCommand } from './adminCommand.ts'

const PASSPHRASE = 'correct horse battery staple'
const SETTINGS = { SIMULATOR_SPEED: '50', CALLING_HOURS: 'off' }

let folder: string
let file: string
let server: Product
let hooks: Awaited<ReturnType<typeof startReceiver>>
const products: Product[] = []
const create = async () => {
  const product = await createProduct(SETTINGS)
  products.push(product)
  return product
}
beforeAll(async () => {
  folder = createDataFolder('backups')
  file = join(folder, 'night.backup')
  hooks = await startReceiver()
  server = await create()
  await server.start()
})
afterAll(async () => {
  await Promise.all(products.map((product) => product.end()))
  await hooks.close()
  rmSync(folder, { recursive: true, force: true })
})

const runAdmin = (dataDir: string, args: string[], env: Record<string, string> = {}) => runAdminCommand(dataDir, args, { ...SETTINGS, ...env })
const encrypted = { BACKUP_PASSPHRASE: PASSPHRASE }
const restore = (product: Product, args: string[] = [], env: Record<string, string> = encrypted) => runAdmin(product.dataDir, ['restore', file, ...args], env)

const micros = (text: string) => Math.round(Number(text) * 1e6)
interface LedgerEntry {
  amount: string
  type: string
  ref: string
}
const readLedger = async (product: Product) =>
  product
    .client()
    .gql<{ wallet: { balance: string; reserved: string }; ledgerEntries: { nodes: LedgerEntry[] } }>(
      '{ wallet { balance reserved } ledgerEntries(first: 100) { nodes { amount type ref } } }',
    )

/** The server's state that a restore has to bring back. */
let secret: string
let campaignId: number
let reportId: number
let reportBytes: Buffer
let ledgerBefore: LedgerEntry[]
let backup: Record<string, unknown>

test('the doctor finds nothing wrong with a running server', async () => {
  const { ok, checks } = (await runAdmin(server.dataDir, ['doctor'], { PUBLIC_URL: server.url })) as { ok: boolean; checks: { check: string; state: string }[] }
  expect(ok).toBe(true)
  const state = (name: string) => checks.filter(({ check }) => check === name).map((found) => found.state)
  for (const name of ['version', 'settings', 'database', 'clock', 'keys', 'jobs', 'redis', 'mail', 'retell', 'vapi', 'files', 'webhooks'])
    expect([name, ...state(name)]).toEqual([name, 'ok'])
})

test('the doctor names a wrong setting and what to do, and ends with an exit code other than 0', async () => {
  const ended = await runAdmin(server.dataDir, ['doctor'], { PORT: 'x' }).catch((error: { code: number; stdout: string }) => error)
  expect(ended).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/"check":"settings","state":"failure","text":"Invalid settings:\\n {2}PORT: .*"advice":"Correct the settings/),
  })
})

const REGISTERED = '+12125550909'

async function loadRegister(key: Client) {
  const { register } = await key.gql<{ register: { id: string } }>(
    'mutation { register: createDncRegister(input: { name: "Federal register", country: "US" }) { id } }',
  )
  const loaded = await fetch(`${server.url}/uploads/registers/${register.id}`, { method: 'PUT', body: REGISTERED, headers: { 'X-API-Key': key.apiKey } })
  expect(await loaded.json()).toMatchObject({ numbers: 1 })
}

/** Waits until calls of a campaign are charged, and backs up while others are active. */
test('a server is backed up while it places calls, and goes on', async () => {
  const key = server.client()
  secret = (await key.put('/webhooks', { url: hooks.url })).body.secret
  const { id: agent } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Be brief.' })).body
  expect((await key.post(`/agents/${agent}/publish`)).status).toBe(200)
  await loadRegister(key)
  campaignId = (await key.post('/campaigns', { name: 'Spring', agent_ref_id: agent })).body.id
  const leads = numbers(60).map((phone_number, index) => ({ phone_number, name: `Lead ${index}`, data: { note: 'a\ttab, a "quote", a \\ and\na line' } }))
  expect((await key.post(`/campaigns/${campaignId}/leads`, { leads })).body).toMatchObject({ imported: 60 })
  await key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { concurrency: 3, failureRateWindow: 1000 }) { id } }', {
    id: campaignId,
  })
  const report = await createReport(key, { type: 'leads', format: 'csv' })
  reportId = report.id
  reportBytes = (await download(report.download_url)).bytes
  expect((await key.post(`/campaigns/${campaignId}/start`)).status).toBe(200)
  await waitFor('charged calls', async () => (await readLedger(server)).ledgerEntries.nodes.filter(({ type: kind }) => kind === 'call').length >= 2)
  ledgerBefore = (await readLedger(server)).ledgerEntries.nodes

  backup = await runAdmin(server.dataDir, ['backup', file], encrypted)
  expect(backup).toMatchObject({ file, encrypted: true, files: 1, missing_files: 0, keys: 'in the backup', bytes: statSync(file).size })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await key.get(`/campaigns/${campaignId}`)).body.status).toBe('running')
  await expect(runAdmin(server.dataDir, ['backup', file], encrypted)).rejects.toThrow(/exists already/)
})

test('a wrong passphrase, a truncated backup and a changed one are refused before anything is written', async () => {
  const product = await create()
  await expect(restore(product, [], { BACKUP_PASSPHRASE: 'another passphrase' })).rejects.toThrow(/The passphrase is wrong/)
  await expect(restore(product, [], {})).rejects.toThrow(/The backup is encrypted/)
  const whole = readFileSync(file)
  const damagedFile = join(folder, 'damaged.backup')
  const restoreDamaged = () => runAdmin(product.dataDir, ['restore', damagedFile], encrypted)
  writeFileSync(damagedFile, whole)
  truncateSync(damagedFile, whole.length - 100)
  await expect(restoreDamaged()).rejects.toThrow(/The backup is damaged/)
  const changed = Buffer.from(whole)
  changed[changed.length >> 1]! ^= 1
  writeFileSync(damagedFile, changed)
  await expect(restoreDamaged()).rejects.toThrow(/The backup is damaged/)
  expect(readdirSync(product.dataDir)).toEqual([])
  expect(await restore(product, ['--dry-run'])).toMatchObject({ restored: false, rows: backup.rows, files: 1 })
  expect(readdirSync(product.dataDir)).toEqual([])
})

test('a folder with the data of a server, or with any files, is never overwritten', async () => {
  await expect(restore(server)).rejects.toThrow(/has encryption.key, demo.json, files already/)
  const product = await create()
  mkdirSync(join(product.dataDir, 'files/reports'), { recursive: true })
  await expect(restore(product)).rejects.toThrow(/has files already. A restore needs an empty place/)
})

/** Kills the server, deletes all its data, restores it, and waits until it has called again. */
test('after everything is lost, a restore brings back rows, money, secrets, files and access, exactly', async () => {
  await server.kill('SIGKILL')
  await waitFor('the database to stop', () => !existsSync(join(server.dataDir, 'postgres/postmaster.pid')))
  rmSync(server.dataDir, { recursive: true })

  const product = await create()
  const passphraseFile = join(folder, 'passphrase')
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`)
  const { bytes: _bytes, encrypted: _encrypted, ...facts } = backup
  expect(await restore(product, ['--passphrase-file', passphraseFile], {})).toEqual({ ...facts, restored: true, paused_campaigns: 1 })
  expect(existsSync(join(product.dataDir, 'restore.unfinished'))).toBe(false)
  expect(await runAdmin(product.dataDir, ['stats', 'verify'])).toMatchObject({ differences: 0 })
  expect(await runAdmin(product.dataDir, ['keys', 'status'])).toMatchObject({ unreadable: 0 })
  await expect(restore(product)).rejects.toThrow(/A restore needs an empty place/)

  await product.start()
  const key = product.client()
  expect((await key.get(`/campaigns/${campaignId}`)).body).toMatchObject({ status: 'paused', pause_reason: 'restored' })
  expect((await key.get(`/campaigns/${campaignId}/leads?limit=1`)).body.items[0].data).toEqual({ note: 'a\ttab, a "quote", a \\ and\na line' })
  const report = (await key.get(`/reports/${reportId}`)).body
  expect((await download(report.download_url)).bytes.equals(reportBytes)).toBe(true)

  // Calls that were active at the backup end as after a crash. Then the wallet is the sum of its ledger.
  await waitFor('the calls to end', async () => (await readLedger(product)).wallet.reserved === '0.0000')
  const { wallet, ledgerEntries } = await readLedger(product)
  expect(ledgerEntries.nodes).toEqual(expect.arrayContaining(ledgerBefore))
  expect(ledgerEntries.nodes.reduce((sum, { amount }) => sum + micros(amount), 0)).toBe(micros(wallet.balance))
  const charged = ledgerEntries.nodes.filter(({ type: kind }) => kind === 'call').map(({ ref }) => ref)
  expect(new Set(charged).size).toBe(charged.length)
  expect(await runAdmin(product.dataDir, ['stats', 'verify'])).toMatchObject({ differences: 0 })

  // A new call gets a new ID, and its event is signed with the secret that the customer has.
  const { agents } = await key.gql<{ agents: { nodes: { id: string }[] } }>('{ agents { nodes { id } } }')
  const placed = await key.post('/calls', { to_number: '+12125550001', agent_id: Number(agents.nodes[0]!.id) })
  expect(placed.status).toBe(202)
  // The register still blocks its numbers, because the key of their hashes is in the backup, and proofs name it.
  const refused = await key.post('/calls', { to_number: REGISTERED, agent_id: Number(agents.nodes[0]!.id) })
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/^The number is on the register "Federal register"/)])
  expect((await key.get(`/calls/${placed.body.id}/proof`)).body.document.placed.do_not_call.registers).toMatchObject([{ name: 'Federal register', numbers: 1 }])
  const { raw, headers } = await hooks.event(String(placed.body.id))
  expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`)
})

/** Waits for a restore with all migrations. */
test('a backup of the embedded database is restored into a database of an owner without further rights, which then has the keys, and never twice', async () => {
  const name = `restored_${process.pid}`
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  onTestFinished(async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  await admin.query(`create database ${name} owner ${TEST_ROLE}`)
  const env = { ...encrypted, DATABASE_URL: inject('database').replace(/\/postgres$/, `/${name}`) }
  const product = await create()
  expect(await restore(product, [], env)).toMatchObject({ restored: true, rows: backup.rows })
  expect(await runAdmin(product.dataDir, ['keys', 'status'], env)).toMatchObject({ kept_in: 'the database', unreadable: 0 })
  expect(await runAdmin(product.dataDir, ['stats', 'verify'], env)).toMatchObject({ differences: 0 })
  const other = await create()
  await expect(restore(other, [], env)).rejects.toThrow(/The database has workspaces already. A restore needs an empty database/)
  expect(readdirSync(other.dataDir)).toEqual([])
})

/** Restores into an empty folder, kills the process, and restores again. */
test('a restore that was killed leaves a place that only the same restore can finish, and the server does not start there before', async () => {
  const product = await create()
  const mark = join(product.dataDir, 'restore.unfinished')
  const killed = execFile(process.execPath, [resolve('dist/src/admin/main.js'), 'restore', file], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: product.dataDir, ...SETTINGS, ...encrypted },
  })
  await waitFor('the restore to begin', () => existsSync(mark))
  killed.kill('SIGKILL')
  await waitFor('the database to stop', () => !existsSync(join(product.dataDir, 'postgres/postmaster.pid')))
  expect(existsSync(mark)).toBe(true)
  const early = product.launch()
  await waitFor('the server to end', () => early.exitCode !== null)
  expect(product.output()).toContain('did not finish. Run "npm run admin -- restore FILE" with the same backup again')
  expect(await restore(product)).toMatchObject({ restored: true, rows: backup.rows })
  expect(await runAdmin(product.dataDir, ['stats', 'verify'])).toMatchObject({ differences: 0 })
})

test('a backup that was killed leaves no file that looks whole, and the next one succeeds', async () => {
  const product = products.at(-1)!
  const target = join(folder, 'killed.backup')
  const killed = execFile(process.execPath, [resolve('dist/src/admin/main.js'), 'backup', target], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: product.dataDir, ...SETTINGS },
  })
  await waitFor('the backup to begin', () => existsSync(`${target}.part`))
  killed.kill('SIGKILL')
  await waitFor('the database to stop', () => !existsSync(join(product.dataDir, 'postgres/postmaster.pid')))
  if (!existsSync(target))
    await expect(runAdmin(product.dataDir, ['restore', `${target}.part`, '--dry-run'])).rejects.toThrow(/The backup is damaged|not a backup/)
  rmSync(target, { force: true })
  const made = await runAdmin(product.dataDir, ['backup', target])
  expect(made).toMatchObject({ encrypted: false, warning: expect.stringContaining('contains the encryption keys') })
  expect(existsSync(`${target}.part`)).toBe(false)
})
