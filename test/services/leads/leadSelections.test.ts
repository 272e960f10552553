import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/clients/client.ts'
import { addLeads } from '../../kit/fixtures/leads.ts'
import { recordStatements } from '../../kit/observers/queries.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
})

const act = async (name: string, campaignId: number, ids: number[], by = key) =>
  (
    await by.gql<any>(
      `mutation($campaignId: ID!, $input: LeadSelection!) { ${name}(campaignId: $campaignId, input: $input) { processed refused { status count } } }`,
      { campaignId, input: { ids } },
    )
  )[name]
/** Statements on leads while `work` runs. */
async function leadStatements(work: () => Promise<unknown>): Promise<number> {
  const { statements, stop } = recordStatements(acme.id)
  await work()
  stop()
  return statements.filter((text) => /\bleads\b/.test(text)).length
}
const newCampaign = async () => (await key.post('/campaigns', { name: 'Selected' })).body.id as number
const STATUSES = ['pending', 'calling', 'completed', 'failed', 'do_not_call']
const withEach = (campaignId: number) =>
  addLeads(
    acme.id,
    campaignId,
    STATUSES.map((status, at) => ({ phone_number: `+1415555010${at}`, status, attempts: 2 })),
  )
const statusesOf = async (ids: number[]) =>
  (await anyWorkspace.lead.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })).map(({ status, deletedAt }) => (deletedAt ? 'deleted' : status))

test('the selected leads are deleted, except those in a call; leads of another campaign stay and are counted', async () => {
  const [id, other] = [await newCampaign(), await newCampaign()]
  const [ids, others] = [await withEach(id), await withEach(other)]
  const refused = [
    { status: 'calling', count: 1 },
    { status: null, count: 1 },
  ]
  expect(await act('deleteLeads', id, [...ids, others[0]!])).toEqual({ processed: 4, refused })
  expect(await statusesOf(ids)).toEqual(['deleted', 'calling', 'deleted', 'deleted', 'deleted'])
  expect(await statusesOf(others)).toEqual(STATUSES)
  const event = await anyWorkspace.campaignEvent.findFirstOrThrow({ where: { campaignId: id, type: 'leads_deleted' } })
  expect(event.data).toEqual({ leads: 4, leadIds: ids.filter((_, at) => at !== 1) })
})

test('completed and failed leads are called again with all their attempts, others are counted by status, and a completed campaign is paused', async () => {
  const id = await newCampaign()
  const ids = await withEach(id)
  await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
  const refused = ['calling', 'do_not_call', 'pending'].map((status) => ({ status, count: 1 }))
  expect(await act('requeueSelectedLeads', id, ids)).toEqual({ processed: 2, refused })
  expect(await statusesOf(ids)).toEqual(['pending', 'calling', 'pending', 'pending', 'do_not_call'])
  expect(await anyWorkspace.lead.findUniqueOrThrow({ where: { id: ids[3]! } })).toMatchObject({ attempts: 0 })
  expect(await anyWorkspace.campaign.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: 'paused', pauseReason: 'reopened' })
  expect(await anyWorkspace.leadDecision.count({ where: { leadId: { in: ids }, reason: 'redialled' } })).toBe(2)
})

test('a thousand leads take as many statements as one, and more are refused before anything is done', async () => {
  const id = await newCampaign()
  const ids = await addLeads(
    acme.id,
    id,
    Array.from({ length: 1_001 }, (_, at) => ({ phone_number: `+1415555${1000 + at}`, status: 'failed' })),
  )
  await expect(act('deleteLeads', id, ids)).rejects.toMatchObject({ extensions: { code: 'UNPROCESSABLE_ENTITY' } })
  const [first, ...rest] = ids
  expect(await leadStatements(() => act('requeueSelectedLeads', id, [first!]))).toBe(1)
  expect(await leadStatements(() => act('requeueSelectedLeads', id, rest))).toBe(1)
  expect(await act('deleteLeads', id, rest)).toEqual({ processed: 1_000, refused: [] })
})

test('another workspace finds neither the campaign nor its leads', async () => {
  const id = await newCampaign()
  const ids = await withEach(id)
  const stranger = await (await testServer().workspace()).key()
  for (const name of ['deleteLeads', 'requeueSelectedLeads']) {
    await expect(act(name, id, ids, stranger)).rejects.toThrow('Campaign not found')
    const own = (await stranger.post('/campaigns', { name: 'Mine' })).body.id
    await expect(act(name, own, ids, stranger)).rejects.toThrow('Lead not found')
  }
  expect(await statusesOf(ids)).toEqual(STATUSES)
})
