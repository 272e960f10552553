import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { processId } from '../../src/kernel/liveness.ts'
import { addLeads } from '../kit/fixtures/leads.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createCampaignTenant } from './campaignKit.ts'
import { expectResponse } from './responses.ts'

// No jobs run here, so only requests change a campaign.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createCampaignTenant>>
beforeAll(async () => {
  acme = await createCampaignTenant(testServer())
})

describe('PATCH and DELETE /campaigns/{campaign_id}', () => {
  test('changes the fields sent, resets null to the default, and returns the detail', async () => {
    const id = await acme.create({
      purpose: 'appointment',
      display_columns: ['a'],
      schedule: { timezone: 'UTC' },
      extraction_schema: { properties: { a: {} } },
    })
    const response = await acme.key.patch(`/campaigns/${id}`, { name: 'Winter', purpose: null, display_columns: null, schedule: null, extraction_schema: null })
    expectResponse('update_campaign', 200, response)
    expect(response.body).toMatchObject({ name: 'Winter', purpose: null, display_columns: [], schedule: null, extraction_schema: null, stats: {} })
    expect(await acme.key.patch(`/campaigns/${id}`, { nothing: 1 })).toMatchObject({ status: 400, body: { detail: 'No fields to update' } })
    expect(await acme.eventsOf(id)).toEqual(['changed', 'created'])
  })

  test('changes only a draft or a paused campaign', async () => {
    const id = await acme.ready()
    await acme.start(id)
    expect(await acme.key.patch(`/campaigns/${id}`, { name: 'x' })).toMatchObject({ status: 409 })
    await acme.pause(id)
    expect(await acme.key.patch(`/campaigns/${id}`, { name: 'x' })).toMatchObject({ status: 200, body: { name: 'x', status: 'paused' } })
    await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
    expect(await acme.key.patch(`/campaigns/${id}`, { name: 'y' })).toMatchObject({ status: 409 })
  })

  test('a running campaign is not deleted, and any other is deleted with its pending leads', async () => {
    const id = await acme.ready()
    await addLeads(acme.workspaceId, id, [{ phone_number: '+14155550100', status: 'completed' }])
    await acme.start(id)
    expect(await acme.key.delete(`/campaigns/${id}`)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Pause it first') } })
    await acme.pause(id)
    expectResponse('delete_campaign', 204, await acme.key.delete(`/campaigns/${id}`))
    for (const response of [await acme.key.get(`/campaigns/${id}`), await acme.key.delete(`/campaigns/${id}`), await acme.start(id)])
      expect(response.status).toBe(404)
    const { rows } = await pool.query('select status from leads where campaign_id = $1 order by id', [id])
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'completed'])
  })
})

describe('POST /campaigns/{campaign_id}/start', () => {
  test('starts it immediately in the current form', async () => {
    const id = await acme.ready()
    const response = await acme.start(id)
    expectResponse('start_campaign', 200, response)
    expect(response.body).toEqual({
      id,
      name: 'Autumn',
      status: 'running',
      started_at: expect.stringMatching(/Z$/),
      proposal_id: null,
      requires_confirmation: false,
      summary: null,
    })
    const { rows } = await pool.query('select dial_at <= now() as due from campaigns where id = $1', [id])
    expect(rows).toEqual([{ due: true }])
    expect(await acme.start(id)).toMatchObject({ status: 409 })
    expect(await acme.eventsOf(id)).toEqual(['started', 'created'])
  })

  test('before its schedule begins, the campaign waits, gives that reason, and keeps the time of its first start', async () => {
    const id = await acme.ready({ schedule: { start_date: '2099-01-01T00:00:00Z' } })
    const first = (await acme.start(id)).body.started_at
    expect((await acme.key.get(`/campaigns/${id}`)).body.waiting).toMatchObject({ reason: 'not_begun', until: '2099-01-01T00:00:00.000Z' })
    const { rows } = await pool.query('select dial_at from campaigns where id = $1', [id])
    expect(rows[0].dial_at).toEqual(new Date('2099-01-01T00:00:00Z'))
    await acme.pause(id)
    expect((await acme.start(id)).body.started_at).toBe(first)
  })

  test('only one of two simultaneous requests starts it', async () => {
    const id = await acme.ready()
    const responses = await Promise.all([acme.start(id), acme.start(id), acme.start(id)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await acme.eventsOf(id)).filter((kind) => kind === 'started')).toHaveLength(1)
  })

  test('names everything that is missing at once, and changes nothing', async () => {
    const response = await acme.start(await acme.create())
    expect(response).toMatchObject({
      status: 422,
      body: { detail: { error: 'campaign_not_ready', message: expect.any(String), suggestions: expect.any(Array), skipped: [] } },
    })
    expect(response.body.detail.missing.map((each: { requirement: string }) => each.requirement)).toEqual(['agent', 'leads'])
    expect(response.body.detail.missing[1]).toEqual({ requirement: 'leads', message: expect.any(String), action: expect.stringContaining('POST /campaigns/') })
  })

  test('a completed campaign returns what to do instead', async () => {
    const id = await acme.ready()
    await pool.query(`update campaigns set status = 'completed' where id = $1`, [id])
    expect(await acme.start(id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Add leads') } })
  })

  test('the older form returns a proposal, which starts the campaign once', async () => {
    const id = await acme.ready()
    const proposed = await acme.start(id, { propose: true })
    expectResponse('start_campaign', 200, proposed)
    expect(proposed.body).toMatchObject({ status: 'draft', requires_confirmation: true, proposal_id: expect.any(String), summary: { pending: 1 } })
    const { proposal_id } = proposed.body
    expect(await acme.statusOf(id)).toBe('draft')
    expect(await acme.start(await acme.ready(), { proposal_id })).toMatchObject({ status: 404, body: { detail: 'Proposal not found' } })
    expect(await acme.start(id, { proposal_id: randomUUID() })).toMatchObject({ status: 404 })
    expect(await acme.start(id, { proposal_id: 'nonsense' })).toMatchObject({ status: 404 })
    const responses = await Promise.all([acme.start(id, { proposal_id }), acme.start(id, { proposal_id })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.toSatisfy((status) => status === 404 || status === 409)])
    expect(responses.find(({ status }) => status === 200)!.body).toMatchObject({ status: 'running', proposal_id: null, requires_confirmation: false })
    await acme.pause(id)
    expect(await acme.start(id, { proposal_id })).toMatchObject({ status: 404 })
  })

  test('a proposal older than a day is not found, and one whose campaign is no longer ready is checked again', async () => {
    const id = await acme.ready()
    const { proposal_id } = (await acme.start(id, { propose: true })).body
    await pool.query(`update leads set status = 'cancelled' where campaign_id = $1`, [id])
    expect(await acme.start(id, { proposal_id })).toMatchObject({ status: 422 })
    await pool.query(`update leads set status = 'pending' where campaign_id = $1`, [id])
    await pool.query(`update campaign_proposals set expires_at = now() where id = $1`, [proposal_id])
    expect(await acme.start(id, { proposal_id })).toMatchObject({ status: 404 })
    expect(await acme.start(await acme.create(), { propose: true })).toMatchObject({ status: 422 })
    expect(await acme.start(id, { propose: true, proposal_id })).toMatchObject({ status: 400 })
  })
})

describe('POST /campaigns/{campaign_id}/pause', () => {
  test('returns the detail, and only pauses a running campaign', async () => {
    const id = await acme.ready()
    expect(await acme.pause(id)).toMatchObject({ status: 409 })
    await acme.start(id)
    const response = await acme.pause(id)
    expectResponse('pause_campaign', 200, response)
    expect(response.body).toMatchObject({ id, status: 'paused', pause_reason: 'by_hand', stats: { leads: { pending: 1, total: 1 } } })
    expect(await acme.pause(id)).toMatchObject({ status: 409 })
    expect(await acme.eventsOf(id)).toEqual(['paused', 'started', 'created'])
  })

  test("returns after no call is being sent, and doesn't wait for a process that died", async () => {
    const id = await acme.ready()
    await acme.start(id)
    const { id: callId } = await makeCall(acme.workspaceId)
    const sending = (owner: string | null) =>
      pool.query(`update calls set campaign_id = $2, placement = 'sending', owner = $3, created_at = now() where id = $1`, [callId, id, owner])
    await sending(randomUUID())
    expect((await acme.pause(id)).status).toBe(200)

    await acme.start(id)
    await sending(processId())
    let isAnswered = false
    const pausing = acme.pause(id).finally(() => (isAnswered = true))
    await waitFor('it is paused', async () => (await acme.statusOf(id)) === 'paused')
    expect(isAnswered).toBe(false)
    await pool.query(`update calls set placement = 'placed' where id = $1`, [callId])
    expect(await pausing).toMatchObject({ status: 200, body: { stats: { calls: { queued: 1, total: 1 } } } })
  })
})
