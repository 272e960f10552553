import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { EVERY_PAGE_MS, everyPage, isSettled, useSeededWorkspace } from './everyPage.ts'
import { charted, focusable, indistinguishable, selected } from './looks.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** Kinds of controls that have been looked at. */
const seen = new Set<string>()
/** What a page is checked for, and in windows of which widths, in this order: the page is opened in the first, and the last check changes it. Each returns the problems. */
const checks: Record<string, readonly [width: number, find: (page: Page) => Promise<string[]>]> = {
  'at 320': [320, findWideElements],
  'at 640': [640, findWideElements],
  motion: [1280, findMotion],
  'forced colors': [1280, findLookalikes],
}
const problems: Record<string, Record<string, string[]>> = { 'at 320': {}, 'at 640': {}, motion: {}, 'forced colors': {} }
let otherProblems: Record<string, unknown>

/** Opens every page once in a browser, for all tests. */
beforeAll(async () => {
  const page = await browser().page({ viewport: { width: 320, height: 512 } })
  await watchScrolling(page)
  await signIn(page, testServer().url, seededWorkspace().acme)
  otherProblems = await everyPage(seededWorkspace(), page, navigate, async (name, shows) => {
    await page.getByText(shows).first().waitFor({ state: 'attached' })
    await isSettled(page)
    for (const [kind, [width, find]] of Object.entries(checks)) {
      await page.setViewportSize({ width, height: 512 })
      await isSettled(page)
      const found = await find(page)
      if (found.length > 0) problems[kind]![name] = found
    }
    await page.setViewportSize({ width: 320, height: 512 })
    return []
  })
}, EVERY_PAGE_MS)

test('in narrow windows and with forced colors, every page is without errors, and shows hostile text as text', () => expect(otherProblems).toEqual({}))

test('with reduced motion, nothing on any page is animated or scrolls smoothly', () => expect(problems.motion).toEqual({}))

test('with forced colors, focus, selection, statuses and charts can be told apart on every page', () => {
  expect(seen.size).toBeGreaterThan(30)
  expect(problems['forced colors']).toEqual({})
})

/** 1280 pixels at 200 % are 640, and at 400 % are 320. */
test.each([640, 320])('in a window of %i pixels, nothing but a table and a row of tabs, which scroll, is wider than the window', (width) => {
  expect(problems[`at ${width}`]).toEqual({})
})

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

function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element)
      const isMoving = animationName !== 'none' || /[1-9]/.test(transitionDuration) || scrollBehavior === 'smooth'
      return isMoving ? [`${element.outerHTML.slice(0, 80)}: ${animationName} ${transitionDuration}`] : []
    }),
  )
}

/** Takes a picture of each kind of control twice. */
async function findLookalikes(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  const found = [
    ...(await indistinguishable(page, selected, seen)),
    ...(await indistinguishable(page, charted, seen)),
    ...(await indistinguishable(page, focusable, seen)),
    ...(await page
      .locator('[data-status]:visible')
      .evaluateAll((all) => all.filter((status) => !status.textContent?.trim()).map((status) => status.outerHTML))),
  ]
  await page.emulateMedia({ forcedColors: null, colorScheme: null })
  // A control that had the focus may still have its tooltip.
  await page.waitForFunction(() => !document.querySelector('[role=tooltip]'))
  return found
}

/** The elements that the window doesn't hold, and that nothing inside it scrolls. */
function findWideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []
    const isOutside = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1
    /** Whether it is inside something that ends in the window and cuts it off with an ellipsis. */
    const isCut = (element: Element): boolean =>
      element.parentElement !== null &&
      ((getComputedStyle(element.parentElement).textOverflow === 'ellipsis' && !isOutside(element.parentElement)) || isCut(element.parentElement))
    /** What scrolls on its own, and dropdowns, which take their place after they have opened. */
    const own = '[role=table], table, pre, [role=tablist], .mantine-TableScrollContainer-scrollContainer, .mantine-Popover-dropdown'
    const outside = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect()
      const isShown = width > 1 && right > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      return isShown && isOutside(element) && !element.closest(own) && !isCut(element)
    })
    return [...wide, ...outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 200))]
  })
}
