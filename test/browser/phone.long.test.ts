import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../web/messageFiles.ts'
import { navigate, signIn, takeScreenshot, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { isSettled, useSeededWorkspace } from './everyPage.ts'
import { pagePaths } from './pagePaths.ts'

const PHONE = { width: 390, height: 844 }
const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

test('on a phone, permissions, plans, invoices, versions and numbers are read without scrolling sideways', async () => {
  const page = await browser().page({ viewport: PHONE })
  await signIn(page, testServer().url, seededWorkspace().acme)
  const sideways: Record<string, string[]> = {}
  for (const name of ['members', 'billing-usage', 'billing-invoices', 'agent-versions', 'numbers']) {
    const { path, shows } = pagePaths(seededWorkspace())[name]!
    await navigate(page, path)
    await page.getByText(shows).first().waitFor({ state: 'attached' })
    await isSettled(page)
    const found = await findSidewaysScrolling(page)
    if (found.length > 0) sideways[name] = found
  }
  expect(sideways).toEqual({})
})

test('on a phone, the header has room for the name of the workspace beside the mark of test mode, in every language', async () => {
  const page = await browser().page({ viewport: PHONE })
  await signIn(page, testServer().url, await testServer().workspace({ name: 'Studio Rossi' }), '/members')
  const cut: Record<string, number> = {}
  for (const language of LANGUAGES) {
    await page.evaluate((chosen) => localStorage.setItem('callwright-language', chosen), language)
    await page.reload()
    const name = page.locator('header').getByText('Studio Rossi')
    await name.waitFor()
    await takeScreenshot(page, `header-${language}`)
    cut[language] = await name.evaluate((element) => element.scrollWidth - element.clientWidth + document.documentElement.scrollWidth - window.innerWidth)
  }
  expect(cut).toEqual({ de: 0, en: 0, es: 0, fr: 0, it: 0 })
})

test.each([
  ['webhook deliveries', 'webhooks', 'Deliveries', /Call completed\s*Call \d+ · \w+ \d+, \d{4}/],
  ['exports', 'reports', 'Exports', /CSV\s*(?:now|\d+ \w+ ago)/],
  ['prices', 'billing-prices', 'Prices', /Puerto Rico\s*\+1787/],
])('on a phone, each row of the %s says what and when or where, whole', async (_, name, label, words) => {
  const page = await browser().page({ viewport: PHONE })
  await signIn(page, testServer().url, seededWorkspace().acme, pagePaths(seededWorkspace())[name]!.path)
  const cell = page.getByRole('table', { name: label }).getByRole('cell').filter({ hasText: words }).first()
  await cell.waitFor()
  expect(await cell.evaluate((element) => [element, ...element.children].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length)).toBe(
    0,
  )
})

test('a table with more columns than fit fades at that edge, until they are scrolled to', async () => {
  const page = await browser().page({ viewport: { width: 320, height: 844 } })
  await signIn(page, testServer().url, seededWorkspace().acme, pagePaths(seededWorkspace())['results']!.path)
  const frame = page.getByRole('region', { name: 'Results' })
  await frame.waitFor()
  const edges = () => frame.evaluate((box) => [box.hasAttribute('data-scrolled'), box.hasAttribute('data-more'), getComputedStyle(box).maskImage !== 'none'])
  await expect.poll(edges).toEqual([false, true, true])
  await frame.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  await expect.poll(edges).toEqual([true, false, false])
})

test('on a phone, tables of the documentation keep their words whole', async () => {
  const page = await browser().page({ viewport: PHONE })
  await signIn(page, testServer().url, seededWorkspace().acme, pagePaths(seededWorkspace())['document']!.path)
  const words = page.locator('article table code, main table code')
  await words.first().waitFor()
  const broken = await words.evaluateAll((all) => all.filter((word) => word.getClientRects().length > 1).map((word) => word.textContent))
  expect(broken).toEqual([])
})

test('a phone number is shown in groups, and has no spaces where it is copied or read aloud', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme, '/calls')
  const number = page.getByRole('link', { name: '+14155550100', exact: true }).first()
  await number.waitFor()
  expect(await number.textContent()).toBe('+14155550100')
  const gaps = await number.evaluate((link) =>
    [...link.querySelectorAll('span')]
      .slice(1)
      .map((group) => Math.round(group.getBoundingClientRect().left - group.previousElementSibling!.getBoundingClientRect().right)),
  )
  expect(gaps.length).toBe(3)
  expect(Math.min(...gaps)).toBeGreaterThan(1)
})

test('a select opens on a click, and not when the Tab key reaches it', async () => {
  const page = await browser().page({ viewport: PHONE })
  await signIn(page, testServer().url, seededWorkspace().acme, '/audit')
  const select = page.getByRole('combobox', { name: 'Resource' })
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.press('Tab')
  expect(await select.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await select.getAttribute('aria-expanded')).toBe('false')
  await select.click()
  await page.getByRole('option').first().waitFor()
})

function findSidewaysScrolling(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')].flatMap((element) => {
      const { overflowX } = getComputedStyle(element)
      const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth + 1
      if (!scrolls || element.closest('[role=tablist], pre')) return []
      return [`${element.getAttribute('aria-label') ?? element.className}: ${element.scrollWidth} of ${element.clientWidth}`]
    }),
  )
}
