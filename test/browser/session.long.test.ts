import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { publish } from '../../src/kernel/events.ts'
import { signIn, useBrowser } from '../kit/browser/browser.ts'
import { makeCall } from '../kit/fixtures/rows.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ speed: 1 })
const browser = useBrowser()
let acme: TestWorkspace
beforeAll(async () => {
  acme = await testServer().workspace()
})

/** A page that shows live calls, and resolves when it is connected. */
async function openLivePage(path = '/live', page?: Page) {
  const opened = page ?? (await browser().page())
  await signIn(opened, testServer().url, acme, path)
  await opened.locator('[data-connection=live]').waitFor()
  return opened
}

const sessionsOf = async ({ email }: TestWorkspace) => anyWorkspace.session.findMany({ where: { user: { email }, revokedAt: null } })

/** Ends all sessions of a person, as a sign-out elsewhere does. */
async function endSessions(workspace: TestWorkspace) {
  for (const { id } of await sessionsOf(workspace)) {
    await anyWorkspace.session.update({ where: { id }, data: { revokedAt: new Date() } })
    publish('access.revoked', { sessionId: id })
  }
}

/** Every test here waits for one to three pages of a real browser, and most of them for a live connection to the server. */

/** Also waits for the connection to return. The first retry is after 0.3 seconds at most, and each failure doubles the pause. */
test('a lost connection is shown with its time, returns automatically, and calls that ended meanwhile disappear', async () => {
  const call = await makeCall(acme.id)
  await anyWorkspace.call.update({ where: { id: call.id }, data: { status: 'in_progress', startedAt: new Date() } })
  const page = await browser().page()
  let isCut = false
  const cuts: (() => Promise<void>)[] = []
  await page.routeWebSocket(/graphql/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 })
    const server = socket.connectToServer()
    cuts.push(async () => {
      await socket.close({ code: 1012 })
      await server.close()
    })
  })
  await openLivePage('/live', page)
  const row = page.getByRole('row').getByText('+12125550009')
  await row.waitFor()
  isCut = true
  await Promise.all(cuts.splice(0).map((cut) => cut()))
  await page.getByText(/Connection lost. Showing data from/).waitFor()
  await anyWorkspace.call.update({ where: { id: call.id }, data: { status: 'completed', finishedAt: new Date(), endedAt: new Date() } })
  await page.getByRole('button', { name: 'Reconnect now' }).click()
  isCut = false
  await page.getByText('No active calls').waitFor()
  await page.locator('[data-connection=live]').waitFor()
  await expect.poll(() => page.getByText('Connection lost').count()).toBe(0)
})

test('a session that ends elsewhere ends here immediately with a message, and signing in returns to the same page', async () => {
  const page = await openLivePage('/live?status=ringing')
  await endSessions(acme)
  await page.getByText('Your session has ended').waitFor()
  await page.getByLabel('Email').fill(acme.email)
  await page.locator('input[autocomplete=current-password]').fill(acme.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/live\?status=ringing/)
  await page.locator('[data-connection=live]').waitFor()
})

test('signing out in one tab signs out the others', async () => {
  const page = await openLivePage()
  const other = await page.context().newPage()
  await other.goto(`${testServer().url}/dnc`)
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.goto(`${testServer().url}/live`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

test('an expired access token is replaced silently, once for all simultaneous requests', async () => {
  const page = await browser().page()
  let refused = 0
  let renewals = 0
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? ''
    if (body.includes('RefreshSession')) renewals += 1
    else if (refused < 2 && body.includes('DncEntries')) {
      refused += 1
      return route.fulfill({ json: { errors: [{ message: 'Sign in or send an API key.', extensions: { code: 'UNAUTHENTICATED' } }] } })
    }
    return route.continue()
  })
  await signIn(page, testServer().url, acme)
  const before = renewals
  refused = 1
  await page.getByRole('link', { name: 'Do-not-call list' }).click()
  await page.getByRole('heading', { name: 'Do-not-call list' }).waitFor()
  await expect.poll(() => renewals - before).toBe(1)
  await page.getByText('Couldn’t load').waitFor({ state: 'hidden' })
  expect(refused).toBe(2)
})

test('an unreachable server, or an invalid response, is reported and ends no session', async () => {
  const page = await openLivePage('/dnc')
  await page.route('**/graphql', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }))
  await page.reload()
  await page.getByText('Can’t reach the server').waitFor()
  await page.unroute('**/graphql')
  await page.reload()
  await page.getByRole('heading', { name: 'Do-not-call list' }).waitFor()
})

test('a member who loses the open workspace sees a message and continues in another one', async () => {
  const other = await testServer().workspace({ name: 'Second' })
  const { id: userId } = await anyWorkspace.user.findUniqueOrThrow({ where: { email: acme.email } })
  await anyWorkspace.membership.create({ data: { workspaceId: other.id, userId, role: 'viewer' } })
  const page = await openLivePage()
  await page.getByRole('button', { name: 'Workspace: Acme' }).click()
  await page.getByRole('menuitem', { name: /Second/ }).click()
  await page.getByRole('button', { name: 'Workspace: Second' }).waitFor()
  await page.locator('[data-connection=live]').waitFor()
  await anyWorkspace.membership.delete({ where: { workspaceId_userId: { workspaceId: other.id, userId } } })
  publish('access.revoked', { userId, workspaceId: other.id })
  await page.getByText('You no longer have access to that workspace').waitFor()
  await page.getByRole('button', { name: 'Workspace: Acme' }).waitFor()
})
