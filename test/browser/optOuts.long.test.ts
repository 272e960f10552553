import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../src/kernel/db/db.ts'
import * as voiceOptOuts from '../../src/services/compliance/voiceOptOuts.ts'
import { findAccessibilityViolations, pageErrors, pressOn, signIn, useBrowser, waitForToast } from '../kit/browser/browser.ts'
import { inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** Adds a call on which the contact opted out. */
async function addOptOut(acme: TestWorkspace, toNumber: string, sentence: string) {
  const { id } = await makeCall(acme.id)
  const ended = { status: 'completed', startedAt: new Date('2026-03-02T15:00:00Z'), endedAt: new Date('2026-03-02T15:01:00Z'), finishedAt: new Date() }
  const call = await anyWorkspace.call.update({ where: { id }, data: { toNumber, ...ended } })
  await inWorkspace(acme.id, () => transaction((tx) => voiceOptOuts.record(tx, call, { wish: { sentence, startSeconds: 12 }, isReported: false })))
  return call
}

/** Waits for two pages of a real browser, and for the alert that a job raises. */
test('an opt-out is announced, shown with its sentence on the call and on the do-not-call page, and undone on either', async () => {
  const acme = await testServer().workspace()
  const [first, second] = [await addOptOut(acme, '+12125550171', 'Stop calling me'), await addOptOut(acme, '+12125550172', 'Take me off your list')]
  await waitFor('the alert', async () => (await anyWorkspace.alert.findFirst({ where: { workspaceId: acme.id, data: { equals: { count: 2 } } } })) !== null)
  const page = await browser().page()
  await signIn(page, testServer().url, acme, `/calls?call=${first.id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Stop calling me').waitFor()
  await pressOn(drawer.getByRole('button', { name: 'Undo the opt-out of +12125550171' }))
  await page.getByRole('dialog', { name: 'Undo the opt-out of +12125550171?' }).getByRole('button', { name: 'Undo opt-out' }).click()
  await waitForToast(page, 'Opt-out undone')
  await drawer.getByText(`Undone by ${acme.email}`).waitFor()

  await page.goto(`${testServer().url}/alerts`)
  await page.getByText('On one call, the contact asked not to be called again.').waitFor()
  await page.goto(`${testServer().url}/dnc?number=${encodeURIComponent(second.toNumber)}`)
  await page.getByText('US law allows until').waitFor()
  const table = page.getByRole('table', { name: 'Opt-outs on calls' })
  const row = table.getByRole('row').filter({ hasText: 'Take me off your list' })
  expect(await row.getByRole('link', { name: `Open call ${second.id}` }).getAttribute('href')).toContain(`call=${second.id}`)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pressOn(row.getByRole('button', { name: 'Undo the opt-out of +12125550172' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Undo opt-out' }).click()
  await page.getByRole('status').getByText('+12125550172 isn’t blocked.').waitFor()
  await row.getByRole('button', { name: 'Undo the opt-out of +12125550172' }).waitFor({ state: 'detached' })
  expect(await anyWorkspace.dncEntry.count({ where: { workspaceId: acme.id } })).toBe(0)
  expect(pageErrors.get(page)).toEqual([])
})

test('an opt-out that is older than the kept sentences says so, on the call and for the number', async () => {
  const acme = await testServer().workspace()
  const { id } = await makeCall(acme.id)
  const phoneNumber = '+12125550173'
  await anyWorkspace.call.update({ where: { id }, data: { toNumber: phoneNumber, status: 'completed', outcome: 'do_not_call', endedAt: new Date() } })
  await anyWorkspace.dncEntry.create({
    data: { workspaceId: acme.id, phoneNumber, source: 'voice_opt_out', reason: `Asked not to be called again, on call ${id}` },
  })
  const page = await browser().page()
  await signIn(page, testServer().url, acme, `/calls?call=${id}`)
  await page.getByRole('dialog').getByRole('status').getByText('No sentence was kept').waitFor()
  await page.goto(`${testServer().url}/dnc?number=${encodeURIComponent(phoneNumber)}`)
  await page.getByRole('status').getByText('No sentence was kept').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})
