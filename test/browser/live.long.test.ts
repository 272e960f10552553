import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { signIn, useBrowser } from '../kit/browser.ts'
import { makeCall } from '../kit/rows.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld({ speed: 1 })
const browser = useBrowser()
let acme: Acme
beforeAll(async () => {
  acme = await world().workspace()
})

/** A call that has ended stays in sight for less. */
const FAREWELL_MS = 60_000
const MANY = 300
/** Rows that fit on a screen of 800 px, those kept ready after and before them, and the head. */
const MAX_ROWS = 15 + 2 * 12 + 1

const open = async (path: string): Promise<Page> => {
  const page = await browser().page()
  // One clock for all pages of a browser: an earlier test may have stopped it.
  await page.clock.install()
  await page.clock.resume()
  await signIn(page, world().url, acme, path)
  return page
}

/** Stops the page's clock. */
const stopTime = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))

/** Moves the stopped clock of the page until it shows that: on a slow machine what stays for seconds would be gone before the test has looked. */
const shown = (page: Page, wanted: Locator) =>
  until('it to be shown', async () => {
    await page.clock.runFor(100)
    return wanted.isVisible()
  })

/** So many calls in progress, of one agent, to numbers of their own. */
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

const speak = (callId: number, text: string) =>
  publish('call.updated', { workspaceId: acme.id, callId, startIndex: 0, lines: [{ role: 'user', text, startSeconds: 0 }] })

async function finish(callId: number) {
  await anyWorkspace.call.update({ where: { id: callId }, data: { status: 'completed', endedAt: new Date(), finishedAt: new Date() } })
  publish('call.updated', { workspaceId: acme.id, callId, startIndex: 0, lines: [] })
}

/** Every test here waits for the page of live calls to be loaded in a real browser. */
test('a call shows its state and what is said; ended, it stays for a moment and goes', async () => {
  const [id] = await inProgress(1)
  const page = await open('/live')
  const row = page.getByRole('row').filter({ hasText: '+14155561000' })
  await row.getByText('In progress').waitFor()
  speak(id!, 'I would like to come on Tuesday')
  await row.getByText('I would like to come on Tuesday').last().waitFor()
  await stopTime(page)
  await finish(id!)
  await shown(page, row.getByText('Completed'))
  await page.clock.fastForward(FAREWELL_MS)
  await shown(page, page.getByText('No active calls'))
})

/** Waits also for an agent to be published. */
test('a refusal to place a call is told in the dialog', async () => {
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

/** All of them speak until told to stop: what is heard of each changes twice a second. */
function talk(ids: number[]) {
  let round = 0
  const timer = setInterval(() => {
    for (const id of ids) speak(id, `Line ${round} of call ${id}`)
    round += 1
  }, 500)
  return { stop: () => clearInterval(timer) }
}

/** Waits also for the page to draw 300 calls that speak twice a second, while it is scrolled and filtered, and for each of them to be ended. */
test('with 300 calls that go on talking the page scrolls, filters and opens a call, and draws only the rows in sight', async () => {
  const ids = await inProgress(MANY)
  const page = await open('/live')
  await page.locator('[data-count=in_progress]').getByText(String(MANY)).waitFor()
  const talking = talk(ids)
  const rows = page.getByRole('row')
  // The same line is also there for phones, unseen.
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
    const heard = page.getByRole('complementary').getByRole('log')
    await heard.waitFor()
    await anyWorkspace.callDetail.update({
      where: { callId: ids[0]! },
      data: { transcript: [{ role: 'user', text: 'I can hear you well', startSeconds: 4 }] },
    })
    await heard.getByText('I can hear you well').waitFor()
  } finally {
    talking.stop()
  }
  await stopTime(page)
  await Promise.all(ids.map(finish))
  await shown(page, rows.getByText('Completed').first())
  await shown(page, page.locator('[data-count=in_progress]').getByText('0'))
  await page.clock.fastForward(FAREWELL_MS)
  await shown(page, page.getByText('No active calls'))
})
