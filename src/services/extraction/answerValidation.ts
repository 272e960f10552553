import { createHash } from 'node:crypto'
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { LRUCache } from 'lru-cache'
import { isObject } from '../../kernel/json/isObject.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { toStandardSchema } from './answersSchema.ts'

/** An invalid answer. `field` is null if the answers as a whole are invalid; `value` is null if it is missing. */
export interface AnswerError {
  field: string | null
  value: unknown
  error: string
}
export interface Validation {
  valid: JsonObject
  errors: AnswerError[]
}

/** Compiles a pattern in Unicode mode if possible. Some patterns have escapes that are invalid in that mode. */
function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  logger: false,
  addUsedSchema: false,
  code: { regExp: Object.assign(compilePattern, { code: 'new RegExp' }) },
}
const withFormats = <Validator extends Ajv>(ajv: Validator) => formats.default(ajv)
const ajvs: Record<string, Ajv | undefined> = {}

/** Returns the validator for the draft of a schema; defaults to 2020-12. */
function validatorFor({ $schema }: JsonObject): Ajv {
  const draft = /draft-0[67]|2019-09/.exec(typeof $schema === 'string' ? $schema : '')?.[0] ?? '2020-12'
  return (ajvs[draft] ??= withFormats(draft === '2020-12' ? new Ajv2020(OPTIONS) : draft === '2019-09' ? new Ajv2019(OPTIONS) : new Ajv(OPTIONS)))
}

interface Compiled {
  validate: ValidateFunction
  required: readonly unknown[]
}
const compiled = new LRUCache<string, Compiled>({ max: 200 })

/** Compiles a schema. Throws if it is invalid. */
export function compile(schema: JsonObject): Compiled {
  const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
  const cached = compiled.get(key)
  if (cached) return cached
  const ajv = validatorFor(schema)
  const { $schema: _, ...standardSchema } = toStandardSchema(schema)
  try {
    const result = { validate: ajv.compile(standardSchema), required: Array.isArray(standardSchema.required) ? standardSchema.required : [] }
    compiled.set(key, result)
    return result
  } finally {
    ajv.removeSchema(standardSchema)
  }
}

/**
 * Separates valid answers from invalid ones, field by field. Null means no answer: it is valid unless the field is required. May run as long
 * as the schema makes it: use only in a thread that can be terminated, or for plain schemas (`plainSchemas.ts`).
 */
export function validate(schema: JsonObject, data: JsonObject): Validation {
  const { validate, required } = compile(schema)
  if (validate(data)) return { valid: data, errors: [] }
  const errorsByField = new Map<string | null, string[]>()
  for (const error of validate.errors ?? []) {
    const field = fieldOf(error)
    if (field !== null && Object.hasOwn(data, field) && data[field] === null && !required.includes(field)) continue
    errorsByField.set(field, [...(errorsByField.get(field) ?? []), describeError(error)])
  }
  return {
    valid: Object.fromEntries(Object.entries(data).filter(([field]) => !errorsByField.has(field))),
    errors: [...errorsByField].map(([field, errors]) => ({
      field,
      value: valueOf(data, field),
      error: [...new Set(errors)].join('; ').slice(0, MAX_ERROR_LENGTH),
    })),
  }
}
const MAX_ERROR_LENGTH = 500

const valueOf = (data: JsonObject, field: string | null) => (field !== null && Object.hasOwn(data, field) ? data[field] : null)

/** Returns the top-level field of an error, or null if it concerns the whole object. */
function fieldOf({ instancePath, params, propertyName }: ErrorObject): string | null {
  if (instancePath) return steps(instancePath)[0]!
  const fieldName: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName ?? propertyName
  return typeof fieldName === 'string' ? fieldName : null
}

const steps = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function describeError({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): string {
  if (keyword === 'required' && !instancePath) return 'is required but was not answered'
  const inner = instancePath ? steps(instancePath).slice(1).join('.') : ''
  const choices: unknown = params.allowedValues
  const description = keyword === 'enum' && Array.isArray(choices) ? `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}` : message
  return inner ? `${inner} ${description}` : description
}

/** Answers to validate by a schema; without them, only the schema is checked. */
export interface Question {
  schema: JsonObject
  data: JsonObject | null
}
export interface Evaluation {
  validation?: Validation | null
  /** The problem of the schema. */
  error?: string
}

/** Whether a message to the thread is a question. */
export const isQuestion = (message: unknown): message is Question => isObject(message) && isObject(message.schema)

/** Validates answers, or checks the schema, as in `validate`. */
export function evaluate({ schema, data }: Question): Evaluation {
  try {
    return { validation: data ? validate(schema, data) : (compile(schema), null) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
