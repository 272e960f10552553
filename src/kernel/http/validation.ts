import type { Fact } from '../lib/codedTexts.ts'
import { DomainError, type InvalidField, invalidFields, type Reason } from '../vocabulary/errors.ts'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { key: PropertyKey })[]
}
interface ZodIssue extends Issue {
  code?: string
  expected?: string
  input?: unknown
  origin?: string
  minimum?: number | bigint
  maximum?: number | bigint
  format?: string
  pattern?: string
  values?: unknown[]
  params?: { type?: string; isBadInput?: boolean; reason?: Reason['reason']; details?: Record<string, Fact> }
  /** Unrecognized keys of an object. */
  keys?: readonly string[]
  /** Issues with a key of a record. */
  issues?: readonly ZodIssue[]
}

/** Marks an issue that the specification defines as a 400. It is reported first, before any other issue (contract: 400 before 422). */
export const badRequestIssue = (reason: Reason['reason'], details: Reason['details'] = {}) => ({ isBadInput: true, reason, details })

/** Returns the error for an invalid input: the message of a `badRequestIssue`, otherwise all issues. */
export function validationError(issues: readonly Issue[], location: (string | number)[]): DomainError {
  const first = (issues as readonly ZodIssue[]).find(({ code, params }) => code === 'custom' && params?.isBadInput)
  if (first) return new DomainError('BAD_REQUEST', first.message, reasonOf(first.params))
  return invalidFields(validationItems(issues, location))
}

const reasonOf = ({ reason, details = {} }: ZodIssue['params'] = {}): Reason | null => (reason ? { reason, details } : null)

/** Converts zod issues to public items (spec: Errors, 422 items). `location` is the source of the value: body, query, … */
export const validationItems = (issues: readonly Issue[], location: (string | number)[]): InvalidField[] =>
  issues.flatMap(splitByKey).map((issue) => ({
    loc: [
      ...location,
      ...(issue.path ?? []).map((step) => {
        const key = typeof step === 'object' ? step.key : step
        return typeof key === 'symbol' ? String(key) : key
      }),
    ],
    ...describeIssue(issue),
  }))

/** Splits an issue with unrecognized keys into one issue per key. */
const splitByKey = (issue: ZodIssue): ZodIssue[] =>
  issue.code === 'unrecognized_keys' ? (issue.keys ?? []).map((key) => ({ ...issue, path: [...(issue.path ?? []), key] })) : [issue]

const TYPES: Record<string, { type: string; msg: string }> = {
  string: { type: 'type_error.string', msg: 'str type expected' },
  number: { type: 'type_error.integer', msg: 'value is not a valid integer' },
  int: { type: 'type_error.integer', msg: 'value is not a valid integer' },
  boolean: { type: 'type_error.bool', msg: 'value could not be parsed to a boolean' },
  array: { type: 'type_error.list', msg: 'value is not a valid list' },
  object: { type: 'type_error.dict', msg: 'value is not a valid dict' },
  record: { type: 'type_error.dict', msg: 'value is not a valid dict' },
}

type Bounds = Record<string, { type: string; msg: (limit: string) => string }>
const TOO_SMALL: Bounds = {
  string: { type: 'value_error.str.min_length', msg: (limit) => `ensure this value has at least ${limit} characters` },
  array: { type: 'value_error.list.min_items', msg: (limit) => `ensure this value has at least ${limit} items` },
  number: { type: 'value_error.number.not_ge', msg: (limit) => `ensure this value is greater than or equal to ${limit}` },
}
const TOO_BIG: Bounds = {
  string: { type: 'value_error.str.max_length', msg: (limit) => `ensure this value has at most ${limit} characters` },
  array: { type: 'value_error.list.max_items', msg: (limit) => `ensure this value has at most ${limit} items` },
  number: { type: 'value_error.number.not_le', msg: (limit) => `ensure this value is less than or equal to ${limit}` },
}

/** Values that are neither strings nor arrays use the bounds of numbers. */
function bound(bounds: Bounds, origin: string | undefined, limit: unknown) {
  const { type, msg } = bounds[origin ?? 'number'] ?? bounds.number!
  return { type, msg: msg(String(limit)), details: { limit: Number(limit) } }
}

const NOT_OF_TYPE = new Set(['invalid_type', 'invalid_union', 'invalid_value'])

function describeIssue(issue: ZodIssue): Omit<InvalidField, 'loc'> {
  const { code, origin } = issue
  if (code === 'custom') {
    const { type = 'value_error', reason, details } = issue.params ?? {}
    return { type, msg: issue.message, reason, details }
  }
  if (code === 'unrecognized_keys') return { type: 'value_error.extra', msg: 'extra fields not permitted' }
  if (code === 'invalid_key' && issue.issues?.[0]) return describeIssue(issue.issues[0])
  if (NOT_OF_TYPE.has(code ?? '')) {
    if (issue.input === undefined) return { type: 'value_error.missing', msg: 'field required' }
    if (issue.input === null) return { type: 'type_error.none.not_allowed', msg: 'none is not an allowed value' }
  }
  // Only IDs are unions: a number or its digits.
  if (code === 'invalid_union') return TYPES.int!
  if (code === 'invalid_type') return TYPES[issue.expected ?? ''] ?? { type: `type_error.${issue.expected}`, msg: issue.message }
  if (code === 'too_small') return bound(TOO_SMALL, origin, issue.minimum)
  if (code === 'too_big') return bound(TOO_BIG, origin, issue.maximum)
  if (code === 'invalid_value')
    return {
      type: 'type_error.enum',
      msg: `value is not a valid enumeration member; permitted: ${(issue.values ?? []).map((value) => `'${String(value)}'`).join(', ')}`,
    }
  if (code === 'invalid_format' && issue.format === 'regex') return { type: 'value_error.str.regex', msg: `string does not match regex "${issue.pattern}"` }
  if (code === 'invalid_format') return { type: `value_error.${issue.format}`, msg: issue.message }
  return { type: 'value_error', msg: issue.message }
}
