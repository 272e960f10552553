import { expect, test } from 'vitest'
import { axe, complaints, lead, signIn, useBrowser } from '../kit/browser.ts'
import { HOSTILE } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'
import { expectWhole, useLively } from './everyPage.ts'

const world = useWorld()
const browser = useBrowser()
const lively = useLively(world)

/** Waits for every page of the dashboard to open in a browser, one after the other, each with a screenshot and an accessibility check. */
test('in light, on a wide window, every page is whole, accessible and silent, and shows hostile texts as they are', () =>
  expectWhole({ browser: browser(), world: world(), lively: lively() }, [['light', 1280]], lead))

/** Waits for five pages to open in a browser, and for an accessibility check of three. */
test('a page that is not for a viewer says so, calmly', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively().viewer)
  for (const path of ['/audit', '/agents/new', '/campaigns/new']) {
    await lead(page, path)
    await page.getByRole('heading', { level: 1, name: 'Your role does not allow this page' }).waitFor()
    expect(await axe(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'To the members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
})

/** Waits for the dashboard and the page of live calls to load in a browser. */
test('a hostile transcript is shown as it is where a call is watched', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively().acme)
  await page.goto(`${world().url}/live?call=${lively().callId}`)
  await page.getByRole('log').getByText(HOSTILE).waitFor()
  expect(complaints.get(page)).toEqual([])
})
