import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { authorize, followRedirectToApp, createBrowser, answerConsent, exchangeCode, postForm, consentPageOf, createPkce, refreshTokens, registerClient, fetchConsentRequest, signIn, type Tokens } from '../oauth/oauthFlow.ts'

let one: Product
let two: Product
let end: () => Promise<void>
beforeAll(async () => {
  const [database, first, second] = await Promise.all([freshDatabase(), createProduct(), createProduct()])
  one = first
  two = second
  const shared = { DATABASE_URL: database.url, PUBLIC_URL: one.url }
  await one.start(shared)
  await two.start({ ...shared, ROLE: 'api' })
  end = async () => {
    await Promise.all([one.end(), two.end()])
    await database.drop()
  }
})
afterAll(() => end?.())

const tool = (at: Product, token: string) =>
  fetch(`${at.url}/mcp`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

/** Sends about fifty requests to two servers, most of them one after the other. */
test('an app is connected, refreshed ten times simultaneously and revoked, each step at the other one of two processes', async () => {
  const resource = `${one.url}/mcp`
  const { client_id } = await registerClient(two.url)
  const [browsing, { verifier, challenge }, accessToken] = [createBrowser(), createPkce(), await signIn(two.url, one.demo())]
  const sent = await authorize(one.url, browsing, { client_id, code_challenge: challenge, resource })
  const page = consentPageOf(sent, two.url)
  const { scopes, workspaces } = (await (await fetchConsentRequest(browsing, page, accessToken)).json()) as { scopes: string[]; workspaces: { id: number }[] }
  const back = await followRedirectToApp(browsing, await answerConsent(browsing, page, accessToken, { approve: true, workspace_id: workspaces[0]!.id, scopes }))
  const tokens = (await (await exchangeCode(two.url, { client_id, verifier, code: back.get('code')! }, { resource })).json()) as Tokens
  expect([(await tool(one, tokens.access_token)).status, (await tool(two, tokens.access_token)).status]).toEqual([200, 200])

  const all = await Promise.all(Array.from({ length: 10 }, (_, turn) => refreshTokens((turn % 2 ? one : two).url, client_id, tokens.refresh_token, { resource })))
  expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const next = (await Promise.all(all.map((res) => res.json()))) as Tokens[]
  for (const { access_token } of next) expect((await tool(one, access_token)).status).toBe(200)

  expect((await postForm(`${two.url}/oauth/revoke`, { client_id, token: next[0]!.refresh_token })).status).toBe(200)
  for (const { access_token, refresh_token } of next) {
    expect((await tool(one, access_token)).status).toBe(401)
    expect((await refreshTokens(one.url, client_id, refresh_token, { resource })).status).toBe(400)
  }
  expect(one.output() + two.output()).not.toMatch(/oidc-provider|Unsupported runtime/)
})
