import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { contextsOf } from './contexts.ts'
import { patience } from './slowness.ts'
import { starting } from './spent.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const TIMEOUT_MS = patience(120_000)
const DEFAULT: BrowserContextOptions = { locale: 'en-US', timezoneId: 'Europe/Rome', viewport: { width: 1280, height: 800 } }

/** What a page did that it should not: errors of scripts, and whatever the content-security policy kept it from. */
export const complaints = new WeakMap<Page, string[]>()

export interface Opened {
  browser: Browser
  /** A page of a browser that knows nothing yet, with what it complained of. */
  page(options?: BrowserContextOptions): Promise<Page>
}

/** A real browser for a test file. */
export function useBrowser(): () => Opened {
  let opened: Opened
  beforeAll(() =>
    starting(async () => {
      const { executablePath, env } = inject('chromium')
      const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: FLAGS })
      const context = contextsOf(browser)
      opened = { browser, page: async (options) => newPage(await context({ ...DEFAULT, ...options })) }
    }),
  )
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of pagesOf(opened.browser)) await tellWhatIsSeen(page)
  })
  afterAll(() => opened?.browser.close())
  return () => opened
}

const pagesOf = (browser: Browser) => browser.contexts().flatMap((context) => context.pages())

/** For whoever reads of a failure where the browser no longer is: what the page showed when the test gave up. */
async function tellWhatIsSeen(page: Page) {
  const seen = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  process.stderr.write(`\n${page.url()} showed:\n${seen.slice(0, 6_000)}\n`)
}

async function newPage(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await page.addInitScript(keepToasts)
  const list: string[] = []
  complaints.set(page, list)
  page.on('pageerror', (error) => list.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(message.text())
  })
  return page
}

declare global {
  interface Window {
    toasts: string[]
  }
}

/** Runs in the page: a toast leaves by itself after seconds, which on a slow machine may be before the test has looked. */
function keepToasts() {
  window.toasts = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLElement && node.matches('.mantine-Notification-root')) window.toasts.push(node.textContent)
  }).observe(document, { childList: true, subtree: true })
}

/** Waits until a toast has told that, also when it has left again. Each is told once. */
export const told = (page: Page, text: string) =>
  page.waitForFunction((part) => {
    const index = window.toasts.findIndex((toast) => toast.includes(part))
    return index >= 0 && window.toasts.splice(index, 1)
  }, text)

const SIGN_IN = 'mutation($input: SignInInput!) { signIn(input: $input) { expiresAt } }'

/** Gives the page's browser a session of that person's, as the form does, and waits for the page at `next`. */
export async function signIn(page: Page, url: string, { email, password }: { email: string; password: string }, next = '/') {
  const answer = await page.context().request.post(`${url}/graphql`, { data: { query: SIGN_IN, variables: { input: { email, password } } } })
  const { errors } = (await answer.json()) as { errors?: object[] }
  if (errors) throw new Error(JSON.stringify(errors))
  await page.goto(`${url}/healthz`)
  await page.evaluate(() => localStorage.setItem('callwright-signed-in', 'yes'))
  await page.goto(url + next)
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' })
  await arrival(page)
}

interface Router {
  state: { status: string; resolvedLocation?: object }
  latestLocation: object
  history: { push(path: string): void }
  load(): Promise<void>
}
declare const __TSR_ROUTER__: Router

/** Leads the page to another address as one of its links does, without loading it anew, and waits until it is there. */
export async function lead(page: Page, path: string) {
  await page.evaluate((to) => {
    __TSR_ROUTER__.history.push(to)
    return __TSR_ROUTER__.load()
  }, path)
  await arrival(page)
}

/** Once the page is where it was led, and nothing of it is still to be put in its place. */
const arrival = (page: Page) =>
  page.waitForFunction(() => __TSR_ROUTER__.state.status === 'idle' && __TSR_ROUTER__.state.resolvedLocation === __TSR_ROUTER__.latestLocation)

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/** What axe finds wrong with the page as it stands, by the rules of WCAG 2.2 AA: each with the first place and why. */
export async function axe(page: Page): Promise<string[]> {
  // By the inspector's door: the page itself runs no script but its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    }),
  )
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes[0]?.html.slice(0, 300)} ${nodes[0]?.failureSummary ?? ''}`)
}

/** Keeps a picture of the page among the artefacts of the tests. */
export async function picture(page: Page, name: string, options: { fullPage?: boolean } = {}) {
  const folder = process.env.SCREENSHOTS ?? 'coverage/screenshots'
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled', ...options })
}
