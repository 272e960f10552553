import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { everyPage, isSettled, useSeededWorkspace } from './everyPage.ts'
import { charted, focusable, indistinguishable, selected } from './looks.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** Opens every page as a person with these settings. Returns the problems that `look` finds, by page. */
async function inspectPages(options: BrowserContextOptions, look: (page: Page, name: string) => Promise<string[]>, prepare?: (page: Page) => Promise<unknown>) {
  const page = await browser().page(options)
  await prepare?.(page)
  await signIn(page, testServer().url, seededWorkspace().acme)
  return everyPage(seededWorkspace(), page, navigate, async (name, shows) => {
    await page.getByText(shows).first().waitFor({ state: 'attached' })
    await isSettled(page)
    return look(page, name)
  })
}

/** Opens every page in a browser. */
test('with reduced motion, nothing on any page is animated or scrolls smoothly', async () => {
  const watchScrolling = (page: Page) =>
    page.addInitScript(() => {
      for (const name of ['scrollTo', 'scrollBy', 'scrollIntoView'] as const) {
        const original = Element.prototype[name] as (...args: unknown[]) => void
        Element.prototype[name] = function (this: Element, ...args: unknown[]) {
          if ((args[0] as ScrollToOptions | undefined)?.behavior === 'smooth') reportError(new Error('scrolls smoothly'))
          original.apply(this, args)
        }
      }
    })
  const problems = await inspectPages(
    { reducedMotion: 'reduce' },
    (page) =>
      page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element)
          const isMoving = animationName !== 'none' || /[1-9]/.test(transitionDuration) || scrollBehavior === 'smooth'
          return isMoving ? [`${element.outerHTML.slice(0, 80)}: ${animationName} ${transitionDuration}`] : []
        }),
      ),
    watchScrolling,
  )
  expect(problems).toEqual({})
})

/** Opens every page in a browser, and takes a picture of each kind of control twice. */
test('with forced colors, focus, selection, statuses and charts can be told apart on every page', async () => {
  const seen = new Set<string>()
  const problems = await inspectPages({ forcedColors: 'active', colorScheme: 'dark' }, async (page) => [
    ...(await indistinguishable(page, selected, seen)),
    ...(await indistinguishable(page, charted, seen)),
    ...(await indistinguishable(page, focusable, seen)),
    ...(await page
      .locator('[data-status]:visible')
      .evaluateAll((all) => all.filter((status) => !status.textContent?.trim()).map((status) => status.outerHTML))),
  ])
  expect(seen.size).toBeGreaterThan(30)
  expect(problems).toEqual({})
})

/** Opens every page in a browser. 1280 pixels at 200 % are 640, and at 400 % are 320. */
test.each([640, 320])('in a window of %i pixels, nothing but a table is wider than the window', async (width) => {
  const problems = await inspectPages({ viewport: { width, height: 512 } }, (page) =>
    page.evaluate(() => {
      const found = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []
      const isOutside = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1
      /** Whether it is inside something that ends in the window and cuts it off with an ellipsis. */
      const isCut = (element: Element): boolean =>
        element.parentElement !== null &&
        ((getComputedStyle(element.parentElement).textOverflow === 'ellipsis' && !isOutside(element.parentElement)) || isCut(element.parentElement))
      const outside = [...document.querySelectorAll('body *')].filter((element) => {
        const { right, width: own } = element.getBoundingClientRect()
        const isShown = own > 1 && right > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        return isShown && isOutside(element) && !element.closest('[role=table], table, pre, .mantine-TableScrollContainer-scrollContainer') && !isCut(element)
      })
      return [...found, ...outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 200))]
    }),
  )
  expect(problems).toEqual({})
})
