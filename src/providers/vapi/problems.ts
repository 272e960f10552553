import type { Problem } from '../provider.ts'

/** Reports why Vapi does not support the value of a field, by its public name. */
export type ProblemReporter = (field: string, reason: string) => void

/** Reports the same for a field of one tool. */
export type ToolProblemReporter = (key: string, reason: string) => void

/** Writes a limit for a reason, as in 43,200. */
export const formatLimit = (limit: number) => limit.toLocaleString('en-US')

/** Returns the result of `build` and all problems it reported. A result with problems must not be sent. */
export function collectProblems<Result>(build: (reportProblem: ProblemReporter) => Result): { result: Result; problems: Problem[] } {
  const problems: Problem[] = []
  const result = build((field, reason) => void problems.push({ field, reason }))
  return { result, problems }
}
