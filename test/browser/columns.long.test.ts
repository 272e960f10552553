import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors } from '../kit/browser/browser.ts'
import { exportCsv, firstRow, headersOf, useListedCalls } from './listedCalls.ts'

const lists = useListedCalls()
const { openPage } = lists

test('columns that a person shows, hides, moves and resizes stay so after a reload, until they are reset', async () => {
  const page = await openPage('/calls')
  const asListed = await headersOf(page)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.getByRole('checkbox', { name: 'Your number' }).check()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Move Cost up' }).click()
  await page.keyboard.press('Escape')
  const edge = page.getByRole('separator', { name: 'Width of Name' })
  const before = await edge.evaluate((handle) => handle.parentElement!.getBoundingClientRect().width)
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.reload()
  await firstRow(page).waitFor()
  const headers = await headersOf(page)
  expect(headers).not.toContain('Agent')
  expect(headers).toContain('Your number')
  expect(headers.indexOf('Cost')).toBeLessThan(headers.indexOf('Duration'))
  expect(await edge.evaluate((handle) => handle.parentElement!.getBoundingClientRect().width)).toBeCloseTo(before + 32, -1)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(() => headersOf(page)).toEqual(asListed)
  expect(pageErrors.get(page)).toEqual([])
})

test('a column that is dragged narrow never cuts a number', async () => {
  const page = await openPage('/calls')
  const edge = page.getByRole('separator', { name: 'Width of Phone number' })
  const { x, y } = (await edge.boundingBox())!
  await page.mouse.move(x + 3, y + 5)
  await page.mouse.down()
  await page.mouse.move(x - 400, y + 5)
  await page.mouse.up()
  const cell = firstRow(page).getByRole('cell').first()
  expect(await cell.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1)
})

test('calls are sorted in both directions, with the order in the URL, and each appears once', async () => {
  const page = await openPage('/calls')
  await expect.poll(() => firstRow(page).innerText()).toContain('Person 300')
  await page.getByRole('button', { name: 'Sort by Date' }).click()
  await expect.poll(() => firstRow(page).innerText()).toMatch(/Person 1\b/)
  expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest')
  expect(await page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Sort by Date' }).click()
  await expect.poll(() => firstRow(page).innerText()).toContain('Person 300')
})

test('leads are sorted by their number and in the order of their file, page after page', async () => {
  const page = await openPage(`/campaigns/${lists.campaignId}?tab=leads`)
  await page.getByText('300 leads').waitFor()
  await page.getByRole('button', { name: 'Sort by Phone number' }).click()
  await expect.poll(() => firstRow(page).innerText()).toContain('+14155551000')
  const scrollOn = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(async () => (await scrollOn(), page.getByText('+14155551299').count())).toBe(1)
  expect(await page.getByRole('row').count()).toBeLessThan(120)
})

test('an export has exactly the calls that are filtered, in their order, with the columns of the table, and downloads by itself', async () => {
  const page = await openPage('/calls?lead=Person+12&sort=oldest&minDuration=20')
  const count = Number.parseInt(await page.getByText(/^\d+ calls$/).innerText(), 10)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Agent' }).uncheck()
  await page.keyboard.press('Escape')
  const [header, ...lines] = await exportCsv(page, 'Call history')
  expect(header).toBe('Name,Phone number,Answers,Status,Outcome,Campaign,Duration,Cost,Date,Summary')
  expect(lines).toHaveLength(count)
  const shown = await page.getByRole('row').allInnerTexts()
  const names = (rows: string[]) => rows.flatMap((row) => /Person \d+/.exec(row) ?? [])
  expect(names(lines)).toEqual(names(shown))
  expect(lines[0]).toMatch(/^Person 12\d,\+1415555\d{4},,Completed,Success,Check-ups,\d+,0\.\d+,/)
})

test('in a campaign, each question has a column of its own in the exports of calls and leads', async () => {
  const { rows } = await pool.query(`select id, lead_id from calls where workspace_id = $1 order by id desc limit 1`, [lists.acme.id])
  const { id, lead_id: leadId } = rows[0]
  await pool.query(
    `update campaigns set extraction_schema = '{"type": "object", "properties": {"will_come": {"type": "boolean", "title": "Will come"}}}' where id = $1`,
    [lists.campaignId],
  )
  await pool.query(
    `insert into call_details (call_id, workspace_id, structured_data) values ($1, $2, '{"will_come": true}')
     on conflict (call_id) do update set structured_data = excluded.structured_data`,
    [id, lists.acme.id],
  )
  await pool.query(`update leads set last_call_id = $2, status = 'completed' where id = $1`, [leadId, id])
  const [, first] = await exportCsv(await openPage(`/calls?campaign=${lists.campaignId}`), 'Call history')
  expect(first).toMatch(/^Person 300,\+1415555\d{4},true,/)
  const [header, ...lines] = await exportCsv(await openPage(`/campaigns/${lists.campaignId}?tab=leads&status=completed`), 'Leads')
  expect(header).toMatch(/^Name,Phone number,Will come,Status,/)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Person 300,\+1415555\d{4},true,Completed/)
})

test('custom fields and answers become columns of leads and calls, stay as text, and are in the exports', async () => {
  const name = '<b onclick="x">City</b>'
  await pool.query(
    `update leads set data = json_build_object($2::text, 'Rome & <i>Söhne</i>', 'size', 12345678901234567890::numeric) where workspace_id = $1`,
    [lists.acme.id, name],
  )
  await pool.query(
    `insert into call_details (call_id, workspace_id, structured_data) select id, workspace_id, '{"seats": {"total": 4}}' from calls where workspace_id = $1
     on conflict (call_id) do update set structured_data = excluded.structured_data`,
    [lists.acme.id],
  )
  const choose = async (page: Page, ...columns: string[]) => {
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const column of columns) await page.getByRole('checkbox', { name: column, exact: true }).check()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  const leads = await openPage(`/campaigns/${lists.campaignId}?tab=leads`)
  await choose(leads, name, 'size')
  await expect.poll(() => firstRow(leads).innerText()).toContain('Rome & <i>Söhne</i>')
  expect(await headersOf(leads)).toContain(name)
  await leads.reload()
  await expect.poll(() => firstRow(leads).innerText()).toContain('Rome & <i>Söhne</i>')
  const [leadHeader, lead] = await exportCsv(leads, 'Leads')
  expect(leadHeader).toContain(',"<b onclick=""x"">City</b>",size')
  expect(lead).toContain('Rome & <i>Söhne</i>,12345678901234567890')
  const calls = await openPage('/calls?lead=Person+30')
  await choose(calls, name, 'seats')
  await expect.poll(() => firstRow(calls).innerText()).toContain('Rome & <i>Söhne</i>')
  expect(await firstRow(calls).innerText()).toContain('{"total":4}')
  const [callHeader, call] = await exportCsv(calls, 'Call history')
  expect(callHeader).toContain('City</b>",seats,Summary')
  expect(call).toContain('Rome & <i>Söhne</i>,"{""total"":')
  await calls.getByRole('button', { name: 'Columns' }).click()
  await calls.getByRole('checkbox', { name: 'seats', exact: true }).uncheck()
  await expect.poll(() => headersOf(calls)).not.toContain('seats')
  await calls.getByRole('group', { name: 'Answers' }).getByRole('checkbox', { name: 'seats' }).waitFor()
  expect([pageErrors.get(leads), pageErrors.get(calls)]).toEqual([[], []])
})
