import type { Redaction } from '../../../inputs/dataDuties.ts'
import type { TranscriptLine } from '../../../providers/provider.ts'
import { withinBounds } from '../../../providers/spokenLines.ts'
import * as callTexts from './callTexts.ts'

/** A line as it is kept: of one that is masked, how long it was as it was said, by which it is known again. */
export interface KeptLine extends TranscriptLine {
  said?: number
}

/** What a transcript reads from a line on; everything before stays as it was. */
export interface Change {
  lines: TranscriptLine[]
  startIndex: number
}

/**
 * A transcript after more of it was heard: the next lines (`append`), put in order by when they were spoken, or all of
 * it so far (`replace`), of which the one that says more is the newer. Null when nothing changes. Whatever the order in
 * which lines arrive, and however often, the transcript becomes the same; what is said beyond what is kept of a conversation is left out.
 */
export function hear(known: KeptLine[], heard: TranscriptLine[], mode: 'replace' | 'append'): KeptLine[] | null {
  const next = mode === 'replace' ? (saidIn(heard) > saidIn(known) ? heard : known) : withinBounds(heard.reduce(place, known))
  return firstDifference(known, next) === null ? null : next
}

/** The lines of a call that goes on without what these kinds name, which is not to be kept. */
export async function masked(workspaceId: number, lines: KeptLine[], kinds: readonly Redaction[]): Promise<KeptLine[]> {
  const kept = await callTexts.maskLines(workspaceId, lines, kinds, true)
  return kept.map((line, at) => (line.text === lines[at]!.text ? line : { ...line, said: lines[at]!.said ?? lines[at]!.text.length }))
}

/** From where on the one differs from the other: what somebody who knows `before` needs to be told. Null when they agree. */
export function changed(before: TranscriptLine[], after: TranscriptLine[]): Change | null {
  const startIndex = firstDifference(before, after)
  return startIndex === null ? null : { startIndex, lines: after.slice(startIndex) }
}

/** A line where it belongs; one without a time was said last, and one that is known already is said once. */
function place(lines: KeptLine[], line: TranscriptLine): KeptLine[] {
  if (lines.some((known) => isSame(known, line) || wasSame(known, line))) return lines
  const { startSeconds } = line
  const later = startSeconds === null ? -1 : lines.findIndex((known) => known.startSeconds !== null && isBefore(line, known))
  return later < 0 ? [...lines, line] : [...lines.slice(0, later), line, ...lines.slice(later)]
}

const isBefore = (one: TranscriptLine, other: TranscriptLine) =>
  one.startSeconds! < other.startSeconds! || (one.startSeconds === other.startSeconds && one.role + one.text < other.role + other.text)
const isSame = (one: TranscriptLine, other: TranscriptLine) => one.role === other.role && one.text === other.text && one.startSeconds === other.startSeconds
/** Whether a line is one that was masked. */
const wasSame = (known: KeptLine, line: TranscriptLine) =>
  known.said === line.text.length && known.role === line.role && known.startSeconds === line.startSeconds
const saidIn = (lines: KeptLine[]) => lines.reduce((sum, { text, said }) => sum + (said ?? text.length), 0)

function firstDifference(before: TranscriptLine[], after: TranscriptLine[]): number | null {
  const most = Math.max(before.length, after.length)
  for (let index = 0; index < most; index++) {
    const [one, other] = [before[index], after[index]]
    if (!one || !other || !isSame(one, other)) return index
  }
  return null
}
