import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
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

export type Look = readonly [scheme: 'light' | 'dark', width: number]

/** Opens every page once, in the first of the looks, and expects it to be whole, accessible and silent in each, and to show hostile texts as they are. */
export async function expectWhole(
  { browser, world, lively }: { browser: Opened; world: World; lively: Lively },
  [first, ...others]: readonly [Look, ...Look[]],
  open: (page: Page, path: string) => Promise<unknown>,
) {
  const page = await browser.page(optionsOf(first))
  await signIn(page, world.url, lively.acme)
  const found = await everyPage(lively, page, open, async (name, shows) => {
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

/** Keeps a picture of the page in that look, and answers what is wrong with it there. */
async function lookAt(page: Page, name: string, look: Look): Promise<string[]> {
  const [scheme, width] = look
  await wear(page, look)
  await picture(page, `${name}-${width < 700 ? 'phone' : 'wide'}-${scheme}`)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const wrong = [...(await axe(page)), ...(overflow > 0 ? [`wider than the window by ${overflow}`] : [])]
  return wrong.map((problem) => `${scheme}, ${width} wide: ${problem}`)
}
