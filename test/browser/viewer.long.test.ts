import { expect, test } from 'vitest'
import { navigate, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { EVERY_PAGE_MS, everyPage, isSettled, useSeededWorkspace } from './everyPage.ts'

const testServer = useTestServer()
const browser = useBrowser()
const seededWorkspace = useSeededWorkspace(testServer)

/** The labels of buttons that change something. Everyone may filter, copy, open and close. */
const CHANGES =
  /^(add|archive|call now|cancel campaign|connect|create|delete|disconnect|dismiss|duplicate|edit|end call|erase|export|import|invite|link|pause|place|publish|release|remove|rename|resend|retire|revoke|rotate|save|send|start|undo|upload)\b/i
/** A member who may read the content of an export may also create and delete it. A filter has its own button to remove it. */
const FOR_READERS = /^(export: (call history|leads|results)|create (export|cli token)|delete export \d+|remove filter: .+)$/i

/** Waits for every page of the dashboard, more than eighty, to open in a browser, one after the other. `pages.long.test.ts` checks how they look. */
test(
  'a viewer reads every page without controls that change anything, refused requests or hostile text shown as markup',
  async () => {
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
  },
  EVERY_PAGE_MS,
)
