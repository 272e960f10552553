import { expect, test } from 'vitest'
import { findAccessibilityViolations, pageErrors, navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { HOSTILE_NAME } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { everyPage, isSettled, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** The labels of buttons that change something. Everyone may filter, copy, open and close. */
const CHANGES =
  /^(add|archive|call now|cancel campaign|connect|create|delete|disconnect|dismiss|duplicate|edit|end call|erase|export|import|invite|link|pause|place|publish|release|remove|rename|resend|retire|revoke|rotate|save|send|start|undo|upload)\b/i
/** A member who may read the content of an export may also create and delete it. A filter has its own button to remove it. */
const FOR_READERS = /^(export: (call history|leads|results)|create (export|cli token)|delete export \d+|remove filter: .+)$/i

/** Waits for every page of the dashboard, more than eighty, to open in a browser, one after the other. `pages.long.test.ts` checks how they look. */
test('a viewer reads every page without controls that change anything, refused requests or hostile text shown as markup', async () => {
  const page = await browser().page()
  const requests: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    const body = request.url().endsWith('/graphql') ? (request.postData() ?? '') : ''
    if (/"query":"mutation/.test(body) && !/RefreshSession|SignIn/.test(body)) requests.push(body.slice(0, 120))
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/graphql'))
      void response.text().then(
        (text) => text.includes('"FORBIDDEN"') && refused.push(`${page.url()} ${text}`),
        () => {},
      )
  })
  await signIn(page, testServer().url, seededWorkspace().viewer)
  const problems = await everyPage(seededWorkspace(), page, navigate, async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await isSettled(page)
    const buttons = await page.locator('main').getByRole('button', { disabled: false }).all()
    const names = await Promise.all(buttons.map(async (button) => ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim()))
    return names.filter((text) => CHANGES.test(text) && !FOR_READERS.test(text))
  })
  expect(problems).toEqual({})
  expect(requests).toEqual([])
  expect(refused).toEqual([])
})

/** Waits for five pages to open in a browser, and for an accessibility check of three. */
test('a page that a viewer may not open says so calmly', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().viewer)
  for (const path of ['/audit', '/agents/new', '/campaigns/new']) {
    await navigate(page, path)
    await page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor()
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'View members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
})

/** Waits for the dashboard and the page of live calls to load in a browser. */
test('a hostile transcript is shown as text on a live call', async () => {
  const page = await browser().page()
  await signIn(page, testServer().url, seededWorkspace().acme)
  await page.goto(`${testServer().url}/live?call=${seededWorkspace().callId}`)
  await page.getByRole('log').getByText(HOSTILE_NAME).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})
