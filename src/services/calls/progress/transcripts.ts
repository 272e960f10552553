import type { WorkspaceId } from '../../../kernel/vocabulary/ids.ts'
import type { Redaction } from '../../../inputs/privacySettings.ts'
import type { SpokenLines, TranscriptLine } from '../../../providers/provider.ts'
import { truncateTranscript } from '../../../providers/spokenLines.ts'
import * as callTexts from './callTexts.ts'

/** A stored line. `said` is the original length of a redacted line, which identifies it when it arrives again. */
export interface StoredLine extends TranscriptLine {
  said?: number
}

/** A change of a transcript: the lines from `startIndex` on. Earlier lines are unchanged. */
export interface Change {
  lines: TranscriptLine[]
  startIndex: number
}

/**
 * Merges new lines into a transcript: the next lines (`append`), ordered by start time, or all from a position on (`replace`), of which the
 * longer version wins. Returns null if nothing changes. The result is the same for any order and repetition of the input. Lines beyond the size limit
 * of a conversation are dropped.
 */
export function mergeLines(stored: StoredLine[], { lines, mode, start }: SpokenLines): StoredLine[] | null {
  const next = mode === 'replace' ? longer(stored, [...stored.slice(0, start), ...lines]) : lines.reduce(insertLine, stored)
  return findFirstDifference(stored, next) === null ? null : truncateTranscript(next)
}

const longer = (stored: StoredLine[], received: StoredLine[]) => (spokenLengthOf(received) > spokenLengthOf(stored) ? received : stored)

/** Redacts the lines of an active call, so that the original text is not stored. */
export async function redactStored(workspaceId: WorkspaceId, lines: StoredLine[], kinds: readonly Redaction[]): Promise<StoredLine[]> {
  const redacted = await callTexts.maskLines(workspaceId, lines, kinds, true)
  return redacted.map((line, index) => (line.text === lines[index]!.text ? line : { ...line, said: lines[index]!.said ?? lines[index]!.text.length }))
}

/** Finds the first difference, for a client that has `before`. Returns null if both are equal. */
export function findChange(before: TranscriptLine[], after: TranscriptLine[]): Change | null {
  const startIndex = findFirstDifference(before, after)
  return startIndex === null ? null : { startIndex, lines: after.slice(startIndex) }
}

/** Inserts a line by its start time. A line without a time goes to the end; a known line is not added again. */
function insertLine(lines: StoredLine[], line: TranscriptLine): StoredLine[] {
  if (lines.some((stored) => isSame(stored, line) || isRedactedForm(stored, line))) return lines
  const { startSeconds } = line
  const later = startSeconds === null ? -1 : lines.findIndex((stored) => stored.startSeconds !== null && isBefore(line, stored))
  return later < 0 ? [...lines, line] : [...lines.slice(0, later), line, ...lines.slice(later)]
}

const isBefore = (first: TranscriptLine, second: TranscriptLine) =>
  first.startSeconds! < second.startSeconds! || (first.startSeconds === second.startSeconds && first.role + first.text < second.role + second.text)
const isSame = (first: TranscriptLine, second: TranscriptLine) =>
  first.role === second.role && first.text === second.text && first.startSeconds === second.startSeconds
/** Whether a stored line is the redacted form of a line. */
const isRedactedForm = (stored: StoredLine, line: TranscriptLine) =>
  stored.said === line.text.length && stored.role === line.role && stored.startSeconds === line.startSeconds
const spokenLengthOf = (lines: StoredLine[]) => lines.reduce((sum, { text, said }) => sum + (said ?? text.length), 0)

function findFirstDifference(before: TranscriptLine[], after: TranscriptLine[]): number | null {
  const length = Math.max(before.length, after.length)
  for (let index = 0; index < length; index++) {
    const [first, second] = [before[index], after[index]]
    if (!first || !second || !isSame(first, second)) return index
  }
  return null
}
