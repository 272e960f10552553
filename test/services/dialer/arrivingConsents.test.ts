import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import { inWorkspace } from '../../../src/kernel/db/workspaceContext.ts'
import type { ConsentId, WorkspaceId } from '../../../src/kernel/vocabulary/ids.ts'
import * as leadConsents from '../../../src/services/leads/leadConsents.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'
import { settle } from '../../kit/waiting/settle.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createTenant } from '../calls/placementKit.ts'
import { addConsent, createCampaign, decisionsOf, leadsOf } from './dialerKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })
let tenant: Awaited<ReturnType<typeof createTenant>>
beforeAll(async () => {
  tenant = await createTenant(testServer())
})

let line = 1000
const newNumber = () => `+1229555${(line += 1)}`
const leadOf = (id: number) => anyWorkspace.lead.findUniqueOrThrow({ where: { id } })
const reasonsOf = async (id: number) => (await decisionsOf(id)).map(({ reason }) => reason)

/** A marketing campaign whose first lead was closed because its number has no consent. A second lead keeps it open. */
async function createClosed({ status = 'running', phone = newNumber() } = {}) {
  const { acme, agentId } = tenant
  const campaign = await createCampaign(acme.id, agentId, { phones: [phone, newNumber()], purpose: 'cold_calling' })
  const [lead, other] = await leadsOf(campaign.id)
  await anyWorkspace.lead.update({ where: { id: other!.id }, data: { nextAttemptAt: new Date(Date.now() + 30 * DAY) } })
  await anyWorkspace.lead.update({ where: { id: lead!.id }, data: { externalId: phone } })
  await campaign.start()
  await waitFor('the lead to be closed', async () => (await leadOf(lead!.id)).status === 'failed')
  await anyWorkspace.campaign.update({ where: { id: campaign.id }, data: { status } })
  return { campaign, lead: lead!, phone }
}

const CONSENT = { basis: 'express_written', purpose: 'marketing', given_at: '2026-01-31' }
const record = (phoneNumber: string, basis = 'express_written') =>
  tenant.key.gql('mutation ($input: ConsentInput!) { recordConsent(input: $input) { id } }', { input: { phoneNumber, basis, givenAt: '2026-01-31' } })
const createOther = async () => (await tenant.key.post('/campaigns', { name: 'Other' })).body.id as number

const UPLOAD = 'mutation ($id: ID!, $input: LeadFile!) { answer: uploadLeads(campaignId: $id, input: $input) { import { id } mapping } }'
const RUN = 'mutation ($id: ID!, $input: LeadImportInput!) { answer: runLeadImport(id: $id, input: $input) { id } }'

/** The ways in which a consent arrives. */
const WAYS: Record<string, (phone: string, campaignId: number) => Promise<unknown>> = {
  'recorded in GraphQL': (phone) => record(phone),
  'with a lead of another campaign, in REST': async (phone) =>
    tenant.key.post(`/campaigns/${await createOther()}/leads`, { leads: [{ phone_number: phone, consent: CONSENT }] }),
  'with an upsert of the lead': (phone, campaign_id) => tenant.key.post('/leads:upsert', { campaign_id, items: [{ external_id: phone, consent: CONSENT }] }),
  'with a file': async (phone) => {
    const content = `phone,consent_basis,consent_purpose,consent_given_at\n${phone},express_written,marketing,2026-01-31\n`
    const input = { fileName: 'leads.csv', format: 'csv', content }
    const { answer } = await tenant.key.gql<{ answer: { import: { id: string }; mapping: object } }>(UPLOAD, { id: await createOther(), input })
    return tenant.key.gql(RUN, { id: answer.import.id, input: { mapping: answer.mapping } })
  },
}

describe('a lead that was closed because of a missing consent', () => {
  test.each(Object.keys(WAYS))('is called when a consent arrives that suffices: %s', async (way) => {
    const { campaign, lead, phone } = await createClosed()
    await WAYS[way]!(phone, campaign.id)
    await waitFor('the lead to be called', async () => (await leadOf(lead.id)).status === 'completed')
    expect(await reasonsOf(lead.id)).toEqual(['consent_missing', 'consent_given', 'called', 'completed'])
    expect(await campaign.calls()).toHaveLength(1)
  })

  test('stays closed if the consent does not suffice, and opens once when several do', async () => {
    const { lead, phone } = await createClosed({ status: 'paused' })
    await record(phone, 'express')
    await settle()
    expect(await reasonsOf(lead.id)).toEqual(['consent_missing'])
    const consents = await Promise.all([1, 2, 3].map(() => addConsent(tenant.acme.id, phone, 'express_written')))
    const ids = consents.map(({ id }) => id as ConsentId).toSorted((one, other) => one - other)
    await Promise.all(ids.map((id) => leadConsents.reopen(tenant.acme.id as WorkspaceId, id, id)))
    expect(await reasonsOf(lead.id)).toEqual(['consent_missing', 'consent_given'])
    expect((await leadOf(lead.id)).status).toBe('pending')
  })

  test.each([
    ['its campaign has ended', async (campaignId: number) => anyWorkspace.campaign.update({ where: { id: campaignId }, data: { status: 'completed' } })],
    ['its number is listed', async (_: number, phone: string) => tenant.key.post('/dnc', { phone_number: phone })],
    ['it was deleted', async (campaignId: number) => anyWorkspace.lead.updateMany({ where: { campaignId }, data: { deletedAt: new Date() } })],
  ])('stays closed when %s', async (_, change) => {
    const { campaign, lead, phone } = await createClosed({ status: 'paused' })
    await change(campaign.id, phone)
    await record(phone)
    await settle()
    expect(await reasonsOf(lead.id)).toEqual(['consent_missing'])
    expect((await leadOf(lead.id)).status).toBe('failed')
  })

  test('opens if the consent arrives after the dialer read that there is none, and before it commits', async () => {
    const { acme } = tenant
    const { campaign, lead, phone } = await createClosed({ status: 'paused' })
    await pool.query(`update leads set status = 'pending' where id = $1`, [lead.id])
    const { id } = await addConsent(acme.id, phone, 'express_written')
    let reopening: Promise<void> | undefined
    await inWorkspace(acme.id as WorkspaceId, () =>
      transaction(async (tx) => {
        await tx.$queryRaw`select from campaigns where id = ${campaign.id} for no key update`
        reopening = leadConsents.reopen(acme.id as WorkspaceId, id as ConsentId, id as ConsentId)
        await waitFor('the job to wait for the dialer', async () => (await countWaitingSessions()) > 0)
        await tx.$executeRaw`update leads set status = 'failed' where id = ${lead.id}`
      }),
    )
    await reopening
    expect((await leadOf(lead.id)).status).toBe('pending')
  })

  test('stays closed if it was closed for another reason since', async () => {
    const { campaign, lead, phone } = await createClosed({ status: 'paused' })
    await anyWorkspace.leadDecision.create({
      data: { workspaceId: tenant.acme.id, campaignId: campaign.id, leadId: lead.id, decision: 'end', reason: 'attempts_used' },
    })
    await record(phone)
    await settle()
    expect((await leadOf(lead.id)).status).toBe('failed')
  })
})
