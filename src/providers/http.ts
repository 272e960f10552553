import { z } from 'zod'
import * as vendorClient from '../outbound/vendorClient.ts'
import type { Effect } from '../outbound/vendorErrors.ts'
import type { VendorRequest } from '../outbound/vendorRequests.ts'
import { ProviderError, type ProviderErrorKind } from './provider.ts'

export interface ApiRequest extends Omit<VendorRequest, 'url' | 'authorization' | 'secrets'> {
  /** Scheme, host and path prefix, without a trailing slash. */
  base: string
  path: string
  /** Sent as a bearer token; null sends none. */
  key: string | null
}

/** Sends a request to the provider, with base URL and key filled in. */
export type Send = (request: Omit<ApiRequest, 'base' | 'key'>) => Promise<vendorClient.VendorReply>

const VENDOR: vendorClient.VendorType<ProviderErrorKind> = {
  name: 'voice provider',
  createError: (kind, message, info) => new ProviderError(kind, message, info),
  accountKinds: { 401: 'account', 402: 'account', 403: 'account' },
  requiresJson: true,
}

/** Sends a request to a voice provider. Throws ProviderError; see `send` of the vendor client. */
export const request = ({ base, path, key, ...options }: ApiRequest) =>
  vendorClient.send(VENDOR, { ...options, url: base + path, ...(key !== null && { authorization: `Bearer ${key}` }) }, parseError)

/** Validates a reply of the provider. Throws ProviderError if it does not match the schema. */
export const parseReply = <Schema extends z.ZodType>(schema: Schema, body: unknown, effect: Effect = 'safe') =>
  vendorClient.parseReply(VENDOR, schema, body, effect)

const Message = z.union([
  z.object({ message: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))]) }).transform(({ message }) => message),
  z.object({ error: z.string() }).transform(({ error }) => error),
])

function parseError({ status, body }: vendorClient.VendorReply): ReturnType<vendorClient.ErrorParser<ProviderErrorKind>> {
  const { data: message = '' } = Message.safeParse(body)
  const kind = kindOf(status, message)
  return { message, ...(kind && { kind }) }
}

/** The kind that the message of a rejection means; undefined if the status decides. */
function kindOf(status: number, message: string): ProviderErrorKind | undefined {
  const isRejection = status >= 400 && status < 500 && ![401, 402, 403, 408].includes(status)
  if (isRejection && /concurrency/i.test(message)) return 'throttled'
  return status === 422 && /cannot find/i.test(message) ? 'not_found' : undefined
}
