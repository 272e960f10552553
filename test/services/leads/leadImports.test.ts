import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorker } from '../../../src/jobs/worker.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as leadImportRuns from '../../../src/services/leads/imports/leadImportRuns.ts'
import { createSocketClient } from '../../kit/clients/graphqlSocket.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createImportTenant, GET, UNDO } from './leadImportKit.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createImportTenant>>
const sockets: { close(): unknown }[] = []
beforeAll(async () => {
  acme = await createImportTenant(testServer())
})
afterAll(async () => {
  for (const socket of sockets) await socket.close()
})

describe('the job', () => {
  const file = (rows: number) =>
    `phone,name\n${Array.from({ length: rows }, (_, at) => (at % 10 === 3 ? 'wrong,x' : `+1415${2_000_000 + (at % 10 === 4 ? at - 4 : at)},n${at}`)).join('\n')}\n`

  test('imports each row once, even if it runs twice, concurrently, or resumes in the middle', async () => {
    const id = await acme.createCampaign()
    const { import: leadImport, mapping } = await acme.uploadFile(id, file(1_300))
    await acme.startImport(leadImport.id, mapping)
    // Simulates a process that dies after the first slice: only the committed rows are imported.
    await anyWorkspace.$executeRaw`update lead_imports set total = 500 where id = ${Number(leadImport.id)}`
    await leadImportRuns.run(Number(leadImport.id))
    await anyWorkspace.$executeRaw`update lead_imports set total = 1300, status = 'running' where id = ${Number(leadImport.id)}`
    expect(await acme.ask(GET, { id: leadImport.id })).toMatchObject({ status: 'running', processed: 500, created: 400, failed: 100 })
    await Promise.all([leadImportRuns.run(Number(leadImport.id)), leadImportRuns.run(Number(leadImport.id))])
    await leadImportRuns.run(Number(leadImport.id))
    const done = await acme.ask(GET, { id: leadImport.id })
    expect(done).toMatchObject({ status: 'completed', processed: 1_300, created: 1_040, updated: 0, failed: 260 })
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(1_040)
    expect(done.errors.nodes.slice(0, 4)).toEqual([
      { index: 3, phoneNumber: 'wrong', error: 'Invalid phone number' },
      { index: 4, phoneNumber: '+14152000000', error: 'duplicate' },
      { index: 13, phoneNumber: 'wrong', error: 'Invalid phone number' },
      { index: 14, phoneNumber: '+14152000010', error: 'duplicate' },
    ])
  })

  test('as a dry run returns the same results without writing leads; the file can be imported afterwards', async () => {
    const id = await acme.createCampaign()
    await acme.addLeads(id, { phone_number: '+14152000001' })
    const { import: leadImport, mapping } = await acme.uploadFile(id, file(700))
    await acme.startImport(leadImport.id, mapping, { dryRun: true })
    await leadImportRuns.run(Number(leadImport.id))
    const dryRun = await acme.ask(GET, { id: leadImport.id })
    expect([dryRun.status, dryRun.isDryRun, (await acme.leadsOf(id)).length]).toEqual(['completed', true, 1])
    await acme.startImport(leadImport.id, mapping)
    await leadImportRuns.run(Number(leadImport.id))
    expect(await acme.ask(GET, { id: leadImport.id })).toEqual({ ...dryRun, isDryRun: false })
    expect(await anyWorkspace.lead.count({ where: { campaignId: id } })).toBe(1 + dryRun.created)
  })

  test('fails with the reason if the campaign was deleted', async () => {
    const id = await acme.createCampaign()
    const { import: leadImport, mapping } = await acme.uploadFile(id, file(10))
    await acme.startImport(leadImport.id, mapping)
    await acme.key.delete(`/campaigns/${id}`)
    await leadImportRuns.run(Number(leadImport.id))
    expect(await acme.ask(GET, { id: leadImport.id })).toMatchObject({ status: 'failed', error: 'Campaign not found', created: 0 })
  })

  test('publishes its progress to subscribers, beginning with the current state', async () => {
    const id = await acme.createCampaign()
    const { import: leadImport, mapping } = await acme.uploadFile(id, file(1_100))
    const wire = createSocketClient(testServer().url, { apiKey: acme.key.apiKey })
    sockets.push(wire)
    const subscription = wire.watch<any>('subscription ($id: ID!) { leadImportUpdated(id: $id) { status processed } }', { id: leadImport.id })
    await waitFor('the initial state', () => subscription.events.length > 0)
    await acme.startImport(leadImport.id, mapping)
    await leadImportRuns.run(Number(leadImport.id))
    await waitFor('the end', () => subscription.events.at(-1).leadImportUpdated.status === 'completed')
    expect(subscription.events[0].leadImportUpdated).toEqual({ status: 'uploaded', processed: 0 })
    expect(subscription.events.at(-1).leadImportUpdated.processed).toBe(1_100)
  })
})

describe('reverting', () => {
  test('deletes new leads that were never called and restores changed ones, once', async () => {
    const id = await acme.createCampaign()
    await acme.addLeads(
      id,
      { phone_number: '+14155550100', external_id: 'a', name: 'Rosa', data: { seats: 1 } },
      { phone_number: '+14155550101', external_id: 'b', name: 'Jonas' },
    )
    const before = await acme.leadsOf(id)
    const items = [
      { external_id: 'a', phone: '+14155550105', name: 'Other', data: {} },
      { external_id: 'b', name: 'Called meanwhile' },
      { external_id: 'c', phone: '+14155550102' },
      { external_id: 'd', phone: '+14155550103' },
      { external_id: 'e', phone: '+14155550104' },
    ]
    const { import_id } = (await acme.key.post('/leads:upsert', { campaign_id: id, items })).body
    await anyWorkspace.lead.updateMany({ where: { campaignId: id, externalId: { in: ['b', 'd'] } }, data: { attempts: 1 } })
    await anyWorkspace.lead.updateMany({ where: { campaignId: id, externalId: 'e' }, data: { status: 'calling' } })
    const reverted = await acme.ask(UNDO, { id: import_id })
    expect(reverted).toEqual({ deleted: 1, restored: 1, kept: 3, import: { status: 'undone', revertedAt: expect.any(String) } })
    const after = await acme.leadsOf(id)
    expect(after.map(({ external_id }: any) => external_id)).toEqual(['a', 'b', 'd', 'e'])
    expect(after[0]).toEqual({ ...before[0], updated_at: expect.any(String) })
    expect(after[1].name).toBe('Called meanwhile')
    expect(await acme.ask(UNDO, { id: import_id })).toEqual(reverted)
    expect(await acme.leadsOf(id)).toEqual(after)
  })

  test('keeps leads that a later import changed, and numbers that another lead has by now', async () => {
    const id = await acme.createCampaign()
    await acme.addLeads(id, { phone_number: '+14155550100', external_id: 'a', name: '1' }, { phone_number: '+14155550101', external_id: 'b' })
    const upsert = async (...items: object[]) => (await acme.key.post('/leads:upsert', { campaign_id: id, items })).body.import_id
    const second = await upsert({ external_id: 'a', name: '2' }, { external_id: 'b', phone: '+14155550109' })
    const third = await upsert({ external_id: 'a', name: '3' })
    await acme.addLeads(id, { phone_number: '+14155550101' })
    expect(await acme.ask(UNDO, { id: second })).toMatchObject({ restored: 0, kept: 2 })
    expect(await acme.ask(UNDO, { id: third })).toMatchObject({ restored: 1, kept: 0 })
    expect((await acme.leadsOf(id))[0]).toMatchObject({ name: '2' })
  })

  test('works for files, and is rejected before and during the import', async () => {
    const id = await acme.createCampaign()
    const { import: leadImport, mapping } = await acme.uploadFile(id, 'phone\n+14155550100\n')
    await expect(acme.ask(UNDO, { id: leadImport.id })).rejects.toThrow('Nothing was imported.')
    await acme.startImport(leadImport.id, mapping)
    await expect(acme.ask(UNDO, { id: leadImport.id })).rejects.toThrow('The import is still running. Wait until it has finished.')
    await leadImportRuns.run(Number(leadImport.id))
    expect(await acme.ask(UNDO, { id: leadImport.id })).toMatchObject({ deleted: 1, kept: 0 })
    expect(await acme.leadsOf(id)).toEqual([])
  })
})

test('an import during which the process died at every attempt fails with a reason', async () => {
  const id = await acme.createCampaign()
  const { import: leadImport, mapping } = await acme.uploadFile(id, 'phone\n+14155550171\n')
  await acme.startImport(leadImport.id, mapping)
  await anyWorkspace.$executeRawUnsafe(`update graphile_worker._private_jobs set attempts = attempts + 10 where payload->>'importId' = '${leadImport.id}'`)
  const worker = await startWorker()
  try {
    const ended = await waitFor('the end', async () => {
      const answer = await acme.ask(GET, { id: leadImport.id })
      return answer.status === 'running' ? null : answer
    })
    expect(ended).toMatchObject({
      status: 'failed',
      created: 0,
      error: 'The server could not finish the import (the server stopped 10 times). Undo it and upload the file again.',
    })
  } finally {
    await worker.stop()
  }
  expect(await acme.leadsOf(id)).toEqual([])
})

test('an import during which the process died continues at the next attempt', async () => {
  const id = await acme.createCampaign()
  const { import: leadImport, mapping } = await acme.uploadFile(id, 'phone\n+14155550172\n')
  await acme.startImport(leadImport.id, mapping)
  await leadImportRuns.run(Number(leadImport.id), 10)
  expect(await acme.ask(GET, { id: leadImport.id })).toMatchObject({ status: 'completed', created: 1 })
})
