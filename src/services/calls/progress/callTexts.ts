import { Malformed } from '../../../kernel/json/foreignJson.ts'
import type { Redaction } from '../../../inputs/dataDuties.ts'
import type { ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import { FOR_LARGE_TEXTS, Overtaxed, threadPool } from '../../../kernel/threads/threadPool.ts'
import * as bodies from './callBodies.ts'
import type { Question } from './callTextsWorker.ts'
import type { Line } from '../../redaction/digitRuns.ts'
import { redactJson, redactLines } from '../../redaction/redaction.ts'

/** Bytes of a body that is read at once, in a few milliseconds whatever it spells. */
const SHORT_BODY = 16_384
/** Characters that are masked at once. */
const SHORT_TEXT = 1_500
/** The turn of bodies whose workspace is not known. */
const NOBODY = 0

/** The longest body, or conversation, takes about a second of an idle machine. */
const pool = threadPool({
  callerUrl: import.meta.url,
  module: './callTextsWorker',
  ...FOR_LARGE_TEXTS,
})

/** Long ones in a thread, in the workspace's turn; what calls wait for is urgent, and never refused. */
const ask = (workspaceId: number | null, question: Question) => pool.ask({ workspaceId: workspaceId ?? NOBODY, class: 'urgent' }, question)

/** What a verified webhook tells, and the text to be stored of it: without links to audio, fit for PostgreSQL. Throws Malformed. */
export async function readBody(workspaceId: number | null, provider: ProviderName, raw: Uint8Array): Promise<bodies.Read> {
  if (raw.length <= SHORT_BODY) return bodies.read(provider, raw)
  const answer = await ask(workspaceId, { task: 'readBody', provider, raw }).catch((error: unknown) => {
    throw error instanceof Overtaxed ? new Malformed(error.message) : error
  })
  const read = answer as bodies.Read | { malformed: string }
  if ('malformed' in read) throw new Malformed(read.malformed)
  return read
}

/** What a stored body tells; `ignored` where it is gone. */
export const eventIn = async (workspaceId: number | null, provider: ProviderName, text: string): Promise<ProviderEvent> =>
  text.length <= SHORT_BODY ? bodies.eventIn(provider, text) : ((await ask(workspaceId, { task: 'eventIn', provider, text })) as ProviderEvent)

/** `redactLines` of a conversation however long it is. Throws when it cannot be masked, and nothing may be kept of it. */
export async function maskLines<L extends Line>(workspaceId: number, lines: readonly L[], kinds: readonly Redaction[], isLive = false): Promise<L[]> {
  const isShort = kinds.length === 0 || lines.reduce((sum, { text }) => sum + text.length + 1, 0) <= SHORT_TEXT
  return isShort ? redactLines(lines, kinds, isLive) : ((await ask(workspaceId, { task: 'maskLines', lines, kinds, isLive })) as L[])
}

/** `redactJson` likewise. */
export async function maskJson<T>(workspaceId: number, value: T, kinds: readonly Redaction[]): Promise<T> {
  const isShort = kinds.length === 0 || JSON.stringify(value).length <= SHORT_TEXT
  return isShort ? redactJson(value, kinds) : ((await ask(workspaceId, { task: 'maskJson', value, kinds })) as T)
}

/** Ends the threads. */
export const close = pool.close
