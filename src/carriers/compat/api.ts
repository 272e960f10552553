import { z } from 'zod'
import type { Effect } from '../../outbound/vendorErrors.ts'
import { type CarrierErrorKind, CarrierError } from '../carrier.ts'
import { requireKnownAccount } from '../credentials.ts'
import { lookUp } from '../webhooks.ts'
import { sendRequest, type CarrierReply, type CarrierRequest, type ErrorParser, parseReply } from '../http.ts'

/** An account at Twilio or at a carrier with a Twilio-compatible API. */
export interface CompatAccount {
  /** The account's ID, part of every path. */
  id: string
  host: string
  /** The parts of the path before and after `/Accounts/…`. */
  base: string
  suffix: string
  authorization: string
  secrets: readonly string[]
}

/** The kinds of Twilio's codes, in error replies and in receipts. For other codes the HTTP status decides. */
const KIND_BY_CODE: Record<string, CarrierErrorKind> = {
  10001: 'suspended',
  20005: 'suspended',
  20429: 'throttled',
  21211: 'invalid_number',
  21408: 'blocked',
  21601: 'not_sms_capable',
  21606: 'not_sms_capable',
  21608: 'blocked',
  21610: 'opted_out',
  21612: 'blocked',
  21614: 'invalid_number',
  21635: 'invalid_number',
  30002: 'suspended',
  30004: 'blocked',
  30005: 'invalid_number',
  30006: 'invalid_number',
  30007: 'blocked',
  30032: 'blocked',
  30034: 'blocked',
  insufficient_balance_to_send_message: 'insufficient_funds',
}

/** Returns the kind of a code, or undefined if the code is not known. */
export const kindOfCode = (code: string): CarrierErrorKind | undefined => lookUp(KIND_BY_CODE, code)

const ErrorBody = z.object({ code: z.coerce.string().min(1), message: z.string().catch('') })

/** Reads an error reply. The code decides the kind, except with a 5xx status. */
export const parseError: ErrorParser = ({ status, body }) => {
  const { data } = ErrorBody.safeParse(body)
  if (!data) return {}
  const kind = status < 500 ? kindOfCode(data.code) : undefined
  return { code: data.code, ...(data.message && { message: data.message }), ...(kind && { kind }) }
}

type AccountRequest = Pick<CarrierRequest, 'method' | 'query' | 'form' | 'timeoutMs'> & { subpath: string; effect?: Effect }

/** Sends a request about the account. `subpath` follows the account's path: `/Messages`, or empty for the account itself. */
export function requestAccountApi(
  { id, host, base, suffix, authorization, secrets }: CompatAccount,
  { subpath, effect = 'safe', ...request }: AccountRequest,
): Promise<CarrierReply> {
  return sendRequest({ ...request, host, path: `${base}/Accounts/${id}${subpath}${suffix}`, authorization, secrets, effect }, parseError)
}

/** Sends such a request and validates the reply. Throws bad_credentials for a 404, because every account has the resource. */
export async function requestAccountData<Schema extends z.ZodType>(account: CompatAccount, schema: Schema, request: AccountRequest): Promise<z.output<Schema>> {
  return parseReply(schema, (await requireKnownAccount(requestAccountApi(account, request))).body, request.effect)
}

/** Returns the query of the next page. `nextPageUri` has no host. */
export const nextPageQuery = (nextPageUri: string): Record<string, string> => Object.fromEntries(new URL(nextPageUri, 'https://carrier.invalid').searchParams)

/** Throws bad_credentials if a reply is about another account. */
export function requireSameAccount(account: CompatAccount, accountId: string | null | undefined): void {
  if (accountId?.toLowerCase() !== account.id.toLowerCase()) throw new CarrierError('bad_credentials', 'The credentials belong to another account')
}
