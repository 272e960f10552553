import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Modules may keep these values for all servers of a process, because they are the same for all of them. Everything else that a module remembers is declared
 * with `perServer` (docs/architecture.md).
 */
const SHARED: Record<string, Record<string, string[]>> = {
  'a function of its key': {
    'src/http/graphql/documents.ts': ['parsedDocuments'],
    'src/http/graphql/operations.ts': ['descriptions'],
    'src/services/compliance/callingHours.ts': ['reasonsCache', 'momentsCache', 'settingNames', 'settingNameCount'],
    'src/services/compliance/countries.ts': ['countryZones', 'countries'],
    'src/services/compliance/holidays.ts': ['HolidayCalendar', 'years'],
    'src/services/compliance/leadLocations.ts': ['canonical'],
    'src/services/compliance/legalHours.ts': ['cache'],
    'src/services/compliance/numberZones.ts': ['areaCodeCache'],
    'src/services/extraction/answerValidation.ts': ['ajvs', 'compiled'],
    'src/services/extraction/extractionSchemas.ts': ['validators'],
    'src/services/compliance/disclosures/findStatements.ts': ['compiled'],
    'src/services/compliance/optOuts/findOptOut.ts': ['compiled'],
    'src/services/compliance/optOuts/likelihood.ts': ['learned'],
    'src/services/compliance/proof/placedDecisions.ts': ['stated'],
    'src/kernel/lib/phones.ts': ['parsed'],
    'src/kernel/lib/xlsx.ts': ['COLUMNS'],
  },
  'what the modules declare': {
    'src/kernel/db/statement.ts': ['statements', 'acrossWorkspaces', 'variants'],
    'src/kernel/serverState.ts': ['ofProcess', 'count'],
    'src/schema/agents/agents.ts': ['NOTHING'],
    'src/schema/enums/closedSet.ts': ['bySet'],
  },
  'a switch or a limit of the process': {
    'src/kernel/db/workspaceContext.ts': ['enforcement'],
    'src/services/access/sessions/passwords.ts': ['hashQueue', 'verifyQueue'],
  },
}

/** Programs of their own. */
const OTHER_PROGRAMS = ['src/generated', 'src/simulator', 'src/embedded/keeper.ts']

/** A variable, an empty collection, or a queue. A WeakMap keeps nothing by an ID, and `createAttemptLimiter` counts for each server. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)[^=\n]* = (?:new (?:Map|Set|EventEmitter|LRUCache)(?:<.*>)?\((?:\)|\{)|(?:\[\]|\{\})$|create(?:BoundedQueue|Turns|ThreadPool)\())/gm

const findState = (text: string) => [...text.matchAll(STATE)].map(([, variable, constant]) => (variable ?? constant)!)

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((path) => path.endsWith('.ts') && !OTHER_PROGRAMS.some((other) => path.startsWith(other)))

test('modules keep what servers set and remember in the state of the server', () => {
  const found = Object.fromEntries(sources.map((path) => [path, findState(readFileSync(path, 'utf8'))] as const).filter(([, names]) => names.length > 0))
  expect(found).toEqual(Object.assign({}, ...Object.values(SHARED)))
})

test.each([
  ['let store: FileStore | null = null'],
  ['export let pool: pg.Pool'],
  ['const tokens = new Map<string, { token: string; expiresAt: number }>()'],
  ['export const streams = new Set<OpenStream>()'],
  ['const cache = new LRUCache<string, true>({ max: 10_000 })'],
  ['const localEvents = new EventEmitter().setMaxListeners(0)'],
  ['const counters: LRUCache<string, number[]>[] = []'],
  ['const suspectQueue = createBoundedQueue({ atOnce: 2, waiting: 50, retryAfterSeconds: 1 })'],
])('a module with `%s` would be found', (line) => {
  expect(findState(`import a from 'b'\n\n${line}\n`)).toHaveLength(1)
})
