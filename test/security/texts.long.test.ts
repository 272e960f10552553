import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_SHORT_REQUEST } from '../../src/http/graphql/operations.ts'
import { readAnswer } from '../../src/services/shared/fileReading.ts'
import { documentOf, mutations } from '../kit/audited.ts'
import { graphql } from '../kit/client.ts'
import { samplesFor } from '../kit/mutations.ts'
import { useWorld } from '../kit/world.ts'
import { headersOf, memberOf } from './people.ts'
import type { Variables } from './rootFields.ts'

/**
 * Every text of every mutation's input, far longer than most may be and made of what parsers stumble over; REST, MCP and the command line send the
 * same inputs through the same fields. What the main thread computes is compared with reading and writing the same text by hand in the same run:
 * a linear pass takes a few times that, a quadratic one takes thousands of times, and a busy machine changes neither, since both are CPU time.
 *
 * A text that is refused for its length is sent together with all others of its mutation that are, which the answer has to name; it is sent
 * once more at the length that it may have, where that is long enough to matter.
 */
const LENGTH = 64_000
/** Files and documents may be as long as this. They are filled with each pattern at a quarter of it, where what is quadratic already takes seconds. */
const DOCUMENT_LENGTH = 1_000_000
const MAX_FILLED = DOCUMENT_LENGTH / 4
/** No text of fewer characters takes long, whatever is done with it. */
const LONG = 4_000
const MAX_MANUAL_TIMES = 60
const PATTERNS: readonly string[] = [
  '<p |<td |<|<!--|<script>|<a href=|&|&#',
  ',|;|"|""|' + "'|\n|\r| |\t",
  '[|](|![|*a_|`|> |# |- |\\|1. ',
  '{{|{{a|}}|{"a":|[{|$|(|%',
  '4111 |seven |+1|0|a@|a.b.|http://|é|😀|\u202e',
].flatMap((row) => row.split('|'))

const world = useWorld({ env: { ROLE: 'api' } })
let samples: Awaited<ReturnType<typeof samplesFor>>['samples']
/** A person may ask 600 times a minute. */
const ASKED_BY_ONE = 400
let owners: Record<string, string>[]
let asked = 0
beforeAll(async () => {
  const made = await samplesFor(world())
  samples = made.samples
  owners = [await headersOf(world(), made.acme)]
  // Threads start when they are first needed, which is no text's fault.
  await readAnswer({ workspaceId: made.acme.id }, { task: 'document', page: { title: 'Page', body: 'word '.repeat(2_000) } })
  while (owners.length < 16) owners.push((await memberOf(world(), made.acme, 'owner')).headers)
})

describe.runIf(process.platform === 'linux').each(mutations.map(({ name }) => name))('%s', (name) => {
  /** Sends each text of the input made of 45 patterns, up to a quarter of a million characters long, one request after the other. */
  test('no text costs more than its length explains', async () => {
    const variables = (await samples[name]?.()) as Variables | undefined
    const refused: string[][] = []
    for (const path of textPaths(variables)) {
      const limit = limitIn(await send(name, withText(variables!, path, 'a'.repeat(lengthOf(path)))), path)
      if (limit !== null) refused.push(path)
      if (limit !== null && limit < LONG) continue
      for (const pattern of PATTERNS) await send(name, withText(variables!, path, filled(pattern, Math.min(limit ?? lengthOf(path), MAX_FILLED))), pattern)
    }
    for (const pattern of PATTERNS)
      for (const paths of together(refused, pattern)) {
        const errors = await send(
          name,
          paths.reduce((given, path) => withText(given, path, filled(pattern, lengthOf(path))), variables!),
          pattern,
        )
        for (const path of paths) expect(limitIn(errors, path), `${path.join('.')} is judged along with others`).not.toBeNull()
      }
  })
})

interface Refusal {
  message: string
  extensions?: { code?: string; detail?: string | { loc: (string | number)[]; msg: string; type: string }[] }
}

/** Asks for the mutation; answers why it was refused. Fails where the main thread computed more than the length of the request explains, each of three times: garbage is collected now and then. */
async function send(name: string, variables: object, pattern = 'a'): Promise<Refusal[]> {
  const body = { query: documentOf(name), variables }
  let fewest = Infinity
  for (let tries = 0; ; tries++) {
    const headers = owners[Math.floor(asked++ / ASKED_BY_ONE) % owners.length]!
    const before = cpuNow()
    const { errors = [] } = await graphql(world().url, headers, body.query, body.variables)
    const spent = cpuNow() - before
    expect(errors[0]?.message ?? '', 'the request was judged').not.toMatch(/rate limit|Sign in|too many requests/i)
    if (spent < MAX_MANUAL_TIMES * MIN_BY_HAND) return errors as Refusal[]
    fewest = Math.min(fewest, spent / cpuOf(() => JSON.parse(JSON.stringify(body)) as unknown))
    if (fewest < MAX_MANUAL_TIMES) return errors as Refusal[]
    if (tries === 2) expect(fewest, `${name} of ${JSON.stringify(pattern)}`).toBeLessThan(MAX_MANUAL_TIMES)
  }
}

/** How long the text there may be, where it was refused for being longer. */
function limitIn(errors: readonly Refusal[], path: readonly string[]): number | null {
  const detail = errors[0]?.extensions?.detail
  const [, ...rest] = path.length > 1 ? path : ['', ...path]
  const isThere = ({ loc, type }: { loc: (string | number)[]; type: string }) =>
    type === 'value_error.str.max_length' && loc.map(String).slice(-rest.length).join() === rest.join()
  const item = Array.isArray(detail) ? detail.find(isThere) : undefined
  return item ? Number(/\d+/.exec(item.msg)![0]) : null
}

const lengthOf = (path: readonly string[]) => (['content', 'body'].includes(path.at(-1)!) ? DOCUMENT_LENGTH : LENGTH)
const filled = (pattern: string, length: number) => pattern.repeat(length / pattern.length)

/** As many at once as fit into a request. */
function together(paths: readonly string[][], pattern: string): string[][][] {
  const groups: string[][][] = []
  let room = 0
  for (const path of paths) {
    const bytes = Buffer.byteLength(JSON.stringify(filled(pattern, lengthOf(path))))
    if (room < bytes) {
      groups.push([])
      room = MAX_SHORT_REQUEST - 32_768
    }
    groups.at(-1)!.push(path)
    room -= bytes
  }
  return groups
}

/** Nanoseconds that the main thread has computed; threads beside it do not count. */
const cpuNow = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0])

/** Work that costs less counts as this, in nanoseconds: a request has costs of its own. What is quadratic takes more than sixty times this at 64,000 characters. */
const MIN_BY_HAND = 2_000_000

/** What some work costs, as the most of three times, since the shortest may be luck. */
function cpuOf(work: () => unknown): number {
  const once = () => {
    const before = cpuNow()
    work()
    return cpuNow() - before
  }
  return Math.max(once(), once(), once(), MIN_BY_HAND)
}

/** Where an input has text: `['input', 'name']`. */
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
