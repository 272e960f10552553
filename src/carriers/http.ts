import type { z } from 'zod'
import { sendTraced, wordsOf } from '../outbound/tracedRequests.ts'
import * as vendorClient from '../outbound/vendorClient.ts'
import type { Effect } from '../outbound/vendorErrors.ts'
import type { VendorRequest } from '../outbound/vendorRequests.ts'
import { CarrierError, type CarrierErrorKind } from './carrier.ts'
import { hostUrl } from './hosts.ts'

export type CarrierReply = vendorClient.VendorReply
export type ErrorParser = vendorClient.ErrorParser<CarrierErrorKind>

export interface CarrierRequest extends Omit<VendorRequest, 'url' | 'multipart'> {
  /** Host name, mapped by `hostUrl`. */
  host: string
  path: string
  authorization: string
  /** Values to mask in error messages. */
  secrets: readonly string[]
}

const VENDOR: vendorClient.VendorType<CarrierErrorKind> = {
  name: 'carrier',
  createError: (kind, message, info) => new CarrierError(kind, message, info),
  accountKinds: { 401: 'bad_credentials', 402: 'insufficient_funds', 403: 'forbidden' },
  requiresJson: false,
}

export const basicAuth = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
export const bearerAuth = (token: string) => `Bearer ${token}`

/** Sends a request to a carrier. Throws CarrierError; see `send` of the vendor client. */
export const sendRequest = ({ host, path, ...request }: CarrierRequest, parseError: ErrorParser): Promise<CarrierReply> =>
  sendTraced({ vendor: domainOf(host), method: request.method, route: () => routeOf(path) }, () =>
    vendorClient.send(VENDOR, { ...request, url: hostUrl(host) + path }, parseError),
  )

/** A host without its first names, which can be those of an account. */
const domainOf = (host: string) => host.split('.').slice(-2).join('.')

/** The path of a request without what it is about, such as IDs, keys and phone numbers: only words stay. */
export const routeOf = (path: string) => wordsOf(path, /^(v\d|[A-Z]?[a-z]+([-_A-Z][a-z]+)*(\.json)?)$/)

/** Validates a reply of the carrier. Throws CarrierError if its shape is unexpected. */
export const parseReply = <Schema extends z.ZodType>(schema: Schema, body: unknown, effect: Effect = 'safe') =>
  vendorClient.parseReply(VENDOR, schema, body, effect)
