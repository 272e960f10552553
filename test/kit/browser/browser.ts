import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { createContextPool } from './contextPool.ts'
import { startSession } from './startSession.ts'
import { scaledTimeout } from '../runner/slowness.ts'
import { measureStart } from '../runner/timeSpent.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const TIMEOUT_MS = scaledTimeout(120_000)
/** Without animations: on a busy machine, a test would look at an element that is still half transparent. */
const DEFAULT: BrowserContextOptions = { locale: 'en-US', timezoneId: 'Europe/Rome', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }

/** Errors of a page's scripts, and what the content security policy blocked. */
export const pageErrors = new WeakMap<Page, string[]>()

export interface TestBrowser {
  browser: Browser
  /** Opens a page in a browser context without cookies or stored data. */
  page(options?: BrowserContextOptions): Promise<Page>
}

/** Starts a real browser for a test file. */
export function useBrowser(): () => TestBrowser {
  let testBrowser: TestBrowser
  beforeAll(() =>
    measureStart(async () => {
      const { executablePath, env } = inject('chromium')
      const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS })
      const context = createContextPool(browser)
      testBrowser = { browser, page: async (options) => newPage(await context({ ...DEFAULT, ...options })) }
    }),
  )
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of pagesOf(testBrowser.browser)) await printPage(page)
  })
  afterAll(() => testBrowser?.browser.close())
  return () => testBrowser
}

const pagesOf = (browser: Browser) => browser.contexts().flatMap((context) => context.pages())

/** Prints what the page showed when a test failed, because the browser is gone when the failure is read. */
async function printPage(page: Page) {
  const snapshot = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  process.stderr.write(`\n${page.url()} showed:\n${snapshot.slice(0, 6_000)}\n`)
}

async function newPage(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await page.addInitScript(recordToasts)
  const messages: string[] = []
  pageErrors.set(page, messages)
  page.on('pageerror', (error) => messages.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') messages.push(message.text())
  })
  return page
}

declare global {
  interface Window {
    toasts: HTMLElement[]
  }
}

/** Runs in the page. A toast disappears after seconds. On a slow machine, that may be before the test looks for it. Its text may be loaded after it is shown. */
function recordToasts() {
  window.toasts = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof HTMLElement)
          // The first toast comes with the container of all.
          for (const toast of [node, ...node.querySelectorAll<HTMLElement>('*')]) if (toast.matches('.mantine-Notification-root')) window.toasts.push(toast)
  }).observe(document, { childList: true, subtree: true })
}

/** Waits for a toast with this text, even if it has already disappeared. Each toast is returned once. */
export const waitForToast = (page: Page, text: string) =>
  page.waitForFunction((part) => {
    const index = window.toasts.findIndex(({ textContent }) => textContent.includes(part))
    return index >= 0 && window.toasts.splice(index, 1)
  }, text)

/** Signs a person in as the form does, and waits for the page at `next`. */
export async function signIn(page: Page, url: string, person: { email: string; password: string }, next = '/') {
  await startSession(page, url, person)
  await page.goto(url + next)
  // Narrow windows hide it until it is opened.
  await page.getByRole('navigation', { name: 'Main navigation', includeHidden: true }).waitFor({ state: 'attached' })
  await waitForNavigation(page)
}

/** Navigates as a link of the page does, without a reload, and waits until the new page is there. */
export async function navigate(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await waitForNavigation(page)
}

/** Waits until the page of the address is on the screen. */
const waitForNavigation = (page: Page) => page.waitForFunction(() => !document.documentElement.hasAttribute('data-navigating'))

/** Presses a key on an element as a person does who has gone there by keyboard: once a dialog or menu that has just opened has taken the focus. */
export async function pressOn(element: Locator, key = 'Enter') {
  await element.waitFor()
  await element.page().waitForFunction(
    (target) => {
      const layer = target?.closest('[role=dialog], [role=menu]')
      return !layer || layer.contains(document.activeElement)
    },
    await element.elementHandle(),
  )
  await element.focus()
  await element.page().keyboard.press(key)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/** All of WCAG 2.2 AA. */
export const WCAG_RULES: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ALL_RULES = [...WCAG_RULES, 'best-practice']

/** Violations that axe finds by WCAG 2.2 AA and its best practices, or by the rules named, each with its first element and the reason. */
export async function findAccessibilityViolations(page: Page, rules: readonly string[] = ALL_RULES, within = 'html'): Promise<string[]> {
  // The debugger can do this. The page's policy allows only its own scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ([selector, runOnly, isComplete]) =>
      (window as unknown as { axe: { run(context: string, options: object): Promise<{ violations: Violation[] }> } }).axe.run(selector, {
        runOnly,
        resultTypes: ['violations'],
        // axe leaves out the only rule of WCAG 2.2 unless it is named.
        rules: isComplete ? { 'target-size': { enabled: true } } : {},
      }),
    [within, rules, rules.includes('wcag22aa')] as const,
  )
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary ?? ''}`)
}

/** Saves a screenshot in the folder that SCREENSHOTS names. Does nothing without it, because nobody looks at the screenshots of most runs. */
export async function takeScreenshot(page: Page, name: string, options: { fullPage?: boolean } = {}) {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled', ...options })
}
