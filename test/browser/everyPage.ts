import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, takeScreenshot } from '../kit/browser/browser.ts'
import { HOSTILE_NAME, type SeededWorkspace, seedWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { pagePaths } from './pagePaths.ts'

/** A seeded workspace whose last call has a hostile transcript. */
export function useSeededWorkspace(testServer: () => TestServer): () => SeededWorkspace {
  let seededWorkspace: SeededWorkspace
  beforeAll(async () => {
    seededWorkspace = await seedWorkspace(testServer())
    const lines = [{ role: 'user', text: HOSTILE_NAME, startSeconds: 1 }]
    await anyWorkspace.callDetail.update({ where: { callId: seededWorkspace.callId }, data: { transcript: lines, summary: HOSTILE_NAME } })
  })
  return () => seededWorkspace
}

/** PAGES=calls,calls-open limits the run to these. */
const selectedPages = process.env.PAGES?.split(',')

export const isSettled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading], [role=status][aria-label=Caricamento]'))

/** The most time for all pages, in milliseconds. What hangs ends before, because each wait for a page has a limit of its own. */
export const EVERY_PAGE_MS = scaledTimeout(2_400_000)

/** Opens every page once. Returns the problems by page: those that `look` finds, errors of the page, and hostile text that was not shown as text. */
export async function everyPage(
  seededWorkspace: SeededWorkspace,
  page: Page,
  open: (page: Page, path: string, name: string, shows: string | RegExp) => Promise<unknown>,
  look: (name: string, shows: string | RegExp) => Promise<string[]>,
) {
  await page.addInitScript(() => Object.assign(window, { alert: () => (document.title = 'harmed') }))
  const problems: Record<string, unknown> = {}
  for (const [name, { path, shows }] of Object.entries(pagePaths(seededWorkspace))) {
    if (selectedPages && !selectedPages.includes(name)) continue
    pageErrors.get(page)!.length = 0
    const wrong = await open(page, path, name, shows)
      .then(() => look(name, shows))
      .catch((error: Error) => [error.message])
    const harm = (await page.locator('img[src=x], [onerror]').count()) + Number((await page.title()) === 'harmed')
    wrong.push(...pageErrors.get(page)!, ...(harm > 0 ? ['markup of a customer is a part of the page'] : []))
    if (wrong.length > 0) problems[name] = wrong
  }
  return problems
}

export type Mode = readonly [scheme: 'light' | 'dark', width: number]

/** Returns the problems of what is on the screen in each mode. The first mode remains. */
export async function inspectModes(page: Page, name: string, modes: readonly [Mode, ...Mode[]], rules?: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [index, mode] of modes.entries()) {
    const isOnlyRecolored = modes.slice(0, index).some(([, width]) => width === mode[1])
    wrong.push(...(await inspectPage(page, name, mode, isOnlyRecolored ? COLOR_RULES : rules)))
  }
  await applyMode(page, modes[0])
  return wrong
}

export const optionsOf = ([colorScheme, width]: Mode) => ({ colorScheme, viewport: { width, height: 844 } })

async function applyMode(page: Page, mode: Mode) {
  const { colorScheme, viewport } = optionsOf(mode)
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** The rules that another theme of the same width can break: it changes only colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Saves a screenshot of the page in this mode, and returns the problems found by all accessibility rules, or by those named. */
async function inspectPage(page: Page, name: string, mode: Mode, rules?: readonly string[]): Promise<string[]> {
  const [scheme, width] = mode
  await applyMode(page, mode)
  await takeScreenshot(page, `${name}-${width < 700 ? 'phone' : 'wide'}-${scheme}`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const wrong = [...(await findAccessibilityViolations(page, rules)), ...(overflow > 0 ? [`wider than the window by ${overflow}`] : [])]
  return wrong.map((problem) => `${scheme}, ${width} wide: ${problem}`)
}
