import { z } from 'zod'
import type { TranscriptLine } from './provider.ts'

/** What is kept of one conversation: several times what is said in the longest call there may be. */
export const MAX_LINES = 5_000
export const MAX_CHARACTERS = 200_000
/** Entries of a provider's list that are looked at; calls of tools are among them. */
const MAX_ENTRIES = 2 * MAX_LINES

/** A provider's list of what was said; what is no such entry is null, and what is no list is empty. */
export const entriesOf = <Schema extends z.ZodType>(entry: Schema) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list): (z.output<Schema> | null)[] => list.slice(0, MAX_ENTRIES).map((each) => entry.safeParse(each).data ?? null))

/** The lines from the beginning on, as many as are kept. */
export function withinBounds<Line extends TranscriptLine>(lines: Line[]): Line[] {
  let characters = 0
  const end = lines.findIndex(({ text }, at) => at >= MAX_LINES || (characters += text.length) > MAX_CHARACTERS)
  return end < 0 ? lines : lines.slice(0, end)
}
