import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { CONSENT_RULES_VERSION } from '../../../src/services/compliance/consentRules.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createTenant } from '../calls/placementKit.ts'
import { addConsent, createCampaign, decisionsOf, leadsOf, phoneNumbersOf } from './dialerKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

const PREFLIGHT = `query ($id: ID!) { campaignPreflight(campaignId: $id) { ready pending skipped { reason count } recommendations { code details } } }`
const EXPLAIN = `query ($id: ID!) { leadExplanation(leadId: $id) { status reason message details rulesVersion } }`
const DRY_RUN = `query ($id: ID!) { campaignDryRun(campaignId: $id, input: { answerRate: 1, voicemailRate: 0, busyRate: 0, failureRate: 0 }) { calls { total } skipped { name leads } } }`
interface Check {
  ready: boolean
  pending: number
  skipped: { reason: string; count: number }[]
  recommendations: { code: string; details: object }[]
}
const consentFacts = ({ recommendations }: Check) => recommendations.filter(({ code }) => code.includes('consent')).map(({ code, details }) => [code, details])

test('a marketing campaign calls only leads with the consent that a certain law demands, as pre-flight, dry run and explanation say', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const phones = phoneNumbersOf('224', 7)
  const [, expired, revoked, weak, service, written, marketing] = phones as [string, string, string, string, string, string, string]
  await addConsent(acme.id, expired, 'express_written', { expiresAt: new Date(Date.now() - DAY) })
  const { id } = await addConsent(acme.id, revoked, 'express_written')
  await pool.query('update consents set revoked_at = now() where id = $1', [id])
  await addConsent(acme.id, weak, 'express')
  await addConsent(acme.id, service, 'express_written', { purpose: 'service' })
  await addConsent(acme.id, written, 'express_written', { expiresAt: new Date(Date.now() + 30 * DAY) })
  await addConsent(acme.id, marketing, 'express_written', { purpose: 'marketing' })
  // German law is not certain enough to refuse calls.
  const campaign = await createCampaign(acme.id, agentId, { phones: [...phones, '+493012340100'], purpose: 'cold_calling' })
  const { campaignPreflight: check } = await key.gql<{ campaignPreflight: Check }>(PREFLIGHT, { id: campaign.id })
  expect(check).toMatchObject({ ready: true, pending: 8, skipped: [{ reason: 'consent_missing', count: 5 }] })
  expect(consentFacts(check)).toEqual([
    ['leads_consent_missing', { leads: 5 }],
    ['leads_without_consent', { leads: 1 }],
  ])
  const { campaignDryRun: forecast } = await key.gql<{ campaignDryRun: object }>(DRY_RUN, { id: campaign.id })
  expect(forecast).toMatchObject({ calls: { total: 3 }, skipped: [{ name: 'consent_missing', leads: 5 }] })

  await campaign.start()
  await campaign.over()
  expect((await campaign.calls()).map(({ toNumber }) => toNumber).toSorted()).toEqual([written, marketing, '+493012340100'].toSorted())
  const leads = await leadsOf(campaign.id)
  for (const lead of leads.slice(0, 5)) {
    expect(lead).toMatchObject({ status: 'failed', attempts: 0 })
    expect(await decisionsOf(lead.id)).toMatchObject([
      {
        decision: 'end',
        reason: 'consent_missing',
        rulesVersion: CONSENT_RULES_VERSION,
        details: { required: 'express_written', rule: 'US', purpose: 'marketing' },
      },
    ])
  }
  expect((await decisionsOf(leads[5]!.id))[0]).toMatchObject({ decision: 'call', details: { consent: { basis: 'express_written', rule: 'US' } } })
  const { leadExplanation } = await key.gql<{ leadExplanation: object }>(EXPLAIN, { id: leads[0]!.id })
  expect(leadExplanation).toMatchObject({
    status: 'ended',
    reason: 'consent_missing',
    message: 'The lead is not called because the number has no valid consent that is at least express_written and fits the purpose of the campaign.',
    rulesVersion: CONSENT_RULES_VERSION,
  })
})

test('a campaign without a stated purpose calls leads without consent, and pre-flight advises', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(acme.id, agentId, { phones: phoneNumbersOf('225', 2) })
  const { campaignPreflight: check } = await key.gql<{ campaignPreflight: Check }>(PREFLIGHT, { id: campaign.id })
  expect(check).toMatchObject({ ready: true, skipped: [] })
  expect(consentFacts(check)).toEqual([['leads_without_consent', { leads: 2 }]])
  await campaign.start()
  await campaign.over()
  expect(await campaign.calls()).toHaveLength(2)
})

test('a campaign that demands a basis for any purpose is not ready while no lead has it, and calls those that do', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const phones = phoneNumbersOf('226', 2)
  const campaign = await createCampaign(acme.id, agentId, { phones, settings: { consentRequired: 'existing_business_relationship' } })
  const check = async () => (await key.gql<{ campaignPreflight: Check }>(PREFLIGHT, { id: campaign.id })).campaignPreflight
  expect(await check()).toMatchObject({ ready: false, skipped: [{ reason: 'consent_missing', count: 2 }] })
  await addConsent(acme.id, phones[1]!, 'express', { purpose: 'marketing' })
  expect(await check()).toMatchObject({ ready: true, skipped: [{ reason: 'consent_missing', count: 1 }] })
  await campaign.start()
  await campaign.over()
  expect((await campaign.calls()).map(({ toNumber }) => toNumber)).toEqual([phones[1]])
})

test('a consent that is revoked while the campaign runs stops the next call to its number', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  // 0002: nobody answers.
  const phone = '+12275550002'
  const { id } = await addConsent(acme.id, phone, 'express_written')
  const settings = { retryNoAnswerMinutes: 43_200 }
  const campaign = await createCampaign(acme.id, agentId, { phones: [phone], purpose: 'cold_calling', settings })
  await campaign.start()
  const [lead] = await leadsOf(campaign.id)
  await waitFor('the first call to end', async () => (await anyWorkspace.lead.findUniqueOrThrow({ where: { id: lead!.id } })).waitReason === 'retry_no_answer')
  await key.gql('mutation ($id: ID!) { revokeConsent(id: $id) { id } }', { id })
  await pool.query('update leads set next_attempt_at = null where id = $1', [lead!.id])
  await anyWorkspace.campaign.update({ where: { id: campaign.id }, data: { dialAt: new Date() } })
  await campaign.over()
  expect(await campaign.calls()).toHaveLength(1)
  expect((await decisionsOf(lead!.id)).at(-1)).toMatchObject({ decision: 'end', reason: 'consent_missing' })
})

test('the consent of another workspace permits nothing', async () => {
  const [{ acme, agentId }, other] = [await createTenant(testServer()), await createTenant(testServer())]
  const phones = phoneNumbersOf('228', 1)
  await addConsent(other.acme.id, phones[0]!, 'express_written')
  const campaign = await createCampaign(acme.id, agentId, { phones, purpose: 'cold_calling' })
  await campaign.start()
  await campaign.over()
  expect(await campaign.calls()).toEqual([])
})
