import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { findChromium } from './chromium.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const PATIENCE_MS = 45_000

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
  beforeAll(async () => {
    const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
    opened = { browser, page: (options) => newPage(browser, options) }
  })
  afterAll(() => opened?.browser.close())
  return () => opened
}

async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Rome', viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const list: string[] = []
  complaints.set(page, list)
  page.on('pageerror', (error) => list.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') list.push(message.text())
  })
  return page
}

/** Signs in as a person would, and waits for the first page. */
export async function signIn(page: Page, url: string, { email, password }: { email: string; password: string }, next = '/') {
  await page.goto(`${url}/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' })
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/** What axe finds wrong with the page as it stands, by the rules of WCAG 2.2 AA: each with the first place and why. */
export async function axe(page: Page): Promise<string[]> {
  // By the inspector's door: the page itself runs no script but its own.
  await page.evaluate(axeSource)
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
