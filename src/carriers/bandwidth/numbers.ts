import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { type BandwidthCredentials, requestAccountApi, requestNumbersApi } from './requests.ts'
import { CarrierError, type OwnedNumber, type SmsMissing } from '../carrier.ts'
import { orNullIfForbidden } from '../credentials.ts'
import { parseReply } from '../http.ts'
import { registrationOf } from '../phoneNumbers.ts'

const PAGE_SIZE = 20
const GET = { method: 'GET', effect: 'safe' } as const

const oneOrMany = <Schema extends z.ZodType>(schema: Schema) => z.union([z.array(schema), schema.transform((value) => [value])])
/** An element with child elements. The XML parser returns an empty text if it is empty. */
const optionalElement = <Schema extends z.ZodType>(schema: Schema) => schema.or(z.literal('').transform(() => undefined)).optional()

const Numbers = z.object({
  TelephoneNumbersResponse: z.object({
    TelephoneNumbers: optionalElement(z.object({ TelephoneNumber: oneOrMany(z.object({ FullNumber: z.string() })).optional() })),
  }),
})

const Details = z.object({
  TelephoneNumberResponse: z.object({
    TelephoneNumberDetails: z.object({
      FullNumber: z.string(),
      AccountId: z.string().optional(),
      SipPeer: optionalElement(z.object({ PeerId: z.string().optional() })),
      ServiceTypes: optionalElement(z.object({ ServiceType: oneOrMany(z.string()).optional() })),
      MessagingSettings: optionalElement(z.object({ SmsEnabled: z.string().optional(), CampaignId: z.string().optional() })),
    }),
  }),
})
type Details = z.output<typeof Details>['TelephoneNumberResponse']['TelephoneNumberDetails']

const Peers = z.object({
  AssociatedSipPeersResponse: z.object({
    AssociatedSipPeers: optionalElement(z.object({ AssociatedSipPeer: oneOrMany(z.object({ PeerId: z.string() })).optional() })),
  }),
})

const Verification = z.object({ status: z.string() })

/** Converts a number to E.164. US numbers arrive with ten digits or in E.164. */
const toE164 = (number: string) => (number.startsWith('+') ? number : `+${number.length === 10 ? '1' : ''}${number}`)

/** Whether the account owns the number. Lists numbers instead if the credentials lack the permission for the direct request. */
export async function ownsNumber(credentials: BandwidthCredentials, e164: string): Promise<boolean> {
  const path = `accounts/${credentials.account_id}/inserviceNumbers/${encodeURIComponent(e164)}`
  const isOwned = await orNullIfForbidden(
    nullIfNotFound(requestAccountApi(credentials, path, { ...GET, accept: 'application/xml' })).then((reply) => reply !== null),
  )
  return isOwned ?? (await listE164s(credentials, { fullNumber: e164 })).includes(e164)
}

async function listE164s({ account_id: accountId, ...rest }: BandwidthCredentials, query: Record<string, string>): Promise<string[]> {
  const request = { ...GET, query: { accountId, status: 'Inservice', ...query } }
  const { TelephoneNumbersResponse: response } = await requestNumbersApi({ account_id: accountId, ...rest }, 'tns', request, Numbers)
  return (response.TelephoneNumbers?.TelephoneNumber ?? []).map(({ FullNumber }) => toE164(FullNumber))
}

/** Throws forbidden if the credentials cannot read numbers. Lists a single number. */
export const requireNumberAccess = (credentials: BandwidthCredentials) => listE164s(credentials, { size: '1', page: '1' })

/** Lists a page of the account's numbers. Pages count from 1. */
export async function listPage(credentials: BandwidthCredentials, page: number): Promise<{ numbers: OwnedNumber[]; next: number | null }> {
  const numbers = await listE164s(credentials, { size: String(PAGE_SIZE), page: String(page) })
  const peers = await listPeers(credentials)
  const ownedNumbers = await Promise.all(numbers.map((e164) => describe(credentials, e164, peers)))
  return { numbers: ownedNumbers.filter((number) => number !== null), next: numbers.length < PAGE_SIZE ? null : page + 1 }
}

export const describeNumber = async (credentials: BandwidthCredentials, e164: string) => describe(credentials, e164, await listPeers(credentials))

/** Describes a number. Returns null if it belongs to another account. Without permission to read it, SMS counts as not permitted. */
async function describe(credentials: BandwidthCredentials, e164: string, peers: Set<string> | null): Promise<OwnedNumber | null> {
  const request = requestNumbersApi(credentials, `tns/${encodeURIComponent(e164)}/tndetails`, GET, Details)
  const details = (await orNullIfForbidden(request))?.TelephoneNumberResponse.TelephoneNumberDetails
  if (!details) return { e164, carrierNumberId: e164, voice: true, sms: false, smsMissing: ['messaging_permission'] }
  if (toE164(details.FullNumber) !== e164 || (details.AccountId ?? credentials.account_id) !== credentials.account_id) return null
  const sms = details.MessagingSettings?.SmsEnabled?.toLowerCase() === 'true'
  const services = details.ServiceTypes?.ServiceType ?? []
  const voice = services.length === 0 || services.some((service) => /voice/i.test(service))
  return { e164, carrierNumberId: e164, voice, sms, smsMissing: sms ? await listMissing(credentials, e164, details, peers) : ['sms_capable_number'] }
}

async function listMissing(credentials: BandwidthCredentials, e164: string, details: Details, peers: Set<string> | null): Promise<SmsMissing[]> {
  const missing: SmsMissing[] = []
  const peer = details.SipPeer?.PeerId
  if (peers && peer !== undefined && !peers.has(peer)) missing.push('application_id')
  if (!(await isRegistered(credentials, e164, details))) missing.push('a2p_registration')
  return missing
}

async function isRegistered(credentials: BandwidthCredentials, e164: string, { MessagingSettings: settings }: Details): Promise<boolean> {
  const registration = registrationOf(e164)
  if (registration === null) return true
  if (registration === 'campaign') return Boolean(settings?.CampaignId)
  const path = `accounts/${credentials.account_id}/phoneNumbers/${encodeURIComponent(e164)}/tollFreeVerification`
  const reply = await orNullIfForbidden(
    nullIfNotFound(requestAccountApi(credentials, path, GET)).then((response) => response ?? { body: { status: 'UNVERIFIED' } }),
  )
  return reply === null || parseReply(Verification, reply.body).status === 'VERIFIED'
}

/** Lists the application's locations. Bandwidth accepts and loses messages from other locations. Returns null if they cannot be read. */
async function listPeers(credentials: BandwidthCredentials): Promise<Set<string> | null> {
  const { account_id: account, application_id: application } = credentials
  if (application === undefined) return null
  const request = requestNumbersApi(credentials, `accounts/${account}/applications/${application}/associatedsippeers`, GET, Peers)
  const response = await orNullIfForbidden(nullIfNotFound(request))
  return response && new Set((response.AssociatedSipPeersResponse.AssociatedSipPeers?.AssociatedSipPeer ?? []).map(({ PeerId }) => PeerId))
}

/** Whether the account has the application. Returns true if the credentials lack the permission to read it. */
export async function hasApplication(credentials: BandwidthCredentials, id: string): Promise<boolean> {
  const path = `accounts/${credentials.account_id}/applications/${id}`
  const application = nullIfNotFound(requestAccountApi(credentials, path, { ...GET, accept: 'application/xml' })).catch((error) => {
    if (error instanceof CarrierError && error.kind === 'rejected') return null
    throw error
  })
  return (await orNullIfForbidden(application.then((reply) => reply !== null))) ?? true
}
