import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as cliTokens from '../../src/services/access/cliTokens.ts'
import * as members from '../../src/services/access/members.ts'
import * as reportSweeps from '../../src/services/reports/reportSweeps.ts'
import { type Client, client } from '../kit/clients/client.ts'
import { addResults } from '../kit/fixtures/callResults.ts'
import { addMember } from '../kit/fixtures/members.ts'
import { createReport, download } from '../kit/fixtures/reports.ts'
import { signInOwner } from '../kit/observers/auditEntries.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { advanceClock, DAY, MINUTE, stopClock } from '../kit/waiting/clock.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'callwright-reports-'))
const testServer = useTestServer({ env: { DATA_DIR: dataDir } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
  await addResults(acme.id, id, [{ summary: 'Said no.' }])
})

describe('a download URL', () => {
  const GONE = { detail: 'File not found' }
  const ask = async (url: string) => {
    const { status, bytes } = await download(url)
    return [status, status === 200 ? null : JSON.parse(bytes.toString())]
  }

  test('needs no key, is not stored by caches, and returns its size', async () => {
    const { download_url, bytes } = await createReport(key, { type: 'calls' })
    const { headers } = await download(download_url)
    expect(Object.fromEntries(['cache-control', 'x-content-type-options', 'content-length'].map((name) => [name, headers.get(name)]))).toEqual({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes),
    })
    const head = await fetch(download_url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes), ''])
    const posted = await fetch(download_url, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow'), await posted.json()]).toEqual([405, 'GET, HEAD', { detail: 'Method Not Allowed' }])
  })

  test('is invalid if a character is changed or another export is named', async () => {
    const { id, download_url } = await createReport(key, { type: 'calls' })
    const [claim, until_, whose, signature] = (download_url as string).split('/').at(-1)!.split('.') as [string, string, string, string]
    const forged = [
      `${id + 1}.${until_}.${whose}.${signature}`,
      `${claim}.${Number(until_) + 1}.${whose}.${signature}`,
      `${claim}.${until_}.${whose.replace('k', 'u')}.${signature}`,
      `${claim}.${until_}.${whose}1.${signature}`,
      `${claim}.${until_}.${signature}`,
      `${claim}.${until_}.${whose}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    ]
    for (const token of [...forged, `${claim}.${until_}.${whose}`, 'x', '%00', '..%2f..%2fpostgres.password', '9'.repeat(5_000)])
      expect(await ask(`${testServer().url}/downloads/${token}`), token).toEqual([404, GONE])
  })

  test('works for a day, and each read of the export returns a new one', async () => {
    const { id, download_url, download_expires_at } = await createReport(key, { type: 'calls' })
    stopClock(new Date(new Date(download_expires_at).getTime() - 1_000))
    expect((await ask(download_url))[0]).toBe(200)
    advanceClock(2_000)
    expect(await ask(download_url)).toEqual([404, GONE])
    const refreshed = (await key.get(`/reports/${id}`)).body
    expect((await ask(refreshed.download_url))[0]).toBe(200)
    expect(refreshed.expires_at > refreshed.download_expires_at).toBe(true)
  })

  test('stops working with the key it was created for, and not with another', async () => {
    const { key: text, row } = await apiKeys.issue({ workspaceId: acme.id, name: 'doomed', scopes: ['me:read', 'calls:read'] })
    const report = await createReport(client(testServer().url, text), { type: 'calls' })
    const ownerView = (await key.get(`/reports/${report.id}`)).body
    expect((await ask(report.download_url))[0]).toBe(200)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { scopes: ['me:read'] } })
    expect(await ask(report.download_url)).toEqual([404, GONE])
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { scopes: ['me:read', 'calls:read'] } })
    expect((await ask(report.download_url))[0]).toBe(200)
    await apiKeys.revokeById(acme.id, row.id)
    expect([await ask(report.download_url), (await ask(ownerView.download_url))[0]]).toEqual([[404, GONE], 200])
  })

  test('stops working with the membership of its person, and not with their session', async () => {
    const team = await testServer().workspace()
    const person = await signInOwner(testServer(), team)
    const other = await team.key()
    const { id } = await createReport(other, { type: 'calls' })
    const { data } = await person.ask('query($id: ID!) { report(id: $id) { downloadUrl } }', { id })
    await person.ask('mutation { signOut }')
    expect((await ask(data.report.downloadUrl))[0]).toBe(200)
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: team.id } })
    expect(await ask(data.report.downloadUrl)).toEqual([404, GONE])
    expect((await ask((await other.get(`/reports/${id}`)).body.download_url))[0]).toBe(200)
  })

  test('stops working with the CLI token it was created for, which ends with the membership of its person', async () => {
    const team = await testServer().workspace()
    const person = await addMember(team.id, 'member')
    const { token } = await cliTokens.create(person, { name: 'Laptop', scopes: ['me:read', 'calls:read'] })
    const { status, download_url } = await createReport(client(testServer().url, token), { type: 'calls' })
    expect([status, (await ask(download_url))[0]]).toEqual(['done', 200])
    await members.remove(person, person.userId)
    expect(await ask(download_url)).toEqual([404, GONE])
  })

  test('stops working when the file is deleted after a week, or by request', async () => {
    const [expiring, deleted] = [await createReport(key, { type: 'calls' }), await createReport(key, { type: 'calls' })]
    const fileOf = async (id: number) => (await anyWorkspace.report.findUniqueOrThrow({ where: { id } })).fileKey!
    const [keptFile, deletedFile] = [await fileOf(expiring.id), await fileOf(deleted.id)].map((name) => join(dataDir, 'files', name)) as [string, string]
    expect(existsSync(deletedFile)).toBe(true)
    expect((await key.delete(`/reports/${deleted.id}`)).status).toBe(204)
    expect([await ask(deleted.download_url), existsSync(deletedFile), (await key.get(`/reports/${deleted.id}`)).status]).toEqual([[404, GONE], false, 404])
    stopClock(new Date(new Date(expiring.expires_at).getTime() - MINUTE))
    const late = (await key.get(`/reports/${expiring.id}`)).body
    expect([(await ask(late.download_url))[0], late.download_expires_at <= late.expires_at]).toEqual([200, true])
    advanceClock(2 * MINUTE)
    expect(await ask(late.download_url)).toEqual([404, GONE])
    await reportSweeps.sweep()
    expect([existsSync(keptFile), (await key.get(`/reports/${expiring.id}`)).body]).toMatchObject([
      false,
      { status: 'expired', download_url: null, download_expires_at: null },
    ])
    stopClock(new Date(Date.now() + 30 * DAY))
    await reportSweeps.sweep()
  })
})
