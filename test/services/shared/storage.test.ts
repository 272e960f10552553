import { expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { STORAGE_MB } from '../../../src/kernel/vocabulary/plans.ts'
import * as privacySettings from '../../../src/services/workspaces/privacySettings.ts'
import * as documents from '../../../src/services/documentation/documents.ts'
import * as leadImportRuns from '../../../src/services/leads/imports/leadImportRuns.ts'
import * as retention from '../../../src/services/privacy/retention.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const UPLOAD = 'mutation ($id: ID!, $input: LeadFile!) { answer: uploadLeads(campaignId: $id, input: $input) { import { id } } }'

async function createWorkspace() {
  const acme = await testServer().workspace({ plan: 'free' })
  const key = await acme.key()
  const campaignId = (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
  const gql = async (query: string, variables: object = {}) => (await key.gql<{ answer: any }>(query, variables)).answer
  const upload = async (content: string) => Number((await gql(UPLOAD, { id: campaignId, input: { fileName: 'a.csv', format: 'csv', content } })).import.id)
  const used = async () => (await gql('{ answer: workspace { storage { used limit } } }')).storage
  return { acme, key, gql, upload, used }
}
const FILE = `phone,note\n+14155550100,${'x'.repeat(10_000)}\n`
const age = (id: number, set: string) => anyWorkspace.$executeRawUnsafe(`update lead_imports set ${set} where id = ${id}`)
const rowOf = (id: number) => anyWorkspace.leadImport.findUnique({ where: { id } })

/** Waits for the thread that reads files, which the first upload of this test file starts. */
test('documents, knowledge, agents and uploaded files count until they are deleted', async () => {
  const { gql, key, upload, used } = await createWorkspace()
  expect(await used()).toEqual({ used: 0, limit: STORAGE_MB.free * 1_000_000 })
  await upload(FILE)
  expect((await used()).used).toBe(FILE.length)
  const base = await gql('mutation { answer: createKnowledgeBase(input: { name: "B" }) { id } }')
  const document = await gql('mutation ($id: ID!) { answer: addKnowledgeText(knowledgeBaseId: $id, input: { title: "T", content: "12345" }) { id } }', base)
  expect((await used()).used).toBe(FILE.length + 5)
  await gql('mutation ($id: ID!) { answer: removeKnowledgeDocument(id: $id) { id } }', document)
  expect((await used()).used).toBe(FILE.length)
  await key.post('/agents', { name: 'Ada' })
  expect((await used()).used).toBeGreaterThan(FILE.length)
})

test('nothing is stored above the limit of the plan, also by concurrent requests', async () => {
  const { acme, upload, used } = await createWorkspace()
  const limit = STORAGE_MB.free * 1_000_000
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = ${limit - FILE.length - 10} where workspace_id = ${acme.id}`)
  const results = await Promise.allSettled([upload(FILE), upload(FILE), upload(FILE)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = results.find((one): one is PromiseRejectedResult => one.status === 'rejected')!
  expect(refused.reason).toMatchObject({
    message: expect.stringMatching(/^The storage of your plan is full: 100\.\d\d MB of 100 MB used\./),
    extensions: { code: 'CONFLICT' },
  })
  expect((await used()).used).toBe(limit - 10)
})

test('lead data counts as long as it is stored, and is rejected above the limit of the plan', async () => {
  const { acme, key, used, upload, gql } = await createWorkspace()
  const { id } = (await key.post('/campaigns', { name: 'Winter' })).body
  const data = { note: 'x'.repeat(1_000) }
  const size = JSON.stringify(data).length - 2
  const add = (phone: string, more: object = { data }) => key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: phone, external_id: phone, ...more }] })
  await add('+14155550101')
  await add('+14155550102', {})
  expect((await used()).used).toBe(size)
  await key.post('/leads:upsert', { campaign_id: id, items: [{ external_id: '+14155550102', data }] })
  expect((await used()).used).toBe(2 * size)
  const [lead] = (await key.get(`/campaigns/${id}/leads`)).body.items
  await key.delete(`/campaigns/${id}/leads/${lead.id}`)
  expect((await used()).used).toBe(size)
  expect(await anyWorkspace.lead.findUnique({ where: { id: lead.id } }), 'it was never called').toMatchObject({ deletedAt: expect.any(Date), data: {} })

  const limit = STORAGE_MB.free * 1_000_000
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = ${limit - size - 5} where workspace_id = ${acme.id}`)
  const results = await Promise.all([3, 4, 5, 6].map((nth) => add(`+1415555010${nth}`)))
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect(results.find(({ status }) => status === 409)!.body.detail).toMatch(/^The storage of your plan is full: /)
  expect((await add('+14155550109', {})).status).toBe(201)
  expect((await key.get(`/campaigns/${id}/leads`)).body.items).toHaveLength(3)

  const room = `phone,note\n+14155550120,${'x'.repeat(50)}\n`
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = ${limit - room.length} where workspace_id = ${acme.id}`)
  const file = await upload(room)
  await gql('mutation ($id: ID!, $input: LeadImportInput!) { answer: runLeadImport(id: $id, input: $input) { id } }', {
    id: file,
    input: { mapping: { phone_number: 'phone' } },
  })
  await leadImportRuns.run(file)
  expect(await rowOf(file)).toMatchObject({ status: 'failed', created: 0, error: expect.stringMatching(/^The storage of your plan is full: /) })
})

test('the data of a called lead stays in its results after the lead is deleted, and counts', async () => {
  const { key, used } = await createWorkspace()
  const { id } = (await key.post('/campaigns', { name: 'Winter' })).body
  const data = { note: 'x'.repeat(1_000) }
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+14155550101', data }] })
  const [lead] = (await key.get(`/campaigns/${id}/leads`)).body.items
  await anyWorkspace.lead.updateMany({ where: { id: lead.id }, data: { attempts: 1 } })
  const before = await used()
  await key.delete(`/campaigns/${id}/leads/${lead.id}`)
  expect(await anyWorkspace.lead.findUnique({ where: { id: lead.id } })).toMatchObject({ deletedAt: expect.any(Date), data })
  expect(await used()).toEqual(before)
  await anyWorkspace.lead.deleteMany({ where: { id: lead.id } })
  expect((await used()).used).toBe(before.used - JSON.stringify(data).length + 2)
})

test('in a workspace above its limit, changes that add no data succeed, and others are rejected', async () => {
  const { acme, key, gql, used } = await createWorkspace()
  const text = 'x'.repeat(2_000)
  const agent = (await key.post('/agents', { name: 'Ada', system_prompt: text })).body
  const base = await gql('mutation { answer: createKnowledgeBase(input: { name: "B" }) { id } }')
  const NEW = 'mutation ($id: ID!, $input: KnowledgeTextInput!) { answer: addKnowledgeText(knowledgeBaseId: $id, input: $input) { id } }'
  const known = await gql(NEW, { ...base, input: { title: 'T', content: text } })
  const actor = { workspaceId: acme.id } as Actor
  const page = await documents.create(actor, { title: 'T', body: text, language: 'en' })
  const { id } = (await key.post('/campaigns', { name: 'Winter' })).body
  const lead = (note: string) => key.post('/leads:upsert', { campaign_id: id, items: [{ external_id: '1', phone: '+14155550101', data: { note } }] })
  await lead(text)
  const limit = STORAGE_MB.free * 1_000_000
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = ${limit + 1_000_000} where workspace_id = ${acme.id}`)
  const full = await used()

  const said = (length: number) => 'y'.repeat(length)
  const writes = (length: number) => [
    key.patch(`/agents/${agent.id}`, { system_prompt: said(length) }).then(({ status }) => status === 200),
    gql('mutation ($id: ID!, $content: String!) { answer: updateKnowledgeDocument(id: $id, input: { content: $content }) { id } }', {
      ...known,
      content: said(length),
    }),
    documents.update(actor, page.id, { body: said(length) }),
    lead(said(length)).then(({ status }) => status < 300),
  ]
  const results = async (length: number) => (await Promise.allSettled(writes(length))).map((one) => one.status === 'fulfilled' && one.value !== false)
  expect(await results(2_001)).toEqual([false, false, false, false])
  expect(await used()).toEqual(full)
  expect(await results(2_000)).toEqual([true, true, true, true])
  expect(await used()).toEqual(full)
  expect(await key.patch(`/agents/${agent.id}`, { is_active: false, recording_enabled: false })).toMatchObject({ status: 200 })
  expect(await results(100)).toEqual([true, true, true, true])
  expect((await used()).used).toBe(full.used - 4 * 1_900)
})

test('of concurrently created agents only as many are stored as fit the limit', async () => {
  const { acme, key, used } = await createWorkspace()
  const make = () => key.post('/agents', { name: 'Ada', system_prompt: 'x'.repeat(20_000) })
  await make()
  const size = (await used()).used
  const limit = STORAGE_MB.free * 1_000_000
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = ${limit - 2 * size - 200} where workspace_id = ${acme.id}`)
  const results = await Promise.all(Array.from({ length: 6 }, make))
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409, 409])
  expect((await key.get('/agents')).body.items).toHaveLength(3)
  expect((await used()).used).toBeLessThanOrEqual(limit)
})

test('publishing a version above the limit is rejected, and calls use the published version', async () => {
  const { acme, key } = await createWorkspace()
  const { id } = (await key.post('/agents', { name: 'Ada', voice_id: 'nova', system_prompt: 'x'.repeat(20_000) })).body
  await key.post(`/agents/${id}/publish`)
  const before = (await key.get(`/agents/${id}`)).body
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = ${STORAGE_MB.free * 1_000_000 - 10_000} where workspace_id = ${acme.id}`)
  expect(await key.post(`/agents/${id}/publish`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^The storage of your plan is full: .*Delete data, or ask your server administrator to change the plan\.$/) },
  })
  expect((await key.get(`/agents/${id}`)).body).toEqual(before)
  expect(await anyWorkspace.agentVersion.count({ where: { agentId: id } })).toBe(1)
  await anyWorkspace.$executeRawUnsafe(`update workspace_storage set bytes = 0 where workspace_id = ${acme.id}`)
  expect((await key.post(`/agents/${id}/publish`)).status).toBe(200)
})

test('an uploaded file is deleted a week after its import ends, or a day after the upload if it was never imported', async () => {
  const { acme, upload, key, used } = await createWorkspace()
  const [ended, young, unrun, fresh] = [await upload(FILE), await upload(FILE), await upload(FILE), await upload(FILE)]
  await age(ended, "status = 'completed', finished_at = now() - interval '7 days 1 minute'")
  await age(young, "status = 'completed', finished_at = now() - interval '6 days 23 hours'")
  await age(unrun, "created_at = now() - interval '1 day 1 minute'")
  await retention.sweep()
  expect(await rowOf(ended)).toMatchObject({ content: null, status: 'completed' })
  expect(await rowOf(young)).toMatchObject({ content: FILE })
  expect(await rowOf(unrun)).toMatchObject({ content: null, status: 'failed', error: expect.stringContaining('within a day') })
  expect(await rowOf(fresh)).toMatchObject({ content: FILE, status: 'uploaded' })
  expect((await used()).used).toBe(2 * FILE.length)
  expect((await key.raw(`/lead-imports/${ended}/errors.csv`)).body).toBe('index,phone_number,error\r\n')
  expect(await privacySettings.setRetention({ workspaceId: acme.id } as never, { leadFiles: 1 })).toMatchObject({ leadFiles: 1 })
  await retention.sweep()
  expect(await rowOf(young)).toMatchObject({ content: null })
})
