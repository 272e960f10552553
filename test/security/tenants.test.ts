import { beforeAll, describe, expect, test } from 'vitest'
import type { Lively } from '../kit/lively.ts'
import { type Samples, samplesFor } from '../kit/mutations.ts'
import { useWorld } from '../kit/world.ts'
import { ask, codeOf, type Reply } from './ask.ts'
import { headersOf } from './people.ts'
import { type IdPath, idPathsOf, requiredOf, type RootField, rootFields, type Variables, withId } from './rootFields.ts'
import { ABSENT, FOREIGN, makeVictim, rowsAtRest, rowsOf, tablesWithout } from './victim.ts'

/** Every id of every GraphQL field, in its arguments and in their inputs, asked by the owner of another workspace. */
const world = useWorld()
let victim: Lively
let theirs: Record<string, string>
let ours: Record<string, string>
let samples: Samples

beforeAll(async () => {
  const attacker = await samplesFor(world())
  samples = attacker.samples
  ours = await headersOf(world(), attacker.acme)
  victim = await makeVictim(world())
  theirs = await headersOf(world(), victim.acme)
})

const asking = rootFields.flatMap((root) => idPathsOf(root).map((path) => [`${root.operation} ${root.name}(${path.keys.join('.')})`, root, path] as const))
/** The input, or the server, decided before the id did. */
const UNDECIDED = ['UNPROCESSABLE_ENTITY', 'BAD_USER_INPUT', 'INTERNAL_SERVER_ERROR', 'GRAPHQL_VALIDATION_FAILED']

test('every table of a workspace has the row that all of this asks for', async () => {
  expect(await tablesWithout(victim.acme.id)).toEqual([])
})

describe('an id of another workspace is answered as one that does not exist', () => {
  test.each(asking)('%s', async (_title, root, path) => {
    const variables = await ownVariables(root)
    const [foreign, absent] = [await answer(ours, root, path, FOREIGN, variables), await answer(ours, root, path, ABSENT, variables)]
    expect(foreign).toEqual(absent)
    expect(UNDECIDED).not.toContain(codeOf(absent))
    if (root.operation === 'mutation') expect(absent.errors).toBeDefined()
  })
})

describe('the victim itself is answered, so that the comparison means something', () => {
  test.each(asking.filter(([, root]) => root.operation === 'query'))('%s', async (_title, root, path) => {
    const found = await answer(theirs, root, path, FOREIGN, requiredOf(root, FOREIGN))
    expect(['NOT_FOUND', ...UNDECIDED]).not.toContain(codeOf(found))
  })
})

/** Sends every mutation once for each id that it takes, and compares all rows of a workspace. */
test("asking changed nothing that is the victim's", async () => {
  const before = await rowsAtRest(victim.acme.id)
  for (const [, root, path] of asking.filter(([, one]) => one.operation === 'mutation')) {
    await answer(ours, root, path, FOREIGN, await ownVariables(root))
  }
  expect(await rowsOf(victim.acme.id)).toBe(before)
})

/** The attacker's own good input, so that the foreign id is the only thing wrong with it. */
async function ownVariables(root: RootField): Promise<Variables> {
  const sample = root.operation === 'mutation' ? ((await samples[root.name]?.()) as Variables | undefined) : undefined
  return { ...requiredOf(root, ABSENT), ...sample }
}

/** What is answered, without the id, the moment, and where in the document an error arose, which only some executions say. */
async function answer(headers: Record<string, string>, root: RootField, path: IdPath, id: string, variables: Variables): Promise<Reply> {
  const reply = await ask(world(), headers, root, withId(variables, path, id))
  const text = JSON.stringify(reply, (key, value: unknown) => (key === 'locations' ? undefined : value))
  return JSON.parse(text.replaceAll(id, '0').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'THEN')) as Reply
}
