import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../providers/provider.ts'
import { toStandardSchema } from './answersSchema.ts'

const DRAFTS = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv } as const
const validators: Record<string, Ajv> = {}
const validatorFor = (draft: keyof typeof DRAFTS) => (validators[draft] ??= new DRAFTS[draft]({ strict: false, logger: false }))

/**
 * Returns why a value is not a valid JSON Schema of its draft (default 2020-12); null if it is valid. Only the meta-schema validates it:
 * customer schemas are never compiled here, which could take unlimited time.
 */
export function findSchemaProblem(schema: JsonObject): string | null {
  const { $schema, ...standardSchema } = toStandardSchema(schema)
  const draft = /2019-09|draft-0[67]/.exec(typeof $schema === 'string' ? $schema : '')?.[0]
  const ajv = validatorFor(draft === undefined ? '2020-12' : draft === '2019-09' ? draft : 'draft-07')
  if (!ajv.validateSchema(standardSchema as AnySchemaObject)) {
    const [error] = ajv.errors ?? []
    return `${error?.instancePath ?? ''} ${error?.message ?? 'is not a valid JSON Schema'}`.trim()
  }
  const invalidPattern = findPatterns(standardSchema).find((pattern) => !isPattern(pattern))
  return invalidPattern === undefined ? null : `${invalidPattern.slice(0, 100)} is not a valid regular expression`
}

/** Keywords that contain values and not schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples'])

/** Returns every regular expression in the schema. Meta-schemas do not validate them. */
function findPatterns(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findPatterns)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([word, inside]: [string, unknown]) => {
    if (VALUES.has(word)) return []
    if (word === 'pattern' && typeof inside === 'string') return [inside]
    if (word === 'patternProperties' && typeof inside === 'object' && inside !== null) return [...Object.keys(inside), ...findPatterns(Object.values(inside))]
    return findPatterns(inside)
  })
}

/** Whether a pattern is valid with or without Unicode mode. */
const isPattern = (text: string) => ['u', ''].some((flags) => isValidPattern(text, flags))

function isValidPattern(text: string, flags: string): boolean {
  try {
    return new RegExp(text, flags) instanceof RegExp
  } catch {
    return false
  }
}
