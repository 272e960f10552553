import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'

/**
 * Contexts of a browser that know nobody: one that a test has done with is emptied and used again, since it still has the program that
 * each page loads first. One that is made before the tests of a file stays until the browser ends.
 */
export function contextsOf(browser: Browser): (options: BrowserContextOptions) => Promise<BrowserContext> {
  const idle = new Map<string, BrowserContext[]>()
  return async (options) => {
    const alike = JSON.stringify(options)
    const context = idle.get(alike)?.pop() ?? (await browser.newContext(options))
    const giveBack = async () => {
      await empty(context)
      idle.set(alike, [...(idle.get(alike) ?? []), context])
    }
    afterTest(() => giveBack().catch(() => context.close()))
    return context
  }
}

function afterTest(work: () => Promise<void>) {
  try {
    onTestFinished(work)
  } catch {
    // Before the tests of a file nothing says when it is done with.
  }
}

async function empty(context: BrowserContext) {
  for (const page of context.pages()) {
    const { origin } = new URL(page.url())
    const inspector = await context.newCDPSession(page)
    if (origin !== 'null') await inspector.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
    await page.close()
  }
  await context.clearCookies()
  await context.clearPermissions()
}
