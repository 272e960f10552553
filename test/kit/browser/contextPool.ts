import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'

/**
 * Browser contexts without data of earlier tests. A context that a test has finished with is emptied and used again, because it has cached the program that
 * each page loads first. A context created before the tests of a file stays until the browser closes.
 */
export function createContextPool(browser: Browser): (options: BrowserContextOptions) => Promise<BrowserContext> {
  const idle = new Map<string, BrowserContext[]>()
  return async (options) => {
    const key = JSON.stringify(options)
    const context = idle.get(key)?.pop() ?? (await browser.newContext(options))
    const recycle = async () => {
      await empty(context)
      idle.set(key, [...(idle.get(key) ?? []), context])
    }
    afterTest(() => recycle().catch(() => context.close()))
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
