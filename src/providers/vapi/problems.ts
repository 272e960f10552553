import type { Problem, ProblemCause } from '../problem.ts'

/** Reports why Vapi does not support the value of a field, by its public name. */
export type ProblemReporter = (field: string, cause: ProblemCause) => void

/** Reports the same for a field of one tool. */
export type ToolProblemReporter = (key: string, cause: ProblemCause) => void

/** Returns the result of `build` and all problems it reported. A result with problems must not be sent. */
export function collectProblems<Result>(build: (reportProblem: ProblemReporter) => Result): { result: Result; problems: Problem[] } {
  const problems: Problem[] = []
  const result = build((field, cause) => void problems.push({ field, ...cause }))
  return { result, problems }
}
