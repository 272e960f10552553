import type { Problem } from '../provider.ts'

/** Notes that a field, by its public name, cannot be expressed at Vapi as it is, and why. */
export type Note = (field: string, reason: string) => void

/** The same for one field of a tool. */
export type Refuse = (key: string, reason: string) => void

/** What the work makes, and every problem it noted on the way: with problems, what was made is not fit to be sent. */
export function collectProblems<Made>(work: (note: Note) => Made): { made: Made; problems: Problem[] } {
  const problems: Problem[] = []
  const result = work((field, reason) => void problems.push({ field, reason }))
  return { made: result, problems }
}
