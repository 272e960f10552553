import { expect, test } from 'vitest'
import { addLeads } from '../kit/fixtures/leads.ts'
import { findAccessibilityViolations, pageErrors, pressOn, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
const browser = useBrowser()

/** Waits for a page of a real browser. */
test('the compliance page says what is wrong and what to do, and leads there and to the export of proofs', async () => {
  const { acme, key, agentId } = await createTenant(testServer())
  const { id } = (await key.post('/campaigns', { name: 'Ads <b>', agent_ref_id: agentId, purpose: 'cold_calling' })).body
  await addLeads(acme.id, id, [{ phone_number: '+12125550101' }])
  const page = await browser().page()
  await signIn(page, testServer().url, acme, '/compliance')
  const missing = page.getByRole('group', {
    name: 'The law of United States demands that marketing calls respect its do-not-call register, and none is loaded. Campaigns that call there: Ads <b>.',
  })
  await missing.getByText('Load the register, or have the server administrator load it for all workspaces.').waitFor()
  await page.getByText('1 campaign checked on').waitFor()
  await page
    .getByRole('group', { name: 'Rules in force' })
    .getByText(/^\d{4}-\d\d-\d\d\.\d+-[0-9a-f]{8}$/)
    .first()
    .waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pressOn(page.getByRole('group', { name: 'In the campaign “Ads <b>”, 1 lead lacks' }).getByRole('link', { name: /^Open/ }))
  await page.waitForURL(`**/campaigns/${id}?tab=leads`)
  await page.goBack()
  await pressOn(page.getByRole('link', { name: 'Export proofs' }))
  const type = page.getByRole('dialog', { name: 'Create export' }).getByRole('combobox', { name: 'Data' })
  await type.waitFor()
  expect(await type.inputValue()).toBe('Proofs of calls')
  expect(pageErrors.get(page)).toEqual([])
})
