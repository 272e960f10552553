import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../bench/operations.ts'
import { countCosts, type RequestCost } from '../../bench/requestCosts.ts'
import { useContestants } from './contestantsKit.ts'

interface Table {
  /** The major version of Node.js that the bytes are from. */
  node: number
  requests: Record<string, RequestCost>
}
const FILE = new URL('../../bench/requestCosts.json', import.meta.url)
const COMMAND = 'npm run bench:costs'
const MEASURED = OPERATIONS.filter(({ name }) => name !== 'gate')
const node = Number(process.versions.node.split('.')[0])
/** Shares by which what varies a little may differ. */
const TOLERANCES = { bytes: 0.1, functions: 0.05 }

const started = useContestants(['callwright'], { calls: 2000, flags: ['--no-opt'] })

/** Sends about four hundred requests for each, one after the other, to a server that doesn't optimize its code. */
test('no request costs more or less statements, commits, allocated bytes or called functions than its row of the table says', async () => {
  const { contestants, prepared } = started()
  const callwright = contestants.get('callwright')!
  await callwright.child.ask('holdTime')
  const counted: Record<string, RequestCost> = {}
  for (const operation of MEASURED) counted[operation.name] = await countCosts(operation, callwright, prepared)
  if (process.env.SAVE_COSTS) return writeFileSync(FILE, `${JSON.stringify({ node, requests: counted } satisfies Table, null, 2)}\n`)
  const table = JSON.parse(readFileSync(FILE, 'utf8')) as Table
  const differences = MEASURED.flatMap(({ name }) => differencesOf(name, counted[name]!, table))
  expect(differences, `If the change is meant, run "${COMMAND}" and commit the table.`).toEqual([])
})

function differencesOf(name: string, counted: RequestCost, { node: ofBytes, requests }: Table): string[] {
  const listed = requests[name]
  if (!listed) return [`${name} is not in the table`]
  const parts = (Object.keys(counted) as (keyof RequestCost)[]).filter((part) => part !== 'bytes' || node === ofBytes)
  return parts
    .filter((part) => Math.abs(counted[part] - listed[part]) > listed[part] * (part in TOLERANCES ? TOLERANCES[part as keyof typeof TOLERANCES] : 0))
    .map((part) => `${name}: ${counted[part]} ${part}, listed are ${listed[part]}`)
}
