import { beforeAll, describe, expect, test } from 'vitest'
import type { SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'
import { type MutationSamples, createMutationSamples } from '../kit/fixtures/mutationSamples.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { askRootField, codeOf, type Reply } from './rootFieldRequests.ts'
import { headersOf } from './signedInMembers.ts'
import { type IdPath, idPathsOf, requiredOf, type RootField, rootFields, type Variables, withId } from './rootFields.ts'
import { ABSENT, FOREIGN, createVictim, settledDigest, digestRows, tablesWithoutRow } from './victimWorkspace.ts'

/** Every ID of every GraphQL field, in its arguments and inputs, sent by the owner of another workspace. */
const testServer = useTestServer()
let victim: SeededWorkspace
let victimHeaders: Record<string, string>
let attackerHeaders: Record<string, string>
let samples: MutationSamples

beforeAll(async () => {
  const attacker = await createMutationSamples(testServer())
  samples = attacker.samples
  attackerHeaders = await headersOf(testServer(), attacker.acme)
  victim = await createVictim(testServer())
  victimHeaders = await headersOf(testServer(), victim.acme)
})

const cases = rootFields.flatMap((root) => idPathsOf(root).map((path) => [`${root.operation} ${root.name}(${path.keys.join('.')})`, root, path] as const))
/** The input, or the server, decided before the ID did. */
const DECIDED_BEFORE_ID = ['UNPROCESSABLE_ENTITY', 'BAD_USER_INPUT', 'INTERNAL_SERVER_ERROR', 'GRAPHQL_VALIDATION_FAILED']

test('every table of a workspace has the row that these tests use', async () => {
  expect(await tablesWithoutRow(victim.acme.id)).toEqual([])
})

describe("another workspace's ID returns the same as a missing one", () => {
  test.each(cases)('%s', async (_title, root, path) => {
    const variables = await ownVariables(root)
    const [foreign, absent] = [
      await comparableReply(attackerHeaders, root, path, FOREIGN, variables),
      await comparableReply(attackerHeaders, root, path, ABSENT, variables),
    ]
    expect(foreign).toEqual(absent)
    expect(DECIDED_BEFORE_ID).not.toContain(codeOf(absent))
    if (root.operation === 'mutation') expect(absent.errors).toBeDefined()
  })
})

describe('the workspace itself gets an answer, so that the comparison is meaningful', () => {
  test.each(cases.filter(([, root]) => root.operation === 'query'))('%s', async (_title, root, path) => {
    const reply = await comparableReply(victimHeaders, root, path, FOREIGN, requiredOf(root, FOREIGN))
    expect(['NOT_FOUND', ...DECIDED_BEFORE_ID]).not.toContain(codeOf(reply))
  })
})

/** Sends every mutation once for each ID that it takes, and compares all rows of a workspace. */
test('the requests changed nothing in the other workspace', async () => {
  const before = await settledDigest(victim.acme.id)
  for (const [, root, path] of cases.filter(([, one]) => one.operation === 'mutation')) {
    await comparableReply(attackerHeaders, root, path, FOREIGN, await ownVariables(root))
  }
  expect(await digestRows(victim.acme.id)).toBe(before)
})

/** The attacker's own valid input, so that the foreign ID is the only error. */
async function ownVariables(root: RootField): Promise<Variables> {
  const sample = root.operation === 'mutation' ? ((await samples[root.name]?.()) as Variables | undefined) : undefined
  return { ...requiredOf(root, ABSENT), ...sample }
}

/** The response without the ID, the time, and the location of an error in the document, which only some executions include. */
async function comparableReply(headers: Record<string, string>, root: RootField, path: IdPath, id: string, variables: Variables): Promise<Reply> {
  const reply = await askRootField(testServer(), headers, root, withId(variables, path, id))
  const text = JSON.stringify(reply, (key, value: unknown) => (key === 'locations' ? undefined : value))
  return JSON.parse(text.replaceAll(id, '0').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'THEN')) as Reply
}
