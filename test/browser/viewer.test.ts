import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/db.ts'
import { axe, signIn, useBrowser } from '../kit/browser.ts'
import { type Lively, makeLively } from '../kit/lively.ts'
import { useWorld } from '../kit/world.ts'
import { addresses } from './addresses.ts'

const world = useWorld()
const browser = useBrowser()
let lively: Lively
const ignore = () => {}
beforeAll(async () => {
  lively = await makeLively(world())
  await anyWorkspace.membership.updateMany({ where: { workspaceId: lively.acme.id, user: { email: lively.acme.email } }, data: { role: 'viewer' } })
}, 120_000)

/** What changes something, as buttons say it; those that filter, copy, open or close are for everybody. */
const CHANGES =
  /^(add|archive|call now|cancel campaign|create|delete|disconnect|dismiss|duplicate|edit|end call|erase|export|import|invite|link|pause|place|publish|release|remove|rename|retire|revoke|rotate|save|send|start|upload)\b/i
/** Whoever may read what a report holds may have one made, and throw it away; and a filter is taken off by its own button. */
const FOR_READERS = /^(export: (leads|results)|delete report \d+|remove: .+)$/i

test('a viewer reads every page, none offers to change anything, and none asks for what is refused', async () => {
  const page = await browser().page()
  const sent: string[] = []
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? ''
    if (/"query":"mutation/.test(body) && !/RefreshSession|SignIn/.test(body)) sent.push(body.slice(0, 120))
    return route.continue()
  })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/graphql')) void response.text().then((text) => text.includes('"FORBIDDEN"') && refused.push(`${page.url()} ${text}`), ignore)
  })
  await signIn(page, world().url, lively.acme)
  const offered: Record<string, string[]> = {}
  for (const [name, { path }] of Object.entries(addresses(lively))) {
    await page.goto(world().url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
    const buttons = await page.locator('main').getByRole('button', { disabled: false }).all()
    const names = await Promise.all(buttons.map(async (button) => ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim()))
    const wrong = names.filter((text) => CHANGES.test(text) && !FOR_READERS.test(text))
    if (wrong.length > 0) offered[name] = wrong
  }
  expect(offered).toEqual({})
  expect(sent).toEqual([])
  expect(refused).toEqual([])
}, 600_000)

test('a page that is not for a viewer says so, calmly', async () => {
  const page = await browser().page()
  await signIn(page, world().url, lively.acme)
  for (const path of ['/audit', '/agents/new', '/campaigns/new']) {
    await page.goto(world().url + path)
    await page.getByRole('heading', { level: 1, name: 'Your role does not allow this page' }).waitFor()
    expect(await axe(page)).toEqual([])
  }
  await page.getByRole('link', { name: 'To the members' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
}, 120_000)
