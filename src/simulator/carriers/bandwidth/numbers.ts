import { Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { xmlAnswer } from './applications.ts'
import { callerOf } from './access.ts'
import type { CarrierWorld, SimLine } from '../types.ts'

const LARGEST_PAGE = 2_500
const DEFAULT_PAGE = 500

/** Numbers in XML; American ones go by ten digits there. */
const spelled = (e164: string) => e164.replace(/^\+1(?=\d{10}$)/, '')
const read = (given: string) => (given.startsWith('+') ? given : `+${given.length === 10 ? '1' : ''}${given}`)

export function numberRoutes(context: CarrierWorld): Route[] {
  const accountOf = ({ headers }: Request) => callerOf(context, (headers.authorization ?? '').replace(/^Bearer /i, ''))!

  async function inService(request: Request) {
    return { status: (await context.line(accountOf(request), read(request.params.tn!))) ? 200 : 404 }
  }

  async function list(request: Request) {
    const { query } = request
    const account = accountOf(request)
    const [size, page, wanted] = [Number(query.get('size') ?? DEFAULT_PAGE), Number(query.get('page') ?? 1), query.get('fullNumber')]
    if (query.get('accountId') !== account.id) throw new Refusal(403, 'Access is denied')
    if (!(size >= 1 && size <= LARGEST_PAGE)) throw new Refusal(400, `size must be at most ${LARGEST_PAGE}`, {}, { code: 1006 })
    if (wanted) await context.line(account, read(wanted))
    const lines = context.lines(account).filter(({ e164 }) => !wanted || e164 === read(wanted))
    const shown = lines.slice((page - 1) * size, page * size).map(({ e164 }) => ({ FullNumber: spelled(e164), Status: 'Inservice', AccountId: account.id }))
    return xmlAnswer(200, 'TelephoneNumbersResponse', { TelephoneNumberCount: String(lines.length), TelephoneNumbers: { TelephoneNumber: shown } })
  }

  async function details(request: Request) {
    const account = accountOf(request)
    const line = await context.line(account, read(request.params.tn!))
    if (!line) throw new Refusal(404, 'The telephone number was not found', {}, { code: 5076 })
    return xmlAnswer(200, 'TelephoneNumberResponse', { TelephoneNumberDetails: detailsOf(account.id, String(account.keys.peer), line) })
  }

  async function verification(request: Request) {
    const line = await context.line(accountOf(request), request.params.tn!)
    if (!line) return { status: 404, body: { type: 'resource-not-found', description: 'Not found' } }
    return { status: 200, body: { phoneNumber: line.e164, status: line.registered ? 'VERIFIED' : 'UNVERIFIED', blocked: false, resubmitAllowed: true } }
  }

  return [
    route('GET /accounts/:account/inserviceNumbers/:tn', inService, 'numbers'),
    route('GET /tns', list, 'numbers'),
    route('GET /tns/:tn/tndetails', details, 'numbers'),
    route('GET /accounts/:account/phoneNumbers/:tn/tollFreeVerification', verification, 'numbers'),
  ]
}

const detailsOf = (accountId: string, peer: string, { e164, sms, voice, registered, createdAt }: SimLine) => ({
  FullNumber: spelled(e164),
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
