import { z } from 'zod'
import type { CarrierErrorKind } from '../carrier.ts'
import { lookUp } from '../webhooks.ts'
import type { ErrorParser } from '../http.ts'

/** The kinds of Telnyx's codes, in error replies and in receipts. For other codes the HTTP status decides. */
const KIND_BY_CODE: Record<string, CarrierErrorKind> = {
  10001: 'not_sms_capable',
  10002: 'invalid_number',
  10009: 'bad_credentials',
  10010: 'forbidden',
  10011: 'throttled',
  10016: 'invalid_number',
  20002: 'bad_credentials',
  20006: 'bad_credentials',
  20012: 'suspended',
  20013: 'suspended',
  20100: 'insufficient_funds',
  40001: 'invalid_number',
  40002: 'blocked',
  40003: 'blocked',
  40010: 'blocked',
  40011: 'throttled',
  40012: 'invalid_number',
  40013: 'not_sms_capable',
  40015: 'blocked',
  40300: 'opted_out',
  40305: 'not_sms_capable',
  40306: 'not_sms_capable',
  40310: 'invalid_number',
  40312: 'not_sms_capable',
}

const ErrorBody = z.object({
  errors: z.array(z.object({ code: z.coerce.string(), title: z.string().catch(''), detail: z.string().nullish().catch(null) })).min(1),
})

/** Returns the kind of a code, or undefined if the code is not known. */
export const kindOfCode = (code: string): CarrierErrorKind | undefined => lookUp(KIND_BY_CODE, code)

export const parseError: ErrorParser = ({ body }) => {
  const error = ErrorBody.safeParse(body).data?.errors[0]
  if (!error) return {}
  const kind = kindOfCode(error.code)
  return { code: error.code, message: error.detail || error.title, ...(kind && { kind }) }
}
