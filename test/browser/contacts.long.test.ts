import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { createConnectedNumber } from '../inbound/carrierKit.ts'
import { pageErrors, signIn, useBrowser, waitForToast } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** Waits for two pages of a real browser and a search of the palette. */
test('a contact is found by name in the palette, linked from its lead, and blocked and unblocked on its page', async () => {
  const acme = await testServer().workspace()
  const key = await acme.key()
  const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: '+393331234567', name: 'Rosa Bianchi' }] })
  const page = await browser().page()
  const requests: string[] = []
  page.on('request', (request) => request.postData()?.includes('query Contact(') && requests.push(request.url()))
  await signIn(page, testServer().url, acme)
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder(/^Search pages, contacts/).fill('bianchi')
  await page.getByRole('button', { name: /^Rosa Bianchi/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Rosa Bianchi' }).waitFor()
  await page.getByText('No calls yet').waitFor()
  expect([new URL(page.url()).pathname, requests.length]).toEqual(['/contacts/+393331234567', 1])

  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Block contact' }).click()
  await confirm('Block contact')
  await waitForToast(page, 'Contact blocked')
  await page.getByText('This contact is on the do-not-call list').waitFor()
  await page.getByRole('button', { name: 'Unblock contact' }).click()
  await confirm('Unblock contact')
  await page.getByText('This contact is on the do-not-call list').waitFor({ state: 'detached' })
  expect((await key.get('/dnc/check?phone_number=%2B393331234567')).body.is_on_dnc).toBe(false)

  await page.getByRole('table', { name: 'Leads' }).getByRole('link', { name: 'Autumn' }).click()
  await page.getByRole('dialog').getByRole('link', { name: '+393331234567' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rosa Bianchi' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

/** Waits for two pages of a real browser. */
test('a consent is recorded on the page of a contact, shown in its lead, and revoked there; whoever may only read has no buttons', async () => {
  const acme = await testServer().workspace()
  const key = await acme.key()
  const phoneNumber = '+393331234568'
  const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: phoneNumber, name: 'Rosa Bianchi' }] })
  const lead = (await key.get(`/campaigns/${id}/leads?limit=1`)).body.items[0]
  const page = await browser().page()
  await signIn(page, testServer().url, acme)
  await page.goto(`${testServer().url}/contacts/${phoneNumber}`)
  await page.getByText('No consents yet').waitFor()
  await page.getByRole('button', { name: 'Record consent' }).click()
  await page.getByRole('form', { name: 'Record consent' }).getByRole('button', { name: 'Record consent' }).click()
  await page.getByText('This field is required').waitFor()
  await page.getByLabel('Given on').fill('2026-01-31')
  await page.getByLabel('Source', { exact: true }).fill('Trade fair')
  await page.getByRole('form', { name: 'Record consent' }).getByRole('button', { name: 'Record consent' }).click()
  await waitForToast(page, 'Consent recorded.')
  await page.getByText('Express consent · Any calls · Valid').waitFor()

  await page.goto(`${testServer().url}/campaigns/${id}?tab=leads&lead=${lead.id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Source: Trade fair').waitFor()
  await drawer.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke this consent?' }).getByRole('button', { name: 'Revoke' }).click()
  await waitForToast(page, 'Consent revoked.')
  await drawer.getByText('Express consent · Any calls · Revoked').waitFor()
  expect(pageErrors.get(page)).toEqual([])

  await anyWorkspace.membership.updateMany({ where: { workspaceId: acme.id }, data: { role: 'viewer' } })
  await page.goto(`${testServer().url}/contacts/${phoneNumber}`)
  await page.getByText('Express consent · Any calls · Revoked').waitFor()
  expect(await page.getByRole('button', { name: /consent|Revoke/ }).count()).toBe(0)
})

/** Waits for three pages of a real browser, and for a call to be active. */
test('the do-not-call list, messages and live calls show the name of the contact beside the number', async () => {
  const { acme, key } = await createTenant(testServer())
  const phoneNumber = '+14155550113'
  const { id } = (await key.post('/campaigns', { name: 'Autumn' })).body
  await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: phoneNumber, name: 'Rosa Bianchi' }] })
  const page = await browser().page()
  await signIn(page, testServer().url, acme)
  const call = await makeCall(acme.id)
  await anyWorkspace.call.update({ where: { id: call.id }, data: { toNumber: phoneNumber, status: 'in_progress', startedAt: new Date() } })
  await page.goto(`${testServer().url}/live`)
  await page.getByRole('row').filter({ hasText: phoneNumber }).getByText('Rosa Bianchi').waitFor()
  await key.post('/dnc', { phone_number: phoneNumber })
  await page.goto(`${testServer().url}/dnc`)
  await page.getByRole('row').filter({ hasText: phoneNumber }).getByText('Rosa Bianchi').waitFor()
  const { number } = await createConnectedNumber(acme.id, 'telnyx')
  await anyWorkspace.conversation.create({ data: { workspaceId: acme.id, numberId: number.id, contactNumber: phoneNumber, lastMessageAt: new Date() } })
  await page.goto(`${testServer().url}/messages`)
  await page.getByRole('link', { name: `Rosa Bianchi` }).click()
  await page.getByRole('heading', { name: 'Rosa Bianchi' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

/** Waits for a page of a real browser to open several times. */
test('what is no phone number in the address of a contact is a page that does not exist', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, await testServer().workspace())
  for (const address of ['nobody', '%2B1', '<script>alert(1)</script>', '%2B14155550100%00', "%2B1'%3B--", '9'.repeat(2_000)]) {
    await page.goto(`${testServer().url}/contacts/${address}`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  }
})
