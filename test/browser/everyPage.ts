import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { findAccessibilityViolations, pageErrors, takeScreenshot, signIn, type TestBrowser } from '../kit/browser/browser.ts'
import { HOSTILE_NAME, type SeededWorkspace, seedWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import type { TestServer } from '../kit/server/testServer.ts'
import { addresses } from './addresses.ts'

/** A seeded workspace whose last call has a hostile transcript. */
export function useSeededWorkspace(testServer: () => TestServer): () => SeededWorkspace {
  let seededWorkspace: SeededWorkspace
  beforeAll(async () => {
    seededWorkspace = await seedWorkspace(testServer())
    const said = [{ role: 'user', text: HOSTILE_NAME, startSeconds: 1 }]
    await anyWorkspace.callDetail.update({ where: { callId: seededWorkspace.callId }, data: { transcript: said, summary: HOSTILE_NAME } })
  })
  return () => seededWorkspace
}

/** PAGES=calls,calls-open limits the run to these. */
const wanted = process.env.PAGES?.split(',')

export const isSettled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading], [role=status][aria-label=Caricamento]'))

/** Opens every page once. Returns the problems by page: those that `look` finds, errors of the page, and hostile text that was not shown as text. */
export async function everyPage(
  seededWorkspace: SeededWorkspace,
  page: Page,
  open: (page: Page, path: string) => Promise<unknown>,
  look: (name: string, shows: string | RegExp) => Promise<string[]>,
) {
  await page.addInitScript(() => Object.assign(window, { alert: () => (document.title = 'harmed') }))
  const found: Record<string, unknown> = {}
  for (const [name, { path, shows }] of Object.entries(addresses(seededWorkspace))) {
    if (wanted && !wanted.includes(name)) continue
    pageErrors.get(page)!.length = 0
    const wrong = await open(page, path)
      .then(() => look(name, shows))
      .catch((error: Error) => [error.message])
    const harm = (await page.locator('img[src=x], [onerror]').count()) + Number((await page.title()) === 'harmed')
    wrong.push(...pageErrors.get(page)!, ...(harm > 0 ? ['markup of a customer is a part of the page'] : []))
    if (wrong.length > 0) found[name] = wrong
  }
  return found
}

export type Look = readonly [scheme: 'light' | 'dark', width: number]

/** Opens every page once in each mode. Expects it to be complete, accessible and without errors, and to show hostile text as text. */
export async function expectWhole(
  { browser, testServer, seededWorkspace }: { browser: TestBrowser; testServer: TestServer; seededWorkspace: SeededWorkspace },
  [first, ...others]: readonly [Look, ...Look[]],
  open: (page: Page, path: string) => Promise<unknown>,
) {
  const page = await browser.page(optionsOf(first))
  await signIn(page, testServer.url, seededWorkspace.acme)
  const found = await everyPage(seededWorkspace, page, open, async (name, shows) => {
    await page.getByText(shows).first().waitFor()
    await isSettled(page)
    const wrong: string[] = []
    for (const look of [first, ...others]) wrong.push(...(await lookAt(page, name, look)))
    await wear(page, first)
    return wrong
  })
  expect(found).toEqual({})
}

const optionsOf = ([colorScheme, width]: Look) => ({ colorScheme, viewport: { width, height: 844 } })

async function wear(page: Page, look: Look) {
  const { colorScheme, viewport } = optionsOf(look)
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** Saves a screenshot of the page in this mode, and returns the problems found. */
async function lookAt(page: Page, name: string, look: Look): Promise<string[]> {
  const [scheme, width] = look
  await wear(page, look)
  await takeScreenshot(page, `${name}-${width < 700 ? 'phone' : 'wide'}-${scheme}`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const wrong = [...(await findAccessibilityViolations(page)), ...(overflow > 0 ? [`wider than the window by ${overflow}`] : [])]
  return wrong.map((problem) => `${scheme}, ${width} wide: ${problem}`)
}
