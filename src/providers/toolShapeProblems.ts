import { z } from 'zod'
import type { Problem } from './provider.ts'

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Describes a validation issue for the author of the tool. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This field is required'
  if (issue.code === 'invalid_type') return `Must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
  const isSizeIssue = issue.code === 'too_small' || issue.code === 'too_big'
  if (isSizeIssue && issue.origin !== 'number' && issue.origin !== 'int')
    return issue.code === 'too_small' ? 'Must not be empty' : `Must have at most ${issue.maximum}`
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`
  return issue.code === 'too_big' ? `Must be at most ${issue.maximum}` : undefined
}

/**
 * Lists all validation problems of a tool with their paths. An unknown field is a problem too: it could name resources of the account at the
 * provider, which all workspaces share.
 */
export function findShapeProblems(shape: z.ZodType, tool: unknown, vendor: string): Problem[] {
  const { error } = shape.safeParse(tool, { error: describeIssue })
  return (error?.issues ?? []).flatMap((issue): Problem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: z.core.toDotPath([...issue.path, key]), reason: `This field of ${vendor} tools is not supported` }))
      : [{ field: z.core.toDotPath(issue.path), reason: issue.message }],
  )
}
