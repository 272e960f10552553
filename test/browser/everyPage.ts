import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { anyWorkspace } from '../../src/db.ts'
import { axe, complaints, picture, signIn, type Opened } from '../kit/browser.ts'
import { HOSTILE, type Lively, makeLively } from '../kit/lively.ts'
import type { World } from '../kit/world.ts'
import { addresses } from './addresses.ts'

/** A lively workspace whose last call was spoken by somebody hostile. */
export function useLively(world: () => World): () => Lively {
  let lively: Lively
  beforeAll(async () => {
    lively = await makeLively(world())
    const said = [{ role: 'user', text: HOSTILE, startSeconds: 1 }]
    await anyWorkspace.callDetail.update({ where: { callId: lively.callId }, data: { transcript: said, summary: HOSTILE } })
  })
  return () => lively
}

/** PAGES=calls,calls-open looks at those only. */
const wanted = process.env.PAGES?.split(',')

export const isSettled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading], [role=status][aria-label=Caricamento]'))

/** Opens every page once and answers what is wrong, by page: what `look` finds, what the page complained of, and what was shown of it as anything but text. */
export async function everyPage(
  lively: Lively,
  page: Page,
  open: (page: Page, path: string) => Promise<unknown>,
  look: (name: string, shows: string | RegExp) => Promise<string[]>,
) {
  await page.addInitScript(() => Object.assign(window, { alert: () => (document.title = 'harmed') }))
  const found: Record<string, unknown> = {}
  for (const [name, { path, shows }] of Object.entries(addresses(lively))) {
    if (wanted && !wanted.includes(name)) continue
    complaints.get(page)!.length = 0
    const wrong = await open(page, path)
      .then(() => look(name, shows))
      .catch((error: Error) => [error.message])
    const harm = (await page.locator('img[src=x], [onerror]').count()) + Number((await page.title()) === 'harmed')
    wrong.push(...complaints.get(page)!, ...(harm > 0 ? ['markup of a customer is a part of the page'] : []))
    if (wrong.length > 0) found[name] = wrong
  }
  return found
}

/** Opens every page in a scheme and on a width, and expects each to be whole, accessible and silent, and to show hostile texts as they are. */
export async function expectWhole(
  { browser, world, lively }: { browser: Opened; world: World; lively: Lively },
  [colorScheme, width]: readonly ['light' | 'dark', number],
  open: (page: Page, path: string) => Promise<unknown>,
) {
  const page = await browser.page({ colorScheme, viewport: { width, height: 844 } })
  await signIn(page, world.url, lively.acme)
  const found = await everyPage(lively, page, open, async (name, shows) => {
    await page.getByText(shows).first().waitFor()
    await isSettled(page)
    await picture(page, `${name}-${width < 700 ? 'phone' : 'wide'}-${colorScheme}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    return [...(await axe(page)), ...(overflow > 0 ? [`wider than the window by ${overflow}`] : [])]
  })
  expect(found).toEqual({})
}
