import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import { MalformedJsonError } from '../../../kernel/json/untrustedJson.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import type { ProviderEvent, ProviderName } from '../../../providers/provider.ts'
import { perServer } from '../../../kernel/serverState.ts'
import { LARGE_TEXT_LIMITS, ThreadLimitError, createThreadPool } from '../../../kernel/threads/threadPool.ts'
import * as bodies from './callBodies.ts'
import type { Question } from './callTextsWorker.ts'
import type { TextLine } from '../../redaction/digitRuns.ts'
import { redactJson, redactLines } from '../../redaction/redaction.ts'

/** Bodies up to this size are parsed on the main thread, in a few milliseconds for any content. */
const MAX_INLINE_BODY_BYTES = 16_384
/** Texts up to this length are redacted on the main thread. */
const MAX_INLINE_TEXT_LENGTH = 1_500
/** The queue key of bodies whose workspace is unknown. */
const NO_WORKSPACE = 0

/** The longest body or conversation takes about a second on an idle machine. */
const threads = perServer(() =>
  createThreadPool({
    callerUrl: import.meta.url,
    module: './callTextsWorker',
    ...LARGE_TEXT_LIMITS,
  }),
)

/** Runs a long task in a thread, queued by workspace. Tasks that calls wait for are urgent and never rejected. */
const askThread = (workspaceId: WorkspaceId | null, question: Question) =>
  threads().ask({ workspaceId: workspaceId ?? NO_WORKSPACE, class: 'urgent' }, question)

/** Parses a verified webhook. Returns the event and the text to store, without audio links and valid for PostgreSQL. Throws MalformedJsonError. */
export async function parseBody(workspaceId: WorkspaceId | null, provider: ProviderName, raw: Uint8Array): Promise<bodies.ParsedBody> {
  if (raw.length <= MAX_INLINE_BODY_BYTES) return bodies.parseBody(provider, raw)
  const answer = await askThread(workspaceId, { task: 'parseBody', provider, raw }).catch((error: unknown) => {
    throw error instanceof ThreadLimitError ? new MalformedJsonError(error.message) : error
  })
  const parsed = answer as bodies.ParsedBody | { malformed: string }
  if ('malformed' in parsed) throw new MalformedJsonError(parsed.malformed)
  return parsed
}

/** Parses a stored body; `ignored` if it is deleted. */
export const parseStoredEvent = async (workspaceId: WorkspaceId | null, provider: ProviderName, text: string): Promise<ProviderEvent> =>
  text.length <= MAX_INLINE_BODY_BYTES
    ? bodies.parseStoredEvent(provider, text)
    : ((await askThread(workspaceId, { task: 'parseStoredEvent', provider, text })) as ProviderEvent)

/** Runs `redactLines` for a conversation of any length. Throws if it cannot be redacted; then nothing of it may be stored. */
export async function maskLines<L extends TextLine>(workspaceId: WorkspaceId, lines: readonly L[], kinds: readonly Redaction[], isLive = false): Promise<L[]> {
  const isShort = kinds.length === 0 || lines.reduce((sum, { text }) => sum + text.length + 1, 0) <= MAX_INLINE_TEXT_LENGTH
  return isShort ? redactLines(lines, kinds, isLive) : ((await askThread(workspaceId, { task: 'maskLines', lines, kinds, isLive })) as L[])
}

/** Runs `redactJson` for a value of any size. */
export async function maskJson<T>(workspaceId: WorkspaceId, value: T, kinds: readonly Redaction[]): Promise<T> {
  const isShort = kinds.length === 0 || JSON.stringify(value).length <= MAX_INLINE_TEXT_LENGTH
  return isShort ? redactJson(value, kinds) : ((await askThread(workspaceId, { task: 'maskJson', value, kinds })) as T)
}

/** Ends the threads. */
export const close = () => threads().close()
