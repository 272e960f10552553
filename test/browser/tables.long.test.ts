import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { isSettled, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

const WIDTHS = [1920, 1280, 900, 390]
/** Columns whose whole text is always visible: headers, numbers, times and statuses. Names of any length may end in an ellipsis. */
const WHOLE = /^[+$€\d\s,.:–-]+$|\d{1,2}:\d{2}|^\d+$/

/** Texts of the table that are cut, and columns outside the window, in a window that is wide enough for them. */
const findCutTexts = (page: Page) =>
  page.evaluate((pattern) => {
    const isWhole = new RegExp(pattern)
    const cells = [...document.querySelectorAll<HTMLElement>('main [role=table] [role=cell], main [role=table] [role=columnheader]')]
    const isCut = (cell: HTMLElement) => cell.scrollWidth > cell.clientWidth + 1
    const cut = cells.filter((cell) => (cell.role === 'columnheader' || isWhole.test(cell.innerText.trim())) && isCut(cell))
    return cut.map((cell) => `${cell.innerText} is cut`)
  }, WHOLE.source)
const hiddenWidth = (page: Page) =>
  page
    .locator('main [role=region]:has([role=table])')
    .first()
    .evaluate((frame) => frame.scrollWidth - frame.clientWidth)

/** Opens eight pages in a browser, each in four widths. */
test('no number, time or column title of a table is cut at any width, and a wide window shows every column, as that of calls does in any', async () => {
  const page = await browser().page()
  const { acme, agentId, campaignId } = seededWorkspace()
  await signIn(page, testServer().url, acme)
  const problems: Record<string, string[]> = {}
  const campaign = `/campaigns/${campaignId}`
  for (const path of [
    '/calls',
    '/agents',
    `/agents/${agentId}?tab=versions`,
    '/dnc',
    '/billing?tab=prices',
    `${campaign}?tab=results`,
    `${campaign}?tab=leads`,
    '/campaigns',
  ]) {
    await navigate(page, path)
    await isSettled(page)
    await page.getByRole('table').first().waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const found = await findCutTexts(page)
      if ((width >= 1280 || path === '/calls') && (await hiddenWidth(page)) > 0) found.push('columns are outside the window')
      if (found.length > 0) problems[`${path} at ${width}`] = [...new Set(found)]
    }
  }
  expect(problems).toEqual({})
})

/** Opens eight pages in a browser. */
test('a row of any table has 32 to 36 pixels, which none of its cells exceeds', async () => {
  const page = await browser().page()
  const { acme, agentId, campaignId } = seededWorkspace()
  await signIn(page, testServer().url, acme)
  const problems: Record<string, string[]> = {}
  for (const path of [
    '/calls',
    '/campaigns',
    '/agents',
    `/agents/${agentId}?tab=versions`,
    '/numbers',
    '/members',
    '/webhooks',
    `/campaigns/${campaignId}?tab=leads`,
  ]) {
    await navigate(page, path)
    await isSettled(page)
    await page.getByRole('table').first().waitFor()
    const wrong = await page.locator('main [role=row]').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const { height } = row.getBoundingClientRect()
        const high = [...row.children].filter((cell) => cell.scrollHeight > 36)
        return height < 32 || height > 36 || high.length > 0 ? [`${height}: ${row.textContent}`] : []
      }),
    )
    if (wrong.length > 0) problems[path] = wrong
  }
  expect(problems).toEqual({})
})

/** Opens the page of calls in a browser. */
test('the date of a call is visible on a phone, under its number', async () => {
  const page = await browser().page({ viewport: { width: 390, height: 844 } })
  await signIn(page, testServer().url, seededWorkspace().acme, '/calls')
  await page
    .getByRole('cell')
    .first()
    .getByText(/\d{1,2}:\d{2}/)
    .waitFor()
})

/** Opens the page of calls in a browser. */
test('the status of a call is inside the window of a phone, whatever the name under its number and the language', async () => {
  const page = await browser().page({ viewport: { width: 390, height: 844 } })
  const { acme } = seededWorkspace()
  await anyWorkspace.lead.updateMany({ where: { workspaceId: acme.id }, data: { name: 'Maximilian Alexander Schneider-Hoffmann' } })
  await signIn(page, testServer().url, acme)
  await page.evaluate(() => localStorage.setItem('callwright-language', 'de'))
  await page.goto(`${testServer().url}/calls`)
  await page.getByRole('cell').getByText('Maximilian').first().waitFor()
  expect(await hiddenWidth(page)).toBe(0)
})

/** Opens three pages in a browser. */
test('the focus returns to where it was when a drawer or the palette closes', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme, '/calls')
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  for (const path of ['/calls', '/webhooks']) {
    await navigate(page, path)
    const opener = page.getByRole('cell').getByRole('link').first()
    const text = await opener.innerText()
    await opener.focus()
    for (const open of [
      () => page.keyboard.press('Enter'),
      () => opener.locator('xpath=ancestor::*[@role="row" or self::tr][1]').click({ position: { x: 400, y: 10 } }),
    ]) {
      await open()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(focused).toBe(text)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(text)
  }
})

/** Opens one page in a browser. */
test('an unknown path shows its message inside the frame, and a window of 720 pixels has room for the whole navigation', async () => {
  const page = await browser().page({ viewport: { width: 1280, height: 720 } })
  await signIn(page, testServer().url, seededWorkspace().acme, '/documentation')
  await page.getByRole('main').getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const { bottom } = await navigation.getByRole('link', { name: 'Settings' }).evaluate((link) => link.getBoundingClientRect())
  expect(bottom).toBeLessThanOrEqual(720)
  expect(
    await navigation.evaluate((bar) =>
      [bar, ...bar.querySelectorAll('*')].some(({ scrollHeight, clientHeight }) => clientHeight > 100 && scrollHeight > clientHeight),
    ),
  ).toBe(false)
})

/** Opens one page in a browser. */
test('a phone shows that calls are simulated', async () => {
  const page = await browser().page({ viewport: { width: 390, height: 844 } })
  await signIn(page, testServer().url, seededWorkspace().acme)
  expect(await page.getByRole('banner').getByText('Test', { exact: true }).isVisible()).toBe(true)
})
