import { z } from 'zod'
import { type CarrierErrorKind, CarrierError } from '../carrier.ts'
import { requireKnownAccount } from '../credentials.ts'
import { lookUp } from '../webhooks.ts'
import { sendRequest, type CarrierReply, type CarrierRequest, type RequestEffect, type ErrorParser, parseReply } from '../http.ts'

/** What differs between Twilio and who speaks as it does: where an account is, and how a request proves whose it is. */
export interface CompatAccount {
  /** The account's id, which is in every path. */
  id: string
  host: string
  /** Before `/Accounts/…` and after. */
  base: string
  suffix: string
  authorization: string
  secrets: readonly string[]
}

/** What Twilio's codes mean, in refusals as in receipts; the others mean what the HTTP status says. */
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

/** The meaning of a code; undefined where only the circumstances tell. */
export const kindOfCode = (code: string): CarrierErrorKind | undefined => lookUp(KIND_BY_CODE, code)

const ErrorBody = z.object({ code: z.coerce.string().min(1), message: z.string().catch('') })

/** An error's code says more than its status, unless the carrier itself is out of order. */
export const parseError: ErrorParser = ({ status, body }) => {
  const { data } = ErrorBody.safeParse(body)
  if (!data) return {}
  const kind = status < 500 ? kindOfCode(data.code) : undefined
  return { code: data.code, ...(data.message && { message: data.message }), ...(kind && { kind }) }
}

type AccountRequest = Pick<CarrierRequest, 'method' | 'query' | 'form' | 'timeoutMs'> & { subpath: string; effect?: RequestEffect }

/** A request about the account, as `tail` after its path: `/Messages`, or nothing for the account itself. */
export function requestAccountApi(
  { id, host, base, suffix, authorization, secrets }: CompatAccount,
  { subpath, effect = 'safe', ...request }: AccountRequest,
): Promise<CarrierReply> {
  return sendRequest({ ...request, host, path: `${base}/Accounts/${id}${subpath}${suffix}`, authorization, secrets, effect }, parseError)
}

/** The same, of something that there always is where the account is. */
export async function requestAccountData<Schema extends z.ZodType>(account: CompatAccount, schema: Schema, request: AccountRequest): Promise<z.output<Schema>> {
  return parseReply(schema, (await requireKnownAccount(requestAccountApi(account, request))).body, request.effect)
}

/** The next page of a list: an address without its host, of which only the query is taken. */
export const nextPageQuery = (nextPageUri: string): Record<string, string> => Object.fromEntries(new URL(nextPageUri, 'https://carrier.invalid').searchParams)

/** Whoever answers is to be the account that was asked. */
export function requireSameAccount(account: CompatAccount, accountId: string | null | undefined): void {
  if (accountId?.toLowerCase() !== account.id.toLowerCase()) throw new CarrierError('bad_credentials', 'The credentials belong to another account')
}
