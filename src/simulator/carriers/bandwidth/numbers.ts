import { Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { toXmlAnswer } from './applications.ts'
import { callerOf } from './access.ts'
import type { CarrierContext, SimNumber } from '../types.ts'

const MAX_PAGE_SIZE = 2_500
const DEFAULT_PAGE_SIZE = 500

/** Bandwidth's XML APIs write American numbers with ten digits. */
const toNationalNumber = (e164: string) => e164.replace(/^\+1(?=\d{10}$)/, '')
const toE164 = (number: string) => (number.startsWith('+') ? number : `+${number.length === 10 ? '1' : ''}${number}`)

export function numberRoutes(context: CarrierContext): Route[] {
  const accountOf = ({ headers }: Request) => callerOf(context, (headers.authorization ?? '').replace(/^Bearer /i, ''))!

  async function checkInService(request: Request) {
    return { status: (await context.number(accountOf(request), toE164(request.params.tn!))) ? 200 : 404 }
  }

  async function listNumbers(request: Request) {
    const { query } = request
    const account = accountOf(request)
    const [size, page, fullNumber] = [Number(query.get('size') ?? DEFAULT_PAGE_SIZE), Number(query.get('page') ?? 1), query.get('fullNumber')]
    if (query.get('accountId') !== account.id) throw new Refusal(403, 'Access is denied')
    if (!(size >= 1 && size <= MAX_PAGE_SIZE)) throw new Refusal(400, `size must be at most ${MAX_PAGE_SIZE}`, {}, { code: 1006 })
    if (fullNumber) await context.number(account, toE164(fullNumber))
    const phoneNumbers = context.numbers(account).filter(({ e164 }) => !fullNumber || e164 === toE164(fullNumber))
    const items = phoneNumbers
      .slice((page - 1) * size, page * size)
      .map(({ e164 }) => ({ FullNumber: toNationalNumber(e164), Status: 'Inservice', AccountId: account.id }))
    return toXmlAnswer(200, 'TelephoneNumbersResponse', { TelephoneNumberCount: String(phoneNumbers.length), TelephoneNumbers: { TelephoneNumber: items } })
  }

  async function getDetails(request: Request) {
    const account = accountOf(request)
    const phoneNumber = await context.number(account, toE164(request.params.tn!))
    if (!phoneNumber) throw new Refusal(404, 'The telephone number was not found', {}, { code: 5076 })
    return toXmlAnswer(200, 'TelephoneNumberResponse', { TelephoneNumberDetails: toDetails(account.id, String(account.keys.peer), phoneNumber) })
  }

  async function getVerification(request: Request) {
    const phoneNumber = await context.number(accountOf(request), request.params.tn!)
    if (!phoneNumber) return { status: 404, body: { type: 'resource-not-found', description: 'Not found' } }
    return {
      status: 200,
      body: { phoneNumber: phoneNumber.e164, status: phoneNumber.registered ? 'VERIFIED' : 'UNVERIFIED', blocked: false, resubmitAllowed: true },
    }
  }

  return [
    route('GET /accounts/:account/inserviceNumbers/:tn', checkInService, 'numbers'),
    route('GET /tns', listNumbers, 'numbers'),
    route('GET /tns/:tn/tndetails', getDetails, 'numbers'),
    route('GET /accounts/:account/phoneNumbers/:tn/tollFreeVerification', getVerification, 'numbers'),
  ]
}

const toDetails = (accountId: string, peer: string, { e164, sms, voice, registered, createdAt }: SimNumber) => ({
  FullNumber: toNationalNumber(e164),
  Tier: '0',
  VendorId: '49',
  VendorName: 'Bandwidth CLEC',
  Status: 'Inservice',
  AccountId: accountId,
  LastModified: new Date(createdAt).toISOString(),
  Site: { Id: '1', Name: 'Main' },
  SipPeer: { PeerId: peer, PeerName: 'Main', IsDefaultPeer: 'true' },
  ServiceTypes: { ServiceType: [...(voice ? ['Voice'] : []), ...(sms ? ['Messaging'] : [])] },
  MessagingSettings: {
    SmsEnabled: String(sms),
    A2pState: 'SYSTEM_DEFAULT',
    CampaignId: sms && registered && e164.startsWith('+1') ? 'CSIM001' : undefined,
  },
})
