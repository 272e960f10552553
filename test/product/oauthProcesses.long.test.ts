import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import {
  authorize,
  followRedirectToApp,
  createBrowser,
  answerConsent,
  exchangeCode,
  postForm,
  consentPageOf,
  createPkce,
  refreshTokens,
  registerClient,
  fetchConsentRequest,
  signIn,
  type Tokens,
} from '../oauth/oauthFlow.ts'

let firstProcess: Product
let secondProcess: Product
let end: () => Promise<void>
beforeAll(async () => {
  const [database, first, second] = await Promise.all([freshDatabase(), createProduct(), createProduct()])
  firstProcess = first
  secondProcess = second
  const shared = { DATABASE_URL: database.url, PUBLIC_URL: firstProcess.url }
  await firstProcess.start(shared)
  await secondProcess.start({ ...shared, ROLE: 'api' })
  end = async () => {
    await Promise.all([firstProcess.end(), secondProcess.end()])
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
  const resource = `${firstProcess.url}/mcp`
  const { client_id } = await registerClient(secondProcess.url)
  const [browsing, { verifier, challenge }, accessToken] = [createBrowser(), createPkce(), await signIn(secondProcess.url, firstProcess.demo())]
  const redirect = await authorize(firstProcess.url, browsing, { client_id, code_challenge: challenge, resource })
  const page = consentPageOf(redirect, secondProcess.url)
  const { scopes, workspaces } = (await (await fetchConsentRequest(browsing, page, accessToken)).json()) as { scopes: string[]; workspaces: { id: number }[] }
  const back = await followRedirectToApp(browsing, await answerConsent(browsing, page, accessToken, { approve: true, workspace_id: workspaces[0]!.id, scopes }))
  const tokens = (await (await exchangeCode(secondProcess.url, { client_id, verifier, code: back.get('code')! }, { resource })).json()) as Tokens
  expect([(await tool(firstProcess, tokens.access_token)).status, (await tool(secondProcess, tokens.access_token)).status]).toEqual([200, 200])

  const all = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => refreshTokens((turn % 2 ? firstProcess : secondProcess).url, client_id, tokens.refresh_token, { resource })),
  )
  expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const next = (await Promise.all(all.map((res) => res.json()))) as Tokens[]
  for (const { access_token } of next) expect((await tool(firstProcess, access_token)).status).toBe(200)

  expect((await postForm(`${secondProcess.url}/oauth/revoke`, { client_id, token: next[0]!.refresh_token })).status).toBe(200)
  for (const { access_token, refresh_token } of next) {
    expect((await tool(firstProcess, access_token)).status).toBe(401)
    expect((await refreshTokens(firstProcess.url, client_id, refresh_token, { resource })).status).toBe(400)
  }
  expect(firstProcess.output() + secondProcess.output()).not.toMatch(/oidc-provider|Unsupported runtime/)
})
