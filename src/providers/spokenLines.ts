import { z } from 'zod'
import type { TranscriptLine } from './provider.ts'

/** Limits of a stored transcript: several times the longest possible call. */
export const MAX_TRANSCRIPT_LINES = 5_000
export const MAX_TRANSCRIPT_CHARACTERS = 200_000
/** Maximum entries read from a provider transcript, which also includes tool calls. */
const MAX_ENTRIES = 2 * MAX_TRANSCRIPT_LINES

/** Parses a provider transcript. Invalid entries become null; a value that is not a list becomes an empty list. */
export const transcriptEntries = <Schema extends z.ZodType>(entry: Schema) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list): (z.output<Schema> | null)[] => list.slice(0, MAX_ENTRIES).map((line) => entry.safeParse(line).data ?? null))

/** Returns the first lines, within the limits. */
export function truncateTranscript<Line extends TranscriptLine>(lines: Line[]): Line[] {
  let characters = 0
  const end = lines.findIndex(({ text }, index) => index >= MAX_TRANSCRIPT_LINES || (characters += text.length) > MAX_TRANSCRIPT_CHARACTERS)
  return end < 0 ? lines : lines.slice(0, end)
}
