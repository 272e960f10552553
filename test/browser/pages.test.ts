import { expect, test } from 'vitest'
import { axe, complaints, lead, signIn, useBrowser } from '../kit/browser.ts'
import { HOSTILE } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'
import { everyPage, isSettled, useLively } from './everyPage.ts'

const world = useWorld()
const browser = useBrowser()
const lively = useLively(world)

/** What changes something, as buttons say it; those that filter, copy, open or close are for everybody. */
const CHANGES =
  /^(add|archive|call now|cancel campaign|connect|create|delete|disconnect|dismiss|duplicate|edit|end call|erase|export|import|invite|link|pause|place|publish|release|remove|rename|resend|retire|revoke|rotate|save|send|start|upload)\b/i
/** Whoever may read what a report holds may have one made, and throw it away; and a filter is taken off by its own button. */
const FOR_READERS = /^(export: (leads|results)|create (export|cli token)|delete export \d+|remove filter: .+)$/i

/** Waits for every page of the dashboard, more than eighty, to open in a browser, one after the other. How they look is `pages.long.test.ts`'s. */
test('a viewer reads every page, none offers to change anything, none asks for what is refused, and hostile texts are shown as they are', async () => {
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

/** Waits for five pages to open in a browser, and for an accessibility check of three. */
test('a page that is not for a viewer says so, calmly', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively().viewer)
  for (const path of ['/audit', '/agents/new', '/campaigns/new']) {
    await lead(page, path)
    await page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor()
    expect(await axe(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'View members' }).click()
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
