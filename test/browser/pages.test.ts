import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axe, complaints, picture, signIn, useBrowser } from '../kit/browser.ts'
import { type Lively, makeLively } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'
import { addresses } from './addresses.ts'

const world = useWorld()
const browser = useBrowser()
let lively: Lively
beforeAll(async () => {
  lively = await makeLively(world())
}, 90_000)

/** For a while nothing is asked and nothing is said to be loading. */
async function settled(page: Page, shows: string | RegExp) {
  await page.getByText(shows).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading], [role=status][aria-label=Caricamento]'))
}

/** PAGES=calls,calls-open looks at those only. */
const wanted = process.env.PAGES?.split(',')

/** Each scheme and each width once; EVERY_LOOK=yes looks at all four. */
const LOOKS = [
  ['light', 'wide', 1280],
  ['dark', 'phone', 390],
  ...(process.env.EVERY_LOOK
    ? ([
        ['dark', 'wide', 1280],
        ['light', 'phone', 390],
      ] as const)
    : []),
] as const

test.concurrent.each(LOOKS)(
  'in %s, on a %s window, every page is whole, accessible and silent',
  async (colorScheme, width, size) => {
    const page = await browser().page({ colorScheme, viewport: { width: size, height: 844 } })
    await signIn(page, world().url, lively.acme)
    const found: Record<string, unknown> = {}
    for (const [name, { path, shows }] of Object.entries(addresses(lively))) {
      if (wanted && !wanted.includes(name)) continue
      complaints.get(page)!.length = 0
      await page.goto(world().url + path)
      const problem = await settled(page, shows).then(
        () => null,
        (error: Error) => error.message,
      )
      await picture(page, `${name}-${width}-${colorScheme}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      const wrong = [...(problem ? [problem] : await axe(page)), ...complaints.get(page)!, ...(overflow > 0 ? [`wider than the window by ${overflow}`] : [])]
      if (wrong.length > 0) found[name] = wrong
      expect(await page.title()).not.toBe('harmed')
    }
    expect(found).toEqual({})
  },
  1_200_000,
)
