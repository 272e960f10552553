import { Ajv, type AnySchemaObject } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../providers/provider.ts'
import { standard } from './answersSchema.ts'

const DRAFTS = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv } as const
const judges: Record<string, Ajv> = {}
const judge = (draft: keyof typeof DRAFTS) => (judges[draft] ??= new DRAFTS[draft]({ strict: false, logger: false }))

/**
 * Why this is no JSON Schema of the draft that it names, or of 2020-12, in a sentence; null when it is one. Only the
 * meta-schema judges it: nothing that a stranger wrote is compiled, which could take as long as they like.
 */
export function problemOf(schema: JsonObject): string | null {
  const { $schema, ...said } = standard(schema)
  const draft = /2019-09|draft-0[67]/.exec(typeof $schema === 'string' ? $schema : '')?.[0]
  const ajv = judge(draft === undefined ? '2020-12' : draft === '2019-09' ? draft : 'draft-07')
  if (!ajv.validateSchema(said as AnySchemaObject)) {
    const [error] = ajv.errors ?? []
    return `${error?.instancePath ?? ''} ${error?.message ?? 'is not a valid JSON Schema'}`.trim()
  }
  const wrong = patternsIn(said).find((pattern) => !isPattern(pattern))
  return wrong === undefined ? null : `${wrong.slice(0, 100)} is not a valid regular expression`
}

/** Where values stand and not schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples'])

/** Every regular expression in the schema; meta-schemas do not judge them. */
function patternsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(patternsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([word, inside]: [string, unknown]) => {
    if (VALUES.has(word)) return []
    if (word === 'pattern' && typeof inside === 'string') return [inside]
    if (word === 'patternProperties' && typeof inside === 'object' && inside !== null) return [...Object.keys(inside), ...patternsIn(Object.values(inside))]
    return patternsIn(inside)
  })
}

/** Whether it can be read with or without Unicode's stricter rules. */
const isPattern = (text: string) => ['u', ''].some((flags) => reads(text, flags))

function reads(text: string, flags: string): boolean {
  try {
    return new RegExp(text, flags) instanceof RegExp
  } catch {
    return false
  }
}
