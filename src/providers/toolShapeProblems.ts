import { z } from 'zod'
import { causeOf, type Problem, type ProblemCause } from './problem.ts'

/** Encodes a cause as the message of an issue, because an issue keeps nothing else of it. */
export const messageOf = (cause: ProblemCause): string => JSON.stringify(cause)

/** Error of a value that has to be one of several. */
export const oneOf = (...values: string[]) => ({ error: messageOf(causeOf('value_not_listed', { values })) })

/** Describes a validation issue for the author of the tool. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  const cause = findCause(issue)
  return cause && messageOf(cause)
}

function findCause(issue: z.core.$ZodRawIssue): ProblemCause | undefined {
  if (issue.input === undefined) return causeOf('field_required')
  if (issue.code === 'invalid_type') return causeOf('type_wrong', { type: issue.expected })
  if (issue.code === 'invalid_value') return causeOf('value_not_listed', { values: issue.values.map(String) })
  const isSizeIssue = issue.code === 'too_small' || issue.code === 'too_big'
  if (isSizeIssue && issue.origin !== 'number' && issue.origin !== 'int')
    return issue.code === 'too_small' ? causeOf('list_empty') : causeOf('list_too_long', { max: Number(issue.maximum) })
  if (issue.code === 'too_small') return causeOf('number_too_small', { min: Number(issue.minimum) })
  return issue.code === 'too_big' ? causeOf('number_too_large', { max: Number(issue.maximum) }) : undefined
}

/** Decodes the cause of an issue. Issues that nothing describes have the validation library's own text. */
const readCause = (message: string): ProblemCause =>
  message.startsWith('{') ? (JSON.parse(message) as ProblemCause) : causeOf('value_invalid', { error: message })

/**
 * Lists all validation problems of a tool with their paths. An unknown field is a problem too: it could name resources of the account at the
 * provider, which all workspaces share.
 */
export function findShapeProblems(shape: z.ZodType, tool: unknown, vendor: 'retell' | 'vapi'): Problem[] {
  const { error } = shape.safeParse(tool, { error: describeIssue })
  return (error?.issues ?? []).flatMap((issue): Problem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: z.core.toDotPath([...issue.path, key]), ...causeOf('tool_field_unknown', { voice_engine: vendor }) }))
      : [{ field: z.core.toDotPath(issue.path), ...readCause(issue.message) }],
  )
}
