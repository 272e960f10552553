import { createBrowser, connectApp, answerConsent, consentPageOf, registerClient, fetchConsentRequest, signIn } from '../oauth/oauthFlow.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { bearerProxy } from './bearerProxy.ts'
import { type Programs, programs } from './packages.ts'
import { type Ended, runProgram } from './programRun.ts'

/**
 * `npm run conformance`: the official suite and the inspector against the built product, a process of its own with an embedded database.
 * What cannot pass stands in the baselines, each with its reason; anything else that fails, and what stands there and passes, ends this with 1.
 */
const REVISIONS = ['2026-07-28', '2025-11-25']
/** Beside what a revision asks for: scenarios that came later, and what goes for older clients. */
const FURTHER = [
  { scenario: 'http-header-validation', revision: '2026-07-28' },
  ...['server-initialize', 'ping', 'tools-list'].map((scenario) => ({ scenario, revision: '2025-06-18' })),
]
const ERAS = ['modern', 'legacy']

interface Ground {
  tools: Programs
  server: Product
  /** The dashboard's access token of the person who allows. */
  accessToken: string
}

const suite = ({ tools }: Ground, url: string, args: string[]) => runProgram(tools, [tools.conformance, 'server', '--url', `${url}/mcp`, ...args])

/** Every scenario that a revision of the protocol asks of a server. */
const required = (ground: Ground, url: string, revision: string) =>
  suite(ground, url, ['--requirements', revision, '--expected-failures', `test/conformance/baseline-${revision}.yml`])

/** The authorization server, with a program in the place of the person and the browser. */
async function authorizationServer({ tools, server, accessToken }: Ground) {
  const port = await findQuietPort()
  const { client_id } = await registerClient(server.url, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const args = ['--url', server.url, '--client-id', client_id, '--resource', `${server.url}/mcp`, '-p', String(port), '--spec-version', REVISIONS[0]!]
  let approved: Promise<unknown> | undefined
  const ended = await runProgram(tools, [tools.conformance, 'authorization', ...args], (output) => {
    const [address] = new RegExp(`^${server.url}/oauth/authorize\\?\\S+(?=\\s)`, 'm').exec(output) ?? []
    if (address) approved ??= approve(address, { server, accessToken }).catch((err: unknown) => process.stderr.write(`${String(err)}\n`))
  })
  await approved
  return ended
}

/** Opens the address, allows what is asked, and goes back to the app. */
async function approve(address: string, { server, accessToken }: Omit<Ground, 'tools'>) {
  const browsing = createBrowser()
  const page = consentPageOf(await browsing.fetch(address), server.url)
  const { scopes } = (await (await fetchConsentRequest(browsing, page, accessToken)).json()) as { scopes: string[] }
  const answered = await answerConsent(browsing, page, accessToken, { approve: true, workspace_id: server.demo().workspace_id, scopes })
  const { redirect_to } = (await answered.json()) as { redirect_to: string }
  const back = await browsing.fetch(redirect_to)
  await fetch(back.headers.get('location')!)
}

const inspect = ({ tools, server }: Ground, token: string, era: string, args: string[]) => {
  const target = ['--cli', `${server.url}/mcp`, '--transport', 'http', '--protocol-era', era, '--header', `Authorization: Bearer ${token}`]
  return runProgram(tools, [tools.inspector, ...target, ...args])
}

/** Says how it went, and all that was printed where it went wrong; answers whether it went well. */
async function told(what: string, going: Promise<Ended>): Promise<boolean> {
  const { status, output } = await going
  const isWell = status === 0
  if (!isWell || process.argv.includes('--verbose')) process.stdout.write(`${output}\n`)
  const counts = /^Total: (\d+ passed)|^(\d+ errors?, \d+ warnings?)/m.exec(output)?.slice(1).join('')
  process.stdout.write(`${isWell ? 'ok  ' : 'FAIL'} ${what}${counts ? ` (${counts})` : ''}\n`)
  return isWell
}

async function everything(tools: Programs, server: Product): Promise<boolean> {
  await server.start()
  const accessToken = await signIn(server.url, server.demo())
  const ground = { tools, server, accessToken }
  const { tokens } = await connectApp({ url: server.url, accessToken, workspaceId: server.demo().workspace_id })
  const proxy = await bearerProxy(server.url, tokens.access_token)
  const results: boolean[] = []
  try {
    for (const revision of REVISIONS) results.push(await told(`server, all of ${revision}`, required(ground, proxy.url, revision)))
    for (const { scenario, revision } of FURTHER)
      results.push(await told(`server, ${scenario} of ${revision}`, suite(ground, proxy.url, ['--scenario', scenario, '--spec-version', revision])))
    results.push(await told('authorization server', authorizationServer(ground)))
    for (const era of ERAS) {
      results.push(await told(`inspector, schemas, ${era} era`, inspect(ground, tokens.access_token, era, ['--method', 'tools/list', '--strict'])))
      const call = ['--method', 'tools/call', '--tool-name', 'get_workspace_info']
      results.push(await told(`inspector, a call, ${era} era`, inspect(ground, tokens.access_token, era, call)))
    }
  } finally {
    await proxy.close()
  }
  return results.every(Boolean)
}

const server = await createProduct()
try {
  process.exitCode = (await everything(programs(), server)) ? 0 : 1
} finally {
  await server.end()
}
