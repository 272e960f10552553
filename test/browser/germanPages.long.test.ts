import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { navigate, signIn, takeScreenshot, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { EVERY_PAGE_MS, everyPage, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** What is wider than the window, and the amounts, dates and phone numbers that are broken into lines. */
const findBrokenLines = (page: Page, width: number) =>
  page.evaluate((inWindow) => {
    const values = /[+-]?\d[\d.]*,\d{2,4}\s(?:USD|\$|€)|\+\d{1,3}(?:\s\d+)+|\d{1,2}\.\d{1,2}\.\d{4}/g
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { index, 0: value } of node.textContent!.matchAll(values)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + value.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(`${inWindow} wide: broken into lines: ${value}`)
      }
    const overflow = document.documentElement.scrollWidth - window.innerWidth
    return overflow > 0 ? [...broken, `${inWindow} wide: wider than the window by ${overflow}`] : broken
  }, width)

/** Opens every page in a browser, in the language with the longest words. */
test(
  'in German every page has its words, fits a phone and a wide window, and breaks no amount, date or phone number',
  async () => {
    const page = await browser().page()
    await signIn(page, testServer().url, seededWorkspace().acme)
    await page.evaluate(() => localStorage.setItem('callwright-language', 'de'))
    await page.reload()
    const open = async (_page: Page, path: string) => {
      await navigate(page, path)
      await page.locator('main h1, main h2').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[role=status][aria-label="Wird geladen"]'))
    }
    const problems = await everyPage(seededWorkspace(), page, open, async (name) => {
      const wrong: string[] = []
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        await takeScreenshot(page, `${name}-de-${width}`)
        wrong.push(...(await findBrokenLines(page, width)))
      }
      return wrong
    })
    expect(problems).toEqual({})
  },
  EVERY_PAGE_MS,
)
