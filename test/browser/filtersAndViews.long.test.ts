import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import * as callWords from '../../src/services/calls/callWords.ts'
import { findAccessibilityViolations, pageErrors, pressOn, signIn } from '../kit/browser/browser.ts'
import { addSignedInMember } from '../security/signedInMembers.ts'
import { exportCsv, firstRow, headersOf, useListedCalls } from './listedCalls.ts'

const lists = useListedCalls()
const { browser, openPage, testServer } = lists

test('calls are found by the name of the lead, their duration, cost and recording, and are counted', async () => {
  const page = await openPage('/calls')
  await page.getByText('300 calls').waitFor()
  await page.getByLabel('Search calls').fill('Person 12')
  await page.getByText('Name: Person 12').waitFor()
  await page.getByText('11 calls').waitFor()
  await page.getByLabel('Search calls').fill('')
  await page.getByText('300 calls').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Minimum duration (seconds)').fill('90')
  await page.getByLabel('Minimum duration (seconds)').press('Enter')
  await page.getByText('At least 1:30 long').waitFor()
  await page.getByText('30 calls').waitFor()
  await page.getByLabel('Maximum cost (USD)').fill('0.95')
  await page.getByLabel('Maximum cost (USD)').press('Enter')
  await page.getByText('18 calls').waitFor()
  await page.getByRole('combobox', { name: 'Recording' }).click()
  await page.getByRole('option', { name: 'Without recording' }).click()
  await page.getByText('9 calls').waitFor()
  await page.reload()
  await page.getByText('9 calls').waitFor()
})

test('calls are found by the sentiment of their contact, which the chip, the URL and the export follow', async () => {
  await pool.query(
    `insert into call_details (call_id, workspace_id, analysis)
     select id, workspace_id, jsonb_build_object('sentiment', case when id % 10 = 3 then 'negative' else 'positive' end) from calls where workspace_id = $1
     on conflict (call_id) do update set analysis = excluded.analysis`,
    [lists.acme.id],
  )
  const page = await openPage('/calls')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sentiment' }).click()
  await page.getByRole('option', { name: 'Negative' }).click()
  await page.getByText('30 calls').waitFor()
  expect(new URL(page.url()).searchParams.get('sentiment')).toBe('negative')
  await page.reload()
  await page.getByText('30 calls').waitFor()
  expect((await exportCsv(page, 'Call history')).length).toBe(31)
  await page.getByRole('button', { name: /^Remove filter: Sentiment: Negative/ }).click()
  await page.getByText('300 calls').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('calls are found by whether their agent said what contacts must be told, and the page of a call names what it left out', async () => {
  await pool.query(
    `insert into call_details (call_id, workspace_id, unsaid)
     select id, workspace_id, case when id % 10 = 3 then '["ai"]'::jsonb else '[]' end from calls where workspace_id = $1
     on conflict (call_id) do update set unsaid = excluded.unsaid`,
    [lists.acme.id],
  )
  const page = await openPage('/calls')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Disclosure' }).click()
  await page.getByRole('option', { name: 'Not complete' }).click()
  await page.getByText('30 calls').waitFor()
  expect((await exportCsv(page, 'Call history')).length).toBe(31)
  const { rows } = await pool.query<{ id: number }>('select id from calls where workspace_id = $1 and id % 10 = 3 limit 1', [lists.acme.id])
  const call = await openPage(`/calls?call=${rows[0]!.id}`)
  await call.getByText('The agent didn’t say that it’s an AI.').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('calls are found by what was said on them, which the chip, the URL and the export follow', async () => {
  await pool.query(
    `insert into call_details (call_id, workspace_id, transcript)
     select id, workspace_id, jsonb_build_array(jsonb_build_object('role', 'user', 'text', case when id % 10 = 3 then 'Send me an invoice' else 'Hello' end))
     from calls where workspace_id = $1 on conflict (call_id) do update set transcript = excluded.transcript`,
    [lists.acme.id],
  )
  const { rows } = await pool.query<{ id: number }>('select id from calls where workspace_id = $1', [lists.acme.id])
  await callWords.write(
    lists.acme.id,
    rows.map(({ id }) => id),
  )
  const page = await openPage('/calls')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const said = page.getByRole('textbox', { name: 'Said on the call' })
  await said.fill('"an invoice"')
  await pressOn(said)
  await page.getByText('30 calls').waitFor()
  expect(new URL(page.url()).searchParams.get('said')).toContain('an invoice')
  await page.reload()
  await page.getByText('30 calls').waitFor()
  expect((await exportCsv(page, 'Call history')).length).toBe(31)
  await page.getByRole('button', { name: 'Remove filter: Said: "an invoice"' }).click()
  await page.getByText('300 calls').waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('unknown values of filters in the URL filter nothing and have no chip', async () => {
  const page = await openPage('/calls?sentiment=furious&status=lost&direction=up&minDuration=long&recording=maybe&from=never')
  await page.getByText('300 calls').waitFor()
  expect(await page.getByRole('group', { name: 'Active filters' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('combobox', { name: 'Sentiment' }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})

test('a view keeps filters, order and columns under a name, and brings all of them back after a reload', async () => {
  const page = await openPage('/calls?lead=Person+12&sort=oldest')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.keyboard.press('Escape')
  const headers = await headersOf(page)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('View name').fill('Twelves')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Twelves', exact: true }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Sort by Date' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.reload()
  await page.getByText('300 calls').waitFor()
  expect(await headersOf(page)).toContain('Agent')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Twelves', exact: true }).click()
  await page.getByText('11 calls').waitFor()
  expect(await headersOf(page)).toEqual(headers)
  expect(new URL(page.url()).search).toBe('?sort=oldest&lead=Person+12')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Delete view: Twelves' }).click()
  await page.getByText('No saved views yet').waitFor()
})

test('a view that an owner shares is opened by a viewer in another browser, who cannot delete or share one', async () => {
  const viewer = await addSignedInMember(testServer(), lists.acme, 'viewer')
  const { email } = await anyWorkspace.user.findUniqueOrThrow({ where: { id: viewer.id } })
  const page = await openPage('/calls?lead=Person+12')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('View name').fill('All <b>twelves</b>')
  await page.getByLabel('Share with the workspace').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('group', { name: 'Shared with the workspace' }).getByRole('button', { name: 'All <b>twelves</b>', exact: true }).waitFor()
  const other = await browser().page()
  await signIn(other, testServer().url, { email, password: lists.acme.password }, '/calls')
  await other.getByText('300 calls').waitFor()
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByLabel('View name').waitFor()
  expect(await other.getByRole('button', { name: 'Delete view: All <b>twelves</b>' }).count()).toBe(0)
  expect(await other.getByLabel('Share with the workspace').count()).toBe(0)
  expect(await findAccessibilityViolations(other)).toEqual([])
  await other.getByRole('button', { name: 'All <b>twelves</b>', exact: true }).click()
  await other.getByText('11 calls').waitFor()
  await page.getByRole('button', { name: 'Delete view: All <b>twelves</b>' }).click()
  await page.getByRole('button', { name: 'Delete view', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByText('No saved views yet').waitFor()
  expect([pageErrors.get(page), pageErrors.get(other)]).toEqual([[], []])
})

test('views that the browser has kept are on the server when the menu is opened, and taken over once', async () => {
  const page = await openPage('/calls')
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: lists.acme.id, role: 'owner' } })
  const key = `callwright.views.${userId}.${lists.acme.id}.calls`
  await anyWorkspace.savedView.create({ data: { workspaceId: lists.acme.id, userId, list: 'calls', name: 'Old', search: {}, layout: {} } })
  const kept = ['Old', 'Late'].map((name) => ({ name, search: { lead: 'Person 12' }, layout: { visible: ['name'] } }))
  await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, JSON.stringify([...kept, { name: 7 }])])
  const open = () => page.getByRole('button', { name: 'Views' }).click()
  await open()
  for (const name of ['Late', 'Old', 'Old (2)']) await page.getByRole('button', { name, exact: true }).waitFor()
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  await page.reload()
  await firstRow(page).waitFor()
  await open()
  await page.getByRole('button', { name: 'Old (2)', exact: true }).click()
  await page.getByText('11 calls').waitFor()
  const views = await anyWorkspace.savedView.findMany({ where: { workspaceId: lists.acme.id }, orderBy: { name: 'asc' } })
  expect(views.map(({ name, userId: owner }) => [name, owner])).toEqual(['Late', 'Old', 'Old (2)'].map((name) => [name, userId]))
})
