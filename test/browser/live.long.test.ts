import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 1 })
const browser = useBrowser()
let acme: TestWorkspace
beforeAll(async () => {
  acme = await testServer().workspace()
})

/** Longer than an ended call stays visible. */
const FAREWELL_MS = 60_000
const MANY = 300
/** The rows that fit on a screen of 800 px, those rendered before and after them, and the head. */
const MAX_ROWS = 15 + 2 * 12 + 1

const open = async (path: string): Promise<Page> => {
  const page = await browser().page()
  // All pages of a browser share a clock, and an earlier test may have stopped it.
  await page.clock.install()
  await page.clock.resume()
  await signIn(page, testServer().url, acme, path)
  return page
}

/** Stops the page's clock. */
const stopTime = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))

/** Moves the stopped clock of the page until the condition holds. On a slow machine, what stays for seconds would be gone before the test looks. */
const advanceUntilShown = (page: Page, wanted: Locator) =>
  waitFor('it to be visible', async () => {
    await page.clock.runFor(100)
    return wanted.isVisible()
  })

/** Calls in progress of one agent, each to its own number. */
async function inProgress(count: number) {
  const { agentId, ...first } = await makeCall(acme.id)
  const data = Array.from({ length: count }, (_, at) => ({
    workspaceId: acme.id,
    ref: crypto.randomUUID(),
    agentId,
    fromNumber: first.fromNumber,
    toNumber: `+1415556${1000 + at}`,
    provider: 'retell',
    providerAgent: {},
    recorded: true,
    recordingReason: 'enabled',
    status: 'in_progress',
    startedAt: new Date(),
  }))
  await anyWorkspace.call.update({ where: { id: first.id }, data: { status: 'completed', finishedAt: new Date() } })
  const calls = await anyWorkspace.call.createManyAndReturn({ data, select: { id: true } })
  await anyWorkspace.callDetail.createMany({ data: calls.map(({ id }) => ({ callId: id, workspaceId: acme.id })) })
  return calls.map(({ id }) => id)
}

const addLine = (callId: number, text: string) =>
  publish('call.updated', { workspaceId: acme.id, callId, startIndex: 0, lines: [{ role: 'user', text, startSeconds: 0 }] })

async function finish(callId: number) {
  await anyWorkspace.call.update({ where: { id: callId }, data: { status: 'completed', endedAt: new Date(), finishedAt: new Date() } })
  publish('call.updated', { workspaceId: acme.id, callId, startIndex: 0, lines: [] })
}

/** Every test here waits for the page of live calls to load in a real browser. */
test('a call shows its status and transcript, and disappears shortly after its end', async () => {
  const [id] = await inProgress(1)
  const page = await open('/live')
  const row = page.getByRole('row').filter({ hasText: '+14155561000' })
  await row.getByText('In progress').waitFor()
  addLine(id!, 'I would like to come on Tuesday')
  await row.getByText('I would like to come on Tuesday').last().waitFor()
  await stopTime(page)
  await finish(id!)
  await advanceUntilShown(page, row.getByText('Completed'))
  await page.clock.fastForward(FAREWELL_MS)
  await advanceUntilShown(page, page.getByText('No active calls'))
})

/** Also waits for an agent to be published. */
test('a refusal to place a call is shown in the dialog', async () => {
  const key = await acme.key()
  const { id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Be brief.' })).body
  await key.post(`/agents/${id}/publish`)
  await key.post('/dnc', { phone_number: '+14155550142' })
  const page = await open('/live?place=yes')
  await page.getByRole('button', { name: 'Call now' }).click()
  await page.getByText('This field is required').first().waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).last().click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await page.getByLabel('Number to call').fill('+14155550142')
  await page.getByRole('button', { name: 'Call now' }).click()
  await page.getByRole('alert').filter({ hasText: 'Call not placed' }).waitFor()
})

/** All of them talk until stopped. Each transcript changes twice a second. */
function startTalking(ids: number[]) {
  let round = 0
  const timer = setInterval(() => {
    for (const id of ids) addLine(id, `Line ${round} of call ${id}`)
    round += 1
  }, 500)
  return { stop: () => clearInterval(timer) }
}

/** Also waits for the page to render 300 calls that change twice a second, while it is scrolled and filtered, and for each of them to end. */
test('with 300 active calls the page scrolls, filters and opens a call, and renders only the visible rows', async () => {
  const ids = await inProgress(MANY)
  const page = await open('/live')
  await page.locator('[data-count=in_progress]').getByText(String(MANY)).waitFor()
  const talking = startTalking(ids)
  const rows = page.getByRole('row')
  // The same line also exists for phones, hidden.
  const lineOf = (id: number) =>
    page
      .getByText(new RegExp(`Line \\d+ of call ${id}$`))
      .filter({ visible: true })
      .first()
  const countRows = async () => expect(await rows.count()).toBeLessThanOrEqual(MAX_ROWS)
  try {
    await lineOf(ids[0]!).waitFor()
    await countRows()
    await page.mouse.move(600, 500)
    await page.mouse.wheel(0, 60_000)
    await lineOf(ids.at(-1)!).waitFor()
    await countRows()
    await page.mouse.wheel(0, -60_000)
    await page.locator('[data-count=ringing]').click()
    await page.getByText('No calls match these filters').waitFor()
    await page.locator('[data-count=in_progress]').click()
    await rows.nth(3).waitFor()
    await countRows()
    await rows.nth(1).getByRole('link').first().click()
    const transcript = page.getByRole('complementary').getByRole('log')
    await transcript.waitFor()
    await anyWorkspace.callDetail.update({
      where: { callId: ids[0]! },
      data: { transcript: [{ role: 'user', text: 'I can hear you well', startSeconds: 4 }] },
    })
    await transcript.getByText('I can hear you well').waitFor()
  } finally {
    talking.stop()
  }
  // With the filter, an ended call would disappear at once.
  await page.locator('[data-count=all]').click()
  await stopTime(page)
  await Promise.all(ids.map(finish))
  await advanceUntilShown(page, rows.getByText('Completed').first())
  await advanceUntilShown(page, page.locator('[data-count=in_progress]').getByText('0'))
  await page.clock.fastForward(FAREWELL_MS)
  await advanceUntilShown(page, page.getByText('No active calls'))
})

test('a call placed here asks for the variables of its agent, with their defaults, and is not placed while one is empty', async () => {
  const key = await acme.key()
  const fields = { name: 'Nora', voice_id: '11labs-Adrian', system_prompt: 'Greet {{name}} from {{company}}.', default_variables: { company: 'Rossi' } }
  const { id } = (await key.post('/agents', fields)).body
  await key.post(`/agents/${id}/publish`)
  const page = await open('/live?place=yes')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Agent' }).click()
  await page.getByRole('option', { name: 'Nora' }).click()
  await page.getByLabel('Number to call').fill('+14155550100')
  await expect.poll(() => page.getByRole('textbox', { name: 'company' }).inputValue()).toBe('Rossi')
  await page.getByRole('dialog').getByRole('button', { name: 'Call now' }).click()
  await page.getByText('This field is required').waitFor()
  await page.getByRole('textbox', { name: 'name' }).fill('Ann')
  await page.getByRole('dialog').getByRole('button', { name: 'Call now' }).click()
  await page.waitForURL(/call=/)
  const [call] = await anyWorkspace.call.findMany({ where: { agentId: id }, include: { detail: true } })
  expect(call!.detail!.variables).toEqual({ name: 'Ann', company: 'Rossi' })
})

/** Also waits for an agent to be published. */
test('a number that must not be called now is marked before the call, which is then placed or refused as the workspace chose', async () => {
  const key = await acme.key()
  const { id } = (await key.post('/agents', { name: 'Emma', voice_id: '11labs-Adrian', system_prompt: 'Be brief.' })).body
  await key.post(`/agents/${id}/publish`)
  // Florida permits three calls a day, so that a fourth is permitted at no hour. 0113: the provider sends no webhooks.
  const florida = '+13055550113'
  for (let count = 0; count < 3; count++) {
    const call = await makeCall(acme.id)
    await anyWorkspace.call.update({ where: { id: call.id }, data: { toNumber: florida, status: 'completed', finishedAt: new Date() } })
  }
  const enter = async () => {
    const page = await open('/live?place=yes')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Agent' }).click()
    await page.getByRole('option', { name: 'Emma' }).click()
    await page.getByLabel('Number to call').fill(florida)
    return {
      page,
      dialog,
      warning: dialog.getByRole('status').filter({ hasText: 'Outside permitted calling times' }),
      call: dialog.getByRole('button', { name: 'Call now' }),
    }
  }
  const { page, warning, call } = await enter()
  await warning.getByText('You can still place the call.').waitFor()
  await call.click()
  await page.waitForURL(/call=/)
  await page.getByRole('note').filter({ hasText: 'Outside permitted calling times' }).waitFor()

  await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { callTiming: 'refuse' } })
  const refused = await enter()
  await refused.warning.getByText('Your workspace refuses calls at such times.').waitFor()
  await refused.call.click()
  await refused.dialog.getByText('Calls are permitted from').last().waitFor()
  expect(await anyWorkspace.call.count({ where: { workspaceId: acme.id, toNumber: florida } })).toBe(4)
})
