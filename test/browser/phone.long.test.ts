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
