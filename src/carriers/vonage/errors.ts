import { z } from 'zod'
import type { CarrierErrorKind } from '../carrier.ts'
import { lookUp } from '../webhooks.ts'
import type { ErrorParser } from '../http.ts'

/** The kinds of Vonage's codes, in error replies and in receipts. For other codes the HTTP status decides. */
const KIND_BY_CODE: Record<string, CarrierErrorKind> = {
  'account-suspended': 'suspended',
  'low-balance': 'insufficient_funds',
  'invalid-api-key': 'bad_credentials',
  unauthorized: 'bad_credentials',
  forbidden: 'forbidden',
  unprovisioned: 'forbidden',
  1000: 'throttled',
  1040: 'invalid_number',
  1050: 'blocked',
  1060: 'suspended',
  1070: 'insufficient_funds',
  1080: 'forbidden',
  1120: 'not_sms_capable',
  1160: 'blocked',
  1170: 'invalid_number',
  1210: 'blocked',
  1240: 'opted_out',
  1420: 'not_sms_capable',
  1430: 'invalid_number',
  1470: 'blocked',
  1471: 'blocked',
  1472: 'blocked',
  1473: 'blocked',
  1474: 'blocked',
  1475: 'blocked',
  1476: 'blocked',
}

/** A problem document. Its `type` ends in the code, or its title is the code. */
export const Problem = z.object({
  type: z.string().catch(''),
  title: z.string().catch(''),
  detail: z.string().catch(''),
  invalid_parameters: z.array(z.object({ name: z.string() })).catch([]),
})

/** An error of the older APIs. */
const LegacyErrorBody = z.object({ 'error-code': z.coerce.string(), 'error-code-label': z.string().catch('') })

export const kindOfCode = (code: string): CarrierErrorKind | undefined => lookUp(KIND_BY_CODE, code)

/** Returns a problem's code, or null if it has none. */
export const codeOf = ({ type, title }: Pick<z.output<typeof Problem>, 'type' | 'title'>): string | null =>
  (/^\d+$/.test(title) ? title : /#([\w-]+)$/.exec(type)?.[1]) ?? null

export const parseError: ErrorParser = ({ status, body }) => {
  const legacyError = LegacyErrorBody.safeParse(body).data
  if (legacyError) return parseLegacyError(legacyError)
  const problem = Problem.safeParse(body).data
  if (!problem) return {}
  const code = codeOf(problem)
  const kind = (code === null ? undefined : kindOfCode(code)) ?? (status === 422 ? kindOfFields(problem.invalid_parameters) : undefined)
  const message = problem.detail || problem.title
  return { ...(code !== null && { code }), ...(message && { message }), ...(kind && { kind }) }
}

function parseLegacyError({ 'error-code': code, 'error-code-label': message }: z.output<typeof LegacyErrorBody>): ReturnType<ErrorParser> {
  const isSuspended = /\b(suspended|barred)\b/i.test(message)
  return { code, ...(message && { message }), ...(isSuspended && { kind: 'suspended' }) }
}

function kindOfFields(fields: { name: string }[]): CarrierErrorKind | undefined {
  if (fields.some(({ name }) => name === 'to')) return 'invalid_number'
  if (fields.some(({ name }) => name === 'from')) return 'not_sms_capable'
  return undefined
}
