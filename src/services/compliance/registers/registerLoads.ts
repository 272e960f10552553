import { setImmediate as breath } from 'node:timers/promises'
import type { CountryCode } from 'libphonenumber-js/max'
import type { DncRegisterId } from '../../../kernel/vocabulary/ids.ts'
import { clock } from '../../../kernel/lib/clock.ts'
import { copyIn } from '../../../kernel/db/copy.ts'
import { sessionPool } from '../../../kernel/db/db.ts'
import { isDead } from '../../../kernel/liveness.ts'
import { sql } from '../../../kernel/db/sqlText.ts'
import { AUDIT_ACTOR, statement } from '../../../kernel/db/statement.ts'
import { inAnyWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { createTurns } from '../../../kernel/threads/turns.ts'
import { badRequest, conflict, DomainError } from '../../../kernel/vocabulary/errors.ts'
import type { RegisterFileOptions } from '../../../inputs/dncRegisters.ts'
import { createBuckets } from './registerBuckets.ts'
import { createLineReader, createNumberReader } from './registerFiles.ts'
import { createHasher } from './registerHashes.ts'
import * as registers from './registers.ts'

/** A load takes 64 MiB, so few run at once. */
const LIMITS = { maxRunning: 2, perWorkspace: 1, maxWaiting: 1 }
const turns = perServer(() => createTurns(LIMITS))

/** Bytes after which the time is looked at, and time in milliseconds and slices after which other work runs. */
const SLICE_BYTES = 8_192
const TURN_MS = 8
export const TURN_SLICES = 32
/** Invalid lines whose positions are kept. */
const MAX_EXAMPLES = 5
/** A date in the time zone of the person who loads the file may be tomorrow in UTC. */
const MAX_AHEAD_MS = 24 * 3_600_000

const takeLoadId = statement('dncRegisters.takeLoadId', sql`select nextval('dnc_register_loads_seq')::int as "load_id!"`)
const lockLoad = statement('dncRegisters.lockLoad', sql`select pg_advisory_lock(hashtextextended('dnc_register_load ' || $loadId::int, 9))`)

/** Condition: the process that loads the register `r` is dead. */
export const isLoaderDead = isDead(sql`'dnc_register_load ' || r.next_load`)

const beginLoad = statement(
  'dncRegisters.beginLoad',
  sql`
    update dnc_registers r set next_load = $loadId, error = null where ${registers.OWNED} and r.id = $id and (r.next_load is null or ${isLoaderDead})
      and ${AUDIT_ACTOR} returning r.country`,
)
const activateLoad = statement(
  'dncRegisters.activateLoad',
  sql`
    with activated as (
      update dnc_registers r set active_load = $loadId, next_load = null, numbers = $numbers, invalid_lines = $invalidLines, invalid_at = $invalidAt,
        washed_at = $washedAt, loaded_at = $now
      where ${registers.OWNED} and r.id = $id and r.next_load = $loadId and ${AUDIT_ACTOR} returning id, workspace_id, name, country),
    replaced as (${registers.endLoads(sql`select id from activated`)})
    insert into dnc_register_loads (load_id, workspace_id, register_id, name, country, numbers, washed_at, active_from)
    select $loadId, workspace_id, id, name, country, $numbers, $washedAt, $now from activated`,
)
const failLoad = statement(
  'dncRegisters.failLoad',
  sql`update dnc_registers r set next_load = null, error = $error where ${registers.OWNED} and r.id = $id and r.next_load = $loadId and ${AUDIT_ACTOR}`,
)

/**
 * Loads a file into a register: a number in each line, or in a column of a CSV. Reads it as a stream, in bounded memory. The new numbers replace the
 * former ones in one statement, after the last line is read; until then, and if the file fails, the former ones block calls. Throws NOT_FOUND, BAD_REQUEST
 * for a file without numbers or a time in the future, CONFLICT if the register is being loaded, UNAVAILABLE if too many loads wait, and what the source
 * throws. If the process dies, the register stays as it was, and a sweep reports the failure and deletes what was written.
 *
 * A number that is repeated millions of lines later may be counted twice.
 */
export async function load(
  owner: registers.RegisterOwner,
  id: DncRegisterId,
  source: AsyncIterable<Uint8Array>,
  { washed_at: washedAt = clock.now(), column }: RegisterFileOptions = {},
): Promise<registers.DncRegister> {
  if (washedAt.getTime() > clock.now().getTime() + MAX_AHEAD_MS) throw badRequest('register_time_in_future')
  await registers.get(owner, id)
  const { workspaceId } = owner
  await turns().acquire({ workspaceId: workspaceId ?? 0 })
  try {
    await withLoad({ workspaceId, id }, async (loadId, country, copy) => {
      const counts = await writeNumbers(source, { country, column: column ?? null }, loadId, copy)
      const written = await activateLoad.run({ workspaceId, id, loadId, ...counts, washedAt, now: clock.now() })
      if (written === 0) throw conflict('register_deleted')
    })
  } finally {
    turns().release(workspaceId ?? 0)
  }
  return registers.get(owner, id)
}

type Copy = (rows: Iterable<Buffer>) => Promise<unknown>

/** Runs the work of a load with its connection, which holds its lock. If it fails, the register says why. */
async function withLoad(
  { workspaceId, id }: registers.RegisterOwner & { id: DncRegisterId },
  work: (loadId: number, country: CountryCode | null, copy: Copy) => Promise<void>,
) {
  const { loadId } = (await takeLoadId.get({}))!
  const client = await sessionPool().connect()
  try {
    await lockLoad.run({ loadId }, client)
    const begun = await beginLoad.get({ workspaceId, id, loadId })
    if (!begun) throw conflict('register_loading')
    const copy: Copy = (rows) => inAnyWorkspace(() => copyIn(client, COPY, toAsync(rows)))
    await work(loadId, begun.country as CountryCode | null, copy)
  } catch (error) {
    const reason = error instanceof DomainError && typeof error.detail === 'string' ? error.detail : 'The file could not be read to its end.'
    await failLoad.run({ workspaceId, id, loadId, error: reason })
    throw error
  } finally {
    // Its end frees the lock.
    client.release(true)
  }
}

const COPY = 'copy dnc_register_buckets (load_id, bucket, part, hashes) from stdin (format binary)'

/** Lets other work run between the rows, since a socket that takes them at once never does. */
async function* toAsync(rows: Iterable<Buffer>) {
  for (const row of rows) {
    yield row
    await breath()
  }
}

interface FileFormat {
  country: CountryCode | null
  column: string | null
}

async function writeNumbers(source: AsyncIterable<Uint8Array>, format: FileFormat, loadId: number, copy: Copy) {
  const [lines, readNumber, hash, buckets] = [createLineReader(), createNumberReader(format), createHasher(), createBuckets()]
  const counts = { numbers: 0, invalidLines: 0, invalidAt: [] as number[] }
  let position = 0
  let part = 0
  /** Takes a line. Returns whether the buckets are full, so that it has to be taken again. */
  function isFullAt(line: string | null): boolean {
    const number = line === null ? null : readNumber(line)
    const added = number ? buckets.add(hash(number)) : 'known'
    if (added === 'full') return true
    position++
    if (added === 'added') counts.numbers++
    if (number === null && counts.invalidLines++ < MAX_EXAMPLES) counts.invalidAt.push(position)
    return false
  }
  async function take(found: (string | null)[]) {
    for (const line of found) while (isFullAt(line)) await copy(buckets.drain(loadId, part++))
  }
  let startedAt = performance.now()
  let slices = 0
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      await take(lines.push(Buffer.from(chunk.buffer, chunk.byteOffset + at, Math.min(SLICE_BYTES, chunk.length - at))))
      if (++slices < TURN_SLICES && performance.now() - startedAt < TURN_MS) continue
      await breath()
      startedAt = performance.now()
      slices = 0
    }
  await take(lines.end())
  if (counts.numbers === 0) throw badRequest('register_file_empty', { invalid_lines: counts.invalidLines })
  await copy(buckets.drain(loadId, part))
  return counts
}
