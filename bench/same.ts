import type { Contestant } from './contestants.ts'
import type { Ground } from './ground.ts'
import type { Contender } from './operations.ts'
import { PAGE, pothosCursor } from './shots.ts'

interface Asked {
  title: string
  method?: 'GET' | 'POST'
  path: string
  key: string
  idempotencyKey?: string
  body?: object
}
interface Answered {
  status: number
  headers: string[]
  text: string
}

/** Told apart by their nature: what a database, a clock or a provider hands out. */
const HANDED_OUT: [RegExp, string][] = [
  [/"id":\d+/g, '"id":0'],
  [/"provider_call_id":"[^"]+"/g, '"provider_call_id":""'],
  [/"created_at":"[^"]+"/g, '"created_at":""'],
]
/** Those that serve all of the compared endpoints. */
const SPEAK_REST = new Set<Contender>(['callwright', 'express-pg', 'fastify-pg'])

/** Headers that callers rely on. */
const TELLING = /^(x-|ratelimit|retry-after|idempotent|cache-control|content-type)/

/**
 * Asks every contender the same questions and tells where the answers differ: who does less must not win by it.
 * Reads are compared byte for byte; what writes answer, but for what is new in each.
 */
export async function compareAnswers(contestants: Map<Contender, Contestant>, ground: Ground): Promise<string[]> {
  const rest = [...contestants].filter(([contender]) => SPEAK_REST.has(contender))
  const differences: string[] = []
  for (const asked of questions(ground)) {
    const answers = await Promise.all(rest.map(async ([contender, { url }]) => ({ contender, answer: await ask(url, asked, contender) })))
    const isWrite = asked.method === 'POST'
    const view = ({ status, headers, text }: Answered) => [status, ...headers, isWrite ? masked(text) : text].join('\n')
    const [first, ...others] = answers
    for (const { contender, answer } of others)
      if (view(answer) !== view(first!.answer))
        differences.push(`${asked.title}: ${first!.contender} answers\n${view(first!.answer)}\nand ${contender}\n${view(answer)}`)
  }
  differences.push(...(await compareGraphql(contestants, ground)))
  return differences
}

function questions({ tenants, calls }: Ground): Asked[] {
  const { apiKey: key, poorKey, agentId } = tenants[0]!
  const agent = { name: 'Ada', lang: 'en-GB', system_prompt: 'Be brief.' }
  const call = { to_number: '+14155550113', agent_id: agentId, metadata: { order: 7 } }
  const mine = everyNth(8, { tenants, calls })
  return [
    ...[calls, 0.8 * calls, 0.5 * calls, 0.2 * calls, tenants.length * 3].map((id) =>
      get(`a page from ${id}`, `/calls?limit=20&cursor=${Math.floor(id)}`, key),
    ),
    get('the first page', '/calls', key),
    get('a page by status', '/calls?status=no_answer&limit=5', key),
    ...mine.map((id) => get(`call ${id}`, `/calls/${id}`, key)),
    get("another workspace's call", '/calls/2', key),
    get('a call that is none', '/calls/abc', key),
    get('a limit too high', '/calls?limit=101', key),
    get('a limit that is none', '/calls?limit=x', key),
    get('a wrong key', '/calls', 'ago_wrong'),
    get('a key without the scope', '/calls', poorKey),
    post('an agent', '/agents', key, agent),
    post('an agent under a key', '/agents', key, agent, 'first'),
    post('the same again', '/agents', key, agent, 'first'),
    post('another under its key', '/agents', key, { name: 'Eve' }, 'first'),
    post('an agent without a name', '/agents', key, { lang: 'en' }),
    post('a call under a key', '/calls', key, call, 'second'),
    post('the same call again', '/calls', key, call, 'second'),
    post('a call to no number', '/calls', key, { ...call, to_number: '12' }),
    post('a call to a number not to be called', '/calls', key, { ...call, to_number: '+13130000001' }),
    post('a call by no agent', '/calls', key, { ...call, agent_id: 2_000_000 }),
    post('a call by an agent that is not published', '/calls', key, { ...call, agent_id: agentId + 1 }),
  ]
}

/** So many of the first workspace's calls, evenly from the first on. */
const everyNth = (count: number, { tenants, calls }: Pick<Ground, 'tenants' | 'calls'>) =>
  Array.from({ length: count }, (_, i) => 1 + tenants.length * Math.floor((i * calls) / tenants.length / count))

const get = (title: string, path: string, key: string): Asked => ({ title, path, key })
const post = (title: string, path: string, key: string, body: object, idempotencyKey?: string): Asked => ({
  title,
  method: 'POST',
  path,
  key,
  body,
  idempotencyKey,
})

/** Idempotency keys are each contender's own: they share the table that keeps them. */
async function ask(url: string, { method = 'GET', path, key, body, idempotencyKey }: Asked, contender: Contender): Promise<Answered> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'X-API-Key': key,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': `${contender} ${idempotencyKey}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const headers = [...response.headers].filter(([name]) => TELLING.test(name)).map(([name]) => name)
  return { status: response.status, headers: headers.toSorted(), text: await response.text() }
}

const masked = (text: string) => HANDED_OUT.reduce((rest, [pattern, mask]) => rest.replaceAll(pattern, mask), text)

interface GraphqlPage {
  data: { calls: { nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string } } }
}

/** The rows must be the same; cursors are each server's own. */
async function compareGraphql(contestants: Map<Contender, Contestant>, { tenants, calls }: Ground): Promise<string[]> {
  const [ours, theirs] = [contestants.get('callwright'), contestants.get('yoga-prisma')]
  if (!ours || !theirs) return []
  const differences: string[] = []
  for (const id of everyNth(8, { tenants, calls })) {
    const [one, other] = await Promise.all([askGraphql(ours.url, tenants[0]!.apiKey, String(id)), askGraphql(theirs.url, tenants[0]!.apiKey, pothosCursor(id))])
    if (one !== other) differences.push(`a GraphQL page from ${id}: callwright answers\n${one}\nand yoga-prisma\n${other}`)
  }
  return differences
}

async function askGraphql(url: string, key: string, after: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: PAGE, variables: { first: 20, after } }),
  })
  const text = await response.text()
  if (response.status !== 200) return text
  const { nodes, pageInfo } = (JSON.parse(text) as GraphqlPage).data.calls
  return JSON.stringify({ nodes, hasNextPage: pageInfo.hasNextPage })
}
