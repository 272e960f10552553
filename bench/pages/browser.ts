import { chromium } from 'playwright-core'
import type { Chromium } from '../../test/kit/browser/chromium.ts'
import { startSession } from '../../test/kit/browser/startSession.ts'
import type { Product } from './product.ts'

/** Times since the request for a page, in milliseconds. */
export interface Opened {
  /** Until the first text or picture was painted. */
  paint: number
  /** Until the page's title was in place. */
  shown: number
}

/** Opens a browser with one context, whose cache fills as pages are opened. */
export async function openBrowser(packaged: Chromium | null) {
  const executablePath = process.env.CHROMIUM_PATH ?? packaged?.executablePath
  if (!executablePath) throw new Error('No browser was found. Set CHROMIUM_PATH to a Chromium or Chrome.')
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...packaged?.env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(120_000)
  return {
    async signIn(product: Product) {
      const page = await context.newPage()
      await startSession(page, product.url, product)
      await page.close()
    },
    /** Opens a page in a tab of its own, since what the page before in a tab leaves behind would be measured with it. */
    async open(url: string): Promise<Opened> {
      const page = await context.newPage()
      await page.goto(url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const shown = await page.evaluate(() => performance.now())
      // The browser reports a paint after it.
      const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
      const opened = { paint: (await paint.jsonValue()) as number, shown }
      await page.close()
      return opened
    },
    close: () => browser.close(),
  }
}
