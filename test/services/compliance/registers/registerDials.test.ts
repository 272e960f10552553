import { describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../../src/kernel/db/db.ts'
import * as dialBatches from '../../../../src/services/dialer/dialBatches.ts'
import * as dialSends from '../../../../src/services/dialer/dialSends.ts'
import { useTestServer } from '../../../kit/server/testServer.ts'
import { waitFor } from '../../../kit/waiting/waitFor.ts'
import { createTenant, listPlacements, readWallet } from '../../calls/placementKit.ts'
import { createSmsTenant } from '../../messages/messageKit.ts'
import { createCampaign, decisionsOf, leadsOf } from '../../dialer/dialerKit.ts'
import { makeRegister, SERVER } from './registerKit.ts'

const testServer = useTestServer({ env: { CALLING_HOURS: 'off' } })

const washed_at = new Date('2026-11-20T10:00:00Z')
const own = ({ id }: { id: number }) => ({ workspaceId: id })

describe('a number on a register', () => {
  /** Waits for a campaign of two simulated calls to complete. */
  test('of the server or of the workspace is not called by a campaign, and one on a register of another workspace is', async () => {
    const [{ acme, agentId, key }, other] = [await createTenant(testServer()), await createTenant(testServer())]
    const [ofServer, ofAcme, ofOther, free] = ['+12625550100', '+12625560100', '+12625570100', '+12625580100']
    await makeRegister(SERVER, [ofServer], { name: 'National' }, { washed_at })
    await makeRegister(own(acme), [ofAcme], { name: 'Own list', type: 'suppression' }, { washed_at })
    await makeRegister(own(other.acme), [ofOther])
    const campaign = await createCampaign(acme.id, agentId, { phones: [ofServer, ofAcme, ofOther, free] })
    await campaign.start()
    await campaign.over()
    expect((await campaign.calls()).map(({ toNumber }) => toNumber).toSorted()).toEqual([ofOther, free])
    for (const number of [ofServer, ofAcme]) expect(await listPlacements(testServer(), 'retell', number)).toEqual([])
    const leads = await leadsOf(campaign.id)
    expect(leads.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['do_not_call', 0],
      ['do_not_call', 0],
      ['completed', 1],
      ['completed', 1],
    ])
    const decisions = (await Promise.all(leads.slice(0, 2).map(({ id }) => decisionsOf(id)))).flat()
    expect(decisions.map(({ reason, details }) => [reason, details])).toEqual([
      ['do_not_call_register', { register: 'National', washed_at: '2026-11-20' }],
      ['do_not_call_register', { register: 'Own list', washed_at: '2026-11-20' }],
    ])
    const explained = await key.gql<{ leadExplanation: { message: string } }>(`{ leadExplanation(leadId: ${leads[0]!.id}) { message } }`)
    expect(explained.leadExplanation.message).toContain('on the register National, washed 2026-11-20.')
  })

  test('is not called by a single call, and nothing is charged', async () => {
    const { acme, key, place } = await createTenant(testServer(), { wallet: '10' })
    await makeRegister(own(acme), ['+12635550100'], { name: 'Federal' }, { washed_at })
    const detail = 'The number is on the register "Federal", washed 2026-11-20.'
    expect(await place('+12635550100')).toMatchObject({ status: 403, body: { detail } })
    expect((await readWallet(key)).reserved).toBe('0.0000')
    expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id } })).toBe(0)
    expect((await place('+12635560100')).status).toBe(202)
  })

  test('gets no message', async () => {
    const tenant = await createSmsTenant(testServer(), { carrier: 'twilio' })
    await makeRegister(SERVER, ['+12665550200'], { name: 'State' }, { washed_at })
    expect(await tenant.text('+12665550200')).toMatchObject({ status: 403, body: { detail: 'The number is on the register "State", washed 2026-11-20.' } })
    expect((await tenant.text('+12665560200')).status).toBe(202)
  })

  test('stays blocked when the register has expired', async () => {
    const { acme, place } = await createTenant(testServer())
    const register = await makeRegister(own(acme), ['+12645550100'], {}, { washed_at: new Date('2020-01-01') })
    expect(register.isExpired).toBe(true)
    expect((await place('+12645550100')).status).toBe(403)
  })

  test('that is loaded after the dialer took the lead is not called', async () => {
    const { acme, agentId } = await createTenant(testServer())
    await waitFor('a claim before the server', async () => {
      const campaign = await createCampaign(acme.id, agentId, { phones: ['+12655550100'] })
      await campaign.start()
      const [batch] = (await dialBatches.claimNext()) ?? []
      if (batch?.campaign.id !== campaign.id) return false
      await makeRegister(own(acme), ['+12655550100'])
      await Promise.all(dialSends.send(batch))
      expect(await leadsOf(campaign.id)).toMatchObject([{ status: 'do_not_call' }])
      return true
    })
  })
})

describe('before a start', () => {
  const check = async (purpose: string | undefined, phones: string[], before?: (workspaceId: number) => Promise<unknown>) => {
    const { acme, agentId, key } = await createTenant(testServer())
    await before?.(acme.id)
    const campaign = await createCampaign(acme.id, agentId, { phones, purpose })
    const text = `{ campaignPreflight(campaignId: ${campaign.id}) { skipped { reason count } recommendations { code details } } }`
    type Check = { campaignPreflight: { skipped: object[]; recommendations: { code: string; details: object }[] } }
    const { skipped, recommendations } = (await key.gql<Check>(text)).campaignPreflight
    return { skipped, registers: recommendations.filter(({ code }) => code.includes('register')) }
  }

  test('a register that the law demands is named if it is missing or has expired, for marketing', async () => {
    const phones = ['+442079460123', '+442079460124', '+4915123456789']
    expect(await check('cold_calling', phones)).toEqual({
      skipped: [],
      registers: [{ code: 'register_missing', details: { country: 'GB', leads: 2 } }],
    })
    const expired = (days: number) => async (workspaceId: number) =>
      makeRegister({ workspaceId }, ['+442079460124'], { country: 'GB', name: `TPS ${days}` }, { washed_at: new Date(Date.now() - days * 86_400_000) })
    expect(await check('cold_calling', phones, expired(29))).toMatchObject({
      skipped: [{ reason: 'do_not_call_register', count: 1 }],
      registers: [
        { code: 'register_expired', details: { country: 'GB', leads: 2, register: 'TPS 29' } },
        { code: 'leads_on_register', details: { leads: 1 } },
      ],
    })
    expect((await check('cold_calling', phones, expired(27))).registers).toMatchObject([{ code: 'leads_on_register' }])
    expect(await check(undefined, phones)).toEqual({ skipped: [], registers: [] })
  })
})
