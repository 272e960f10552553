import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_SHORT_REQUEST } from '../../src/http/graphql/operations.ts'
import { readAnswer } from '../../src/services/shared/fileReading.ts'
import { mutationDocument, mutations } from '../kit/observers/auditEntries.ts'
import { graphql } from '../kit/clients/client.ts'
import { createMutationSamples } from '../kit/fixtures/mutationSamples.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { headersOf, addSignedInMember } from './signedInMembers.ts'
import type { Variables } from './rootFields.ts'

/**
 * Sends every text of every mutation's input, far longer than allowed and full of characters that slow parsers down. REST, MCP and the command line send the
 * same inputs through the same fields. The main thread's CPU time is compared with parsing and writing the same text in the same run. A linear pass takes a
 * few times that, a quadratic one thousands of times. A busy machine changes neither. Texts over their limit are sent together with all others of their
 * mutation, three patterns one after the other in each, and the response must name each. Each is sent again at its maximum length, if that is long enough to
 * matter.
 */
const LENGTH = 64_000
/** The maximum length of files and documents. They are filled with each pattern to a quarter of it, where quadratic work already takes seconds. */
const DOCUMENT_LENGTH = 1_000_000
const MAX_FILLED = DOCUMENT_LENGTH / 4
/** A text with fewer characters is never slow. */
const LONG = 4_000
const MAX_RATIO = 60
const PATTERNS: readonly string[] = [
  '<p |<td |<|<!--|<script>|<a href=|&|&#',
  ',|;|"|""|' + "'|\n|\r| |\t",
  '[|](|![|*a_|`|> |# |- |\\|1. ',
  '{{|{{a|}}|{"a":|[{|$|(|%',
  '4111 |seven |+1|0|a@|a.b.|http://|é|😀|\u202e',
].flatMap((row) => row.split('|'))
/** Patterns that share a text. Quadratic work on a third of a text still takes seconds. */
const PATTERN_GROUPS = Array.from({ length: PATTERNS.length / 3 }, (_, index) => PATTERNS.slice(index * 3, index * 3 + 3))

const testServer = useTestServer({ env: { ROLE: 'api' } })
let samples: Awaited<ReturnType<typeof createMutationSamples>>['samples']
/** A person's limit of requests per minute. */
const MAX_PER_PERSON = 400
let owners: Record<string, string>[]
let requestCount = 0
beforeAll(async () => {
  const made = await createMutationSamples(testServer())
  samples = made.samples
  owners = [await headersOf(testServer(), made.acme)]
  // Threads start on first use, which must not count.
  await readAnswer({ workspaceId: made.acme.id }, { task: 'document', page: { title: 'Page', body: 'word '.repeat(2_000) } })
  while (owners.length < 16) owners.push((await addSignedInMember(testServer(), made.acme, 'owner')).headers)
})

describe.runIf(process.platform === 'linux').each(mutations.map(({ name }) => name))('%s', (name) => {
  /** Sends each text of the input with 45 patterns, up to a quarter of a million characters long, one request after the other. */
  test('no text costs more than its length explains', async () => {
    const variables = (await samples[name]?.()) as Variables | undefined
    const refused: string[][] = []
    for (const path of textPaths(variables)) {
      const limit = limitIn(await send(name, withText(variables!, path, 'a'.repeat(lengthOf(path)))), path)
      if (limit !== null) refused.push(path)
      if (limit !== null && limit < LONG) continue
      for (const pattern of PATTERNS) await send(name, withText(variables!, path, fillText(pattern, Math.min(limit ?? lengthOf(path), MAX_FILLED))), pattern)
    }
    for (const patterns of PATTERN_GROUPS) {
      const fillWithAll = (length: number) => patterns.map((pattern) => fillText(pattern, length / patterns.length)).join('')
      for (const paths of groupByRequest(refused, fillWithAll)) {
        const errors = await send(
          name,
          paths.reduce((given, path) => withText(given, path, fillWithAll(lengthOf(path))), variables!),
          patterns.join(' and '),
        )
        for (const path of paths) expect(limitIn(errors, path), `${path.join('.')} is judged along with others`).not.toBeNull()
      }
    }
  })
})

interface Refusal {
  message: string
  extensions?: { code?: string; detail?: string | { loc: (string | number)[]; msg: string; type: string }[] }
}

/**
 * Runs the mutation, and returns the error. Fails if the main thread computed more than the length of the request explains in each of three runs, because
 * garbage collection affects some runs.
 */
async function send(name: string, variables: object, pattern = 'a'): Promise<Refusal[]> {
  const body = { query: mutationDocument(name), variables }
  let fewest = Infinity
  for (let tries = 0; ; tries++) {
    const headers = owners[Math.floor(requestCount++ / MAX_PER_PERSON) % owners.length]!
    const before = cpuNow()
    const { errors = [] } = await graphql(testServer().url, headers, body.query, body.variables)
    const cpuNs = cpuNow() - before
    expect(errors[0]?.message ?? '', 'the request was judged').not.toMatch(/rate limit|Sign in|too many requests/i)
    if (cpuNs < MAX_RATIO * MIN_COST_NS) return errors as Refusal[]
    fewest = Math.min(fewest, cpuNs / cpuOf(() => JSON.parse(JSON.stringify(body)) as unknown))
    if (fewest < MAX_RATIO) return errors as Refusal[]
    if (tries === 2) expect(fewest, `${name} of ${JSON.stringify(pattern)}`).toBeLessThan(MAX_RATIO)
  }
}

/** The maximum length, if the text was refused for its length. */
function limitIn(errors: readonly Refusal[], path: readonly string[]): number | null {
  const detail = errors[0]?.extensions?.detail
  const [, ...rest] = path.length > 1 ? path : ['', ...path]
  const isThere = ({ loc, type }: { loc: (string | number)[]; type: string }) =>
    type === 'value_error.str.max_length' && loc.map(String).slice(-rest.length).join() === rest.join()
  const item = Array.isArray(detail) ? detail.find(isThere) : undefined
  return item ? Number(/\d+/.exec(item.msg)![0]) : null
}

const lengthOf = (path: readonly string[]) => (['content', 'body'].includes(path.at(-1)!) ? DOCUMENT_LENGTH : LENGTH)
const fillText = (pattern: string, length: number) => pattern.repeat(length / pattern.length)

/** As many together as fit into a request. */
function groupByRequest(paths: readonly string[][], fill: (length: number) => string): string[][][] {
  const groups: string[][][] = []
  let freeBytes = 0
  for (const path of paths) {
    const bytes = Buffer.byteLength(JSON.stringify(fill(lengthOf(path))))
    if (freeBytes < bytes) {
      groups.push([])
      freeBytes = MAX_SHORT_REQUEST - 32_768
    }
    groups.at(-1)!.push(path)
    freeBytes -= bytes
  }
  return groups
}

/** Nanoseconds of CPU time of the main thread, without other threads. */
const cpuNow = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0])

/**
 * The lowest cost that counts, in nanoseconds, because a request has costs of its own. Quadratic work takes more than sixty times this at 64,000 characters.
 */
const MIN_COST_NS = 2_000_000

/** The cost of work, as the highest of three runs, because the lowest may be luck. */
function cpuOf(work: () => unknown): number {
  const measureOnce = () => {
    const before = cpuNow()
    work()
    return cpuNow() - before
  }
  return Math.max(measureOnce(), measureOnce(), measureOnce(), MIN_COST_NS)
}

/** The paths of texts in an input, such as `['input', 'name']`. */
function textPaths(value: unknown, keys: string[] = []): string[][] {
  if (typeof value === 'string') return [keys]
  if (value === null || typeof value !== 'object' || keys.length > 4) return []
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...keys, key]))
}

function withText<Value extends object>(value: Value, [key, ...rest]: string[], text: string): Value {
  const inner = (value as Record<string, object>)[key!]
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>
  copy[key!] = rest.length > 0 ? withText(inner!, rest, text) : text
  return copy as Value
}
