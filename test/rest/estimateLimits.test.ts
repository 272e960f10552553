import { expect, test } from 'vitest'
import type { Plan } from '../../src/kernel/vocabulary/plans.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

/** Estimates a campaign with ten US leads who all talk for a minute, at 0.12 USD a minute. */
async function estimate({ plan, budget }: { plan: Plan; budget?: string }) {
  const acme = await testServer().workspace({ plan })
  const key = await acme.key()
  const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
  await key.post(`/campaigns/${id}/leads`, { leads: Array.from({ length: 10 }, (_, n) => ({ phone_number: `+1212555${1000 + n}` })) })
  if (budget) await anyWorkspace.campaign.update({ where: { id }, data: { settings: { budget } } })
  return (await key.get(`/campaigns/${id}/cost-estimate?answer_rate=1&talk_seconds=60`)).body
}
const always = (cost: string) => ({ low: cost, expected: cost, high: cost })

test('an estimate is never above the rest of the budget', async () => {
  expect(await estimate({ plan: 'enterprise' })).toMatchObject({ cost: always('1.2000'), budget_left: null })
  expect(await estimate({ plan: 'enterprise', budget: '0.50' })).toMatchObject({ cost: always('0.5000'), budget_left: '0.5000' })
  expect(await estimate({ plan: 'enterprise', budget: '5' })).toMatchObject({ cost: always('1.2000') })
})

test('calls within the included minutes cost nothing, and an estimate is never below that', async () => {
  expect(await estimate({ plan: 'professional' })).toMatchObject({ cost: always('0.0000') })
})
