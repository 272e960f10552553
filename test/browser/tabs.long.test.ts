import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** A phone of 400 pixels at 200 %, in which no row of tabs fits. */
test('on a phone, the chosen tab is in view', async () => {
  const acme = await testServer().workspace()
  const page = await browser().page({ viewport: { width: 200, height: 700 } })
  await signIn(page, testServer().url, acme)
  const key = await acme.key()
  const { id: agentId } = (await key.post('/agents', { name: 'Ada' })).body
  const { id: campaignId } = (await key.post('/campaigns', { name: 'Spring' })).body
  const chosen = {
    '/settings?tab=about': 'About',
    '/billing?tab=prices': 'Prices',
    '/keys?tab=apps': 'Connected apps',
    '/alerts?show=all': 'All',
    [`/agents/${agentId}?tab=test`]: 'Test call',
    [`/campaigns/${campaignId}?tab=settings`]: 'Settings',
  }
  for (const [path, name] of Object.entries(chosen)) {
    await page.goto(testServer().url + path)
    const tab = page.getByRole('tab', { name, selected: true })
    await tab.waitFor()
    await expect.poll(() => tab.evaluate(isInView), { message: path }).toBe(true)
  }
})

const isInView = (tab: Element) => {
  const [{ left, right }, row] = [tab.getBoundingClientRect(), tab.parentElement!.getBoundingClientRect()]
  return left >= row.left - 1 && (right <= row.right + 1 || right - left > row.width)
}
