import { expect, test } from 'vitest'
import { lead, signIn, useBrowser } from '../kit/browser.ts'
import { useWorld } from '../kit/world.ts'
import { everyPage, expectWhole, isSettled, useLively } from './everyPage.ts'

const world = useWorld()
const browser = useBrowser()
const lively = useLively(world)

/** Waits for every page to be loaded anew in a browser, one after the other, and for three screenshots and accessibility checks of each. The fourth look is `pages.test.ts`'s. */
test('in the dark and on a phone, every page that is loaded anew is whole, accessible and silent, and shows hostile texts as they are', () =>
  expectWhole(
    { browser: browser(), world: world(), lively: lively() },
    [
      ['dark', 390],
      ['dark', 1280],
      ['light', 390],
    ],
    (page, path) => page.goto(world().url + path),
  ))

/** What changes something, as buttons say it; those that filter, copy, open or close are for everybody. */
const CHANGES =
  /^(add|archive|call now|cancel campaign|create|delete|disconnect|dismiss|duplicate|edit|end call|erase|export|import|invite|link|pause|place|publish|release|remove|rename|resend|retire|revoke|rotate|save|send|start|upload)\b/i
/** Whoever may read what a report holds may have one made, and throw it away; and a filter is taken off by its own button. */
const FOR_READERS = /^(export: (leads|results)|delete report \d+|remove: .+)$/i

/** Waits for every page of the dashboard, more than eighty, to open in a browser, one after the other. */
test('a viewer reads every page, none offers to change anything, and none asks for what is refused', async () => {
  const page = await browser().page()
  const sent: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    const body = request.url().endsWith('/graphql') ? (request.postData() ?? '') : ''
    if (/"query":"mutation/.test(body) && !/RefreshSession|SignIn/.test(body)) sent.push(body.slice(0, 120))
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/graphql'))
      void response.text().then(
        (text) => text.includes('"FORBIDDEN"') && refused.push(`${page.url()} ${text}`),
        () => {},
      )
  })
  await signIn(page, world().url, lively().viewer)
  const found = await everyPage(lively(), page, lead, async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await isSettled(page)
    const buttons = await page.locator('main').getByRole('button', { disabled: false }).all()
    const names = await Promise.all(buttons.map(async (button) => ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim()))
    return names.filter((text) => CHANGES.test(text) && !FOR_READERS.test(text))
  })
  expect(found).toEqual({})
  expect(sent).toEqual([])
  expect(refused).toEqual([])
})
