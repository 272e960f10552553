import { isObject } from '../../../kernel/json/isObject.ts'
import { readXml, writeXml } from '../../../kernel/lib/xml.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asObject, asText } from '../../wire/json.ts'
import type { CarrierContext, SimAccount } from '../types.ts'

export interface BandwidthApplication {
  AppName: string
  ServiceType: string
  InboundCallbackUrl: string
  OutboundCallbackUrl: string
  types: string[]
  creds: { UserId: string; Password: string } | null
}

const KNOWN_FIELDS = [
  'ServiceType',
  'AppName',
  'InboundCallbackUrl',
  'OutboundCallbackUrl',
  'InboundCallbackCreds',
  'OutboundCallbackCreds',
  'RequestedCallbackTypes',
]

export const applicationOf = ({ keys }: SimAccount) => keys.application as BandwidthApplication

export const toXmlAnswer = (status: number, name: string, content: Parameters<typeof writeXml>[1]): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${writeXml(name, content)}`),
})

/** Each account has one messaging application, at one location with all of its numbers. */
export function applicationRoutes(context: CarrierContext): Route[] {
  const at = '/accounts/:account/applications/:id'

  function accountOf({ params }: Request): SimAccount {
    const account = context.account('bandwidth', params.account!)!
    if (params.id !== account.credentials.application_id) throw new Refusal(404, 'The application was not found', {}, { code: 12996 })
    return account
  }

  async function updateApplication(request: Request): Promise<Answer> {
    const account = accountOf(request)
    if (!/^application\/xml\b/.test(request.headers['content-type'] ?? '')) throw new Refusal(415, 'Content-Type must be application/xml')
    account.keys.application = readApplication(request.text)
    await context.saveAccount(account)
    for (const phoneNumber of context.numbers(account)) {
      phoneNumber.inboundUrl = applicationOf(account).InboundCallbackUrl
      await context.saveNumber(phoneNumber)
    }
    return toXmlAnswer(200, 'ApplicationProvisioningResponse', toView(account))
  }

  const toPeers = (account: SimAccount) => ({
    AssociatedSipPeers: { AssociatedSipPeer: { SiteId: '1', SiteName: 'Main', PeerId: String(account.keys.peer), PeerName: 'Main' } },
  })

  return [
    route(`GET ${at}`, (request) => toXmlAnswer(200, 'ApplicationProvisioningResponse', toView(accountOf(request))), 'route_sms'),
    route(`PUT ${at}`, updateApplication, 'route_sms'),
    route(`GET ${at}/associatedsippeers`, (request) => toXmlAnswer(200, 'AssociatedSipPeersResponse', toPeers(accountOf(request))), 'numbers'),
  ]
}

/** The application as returned, without passwords. */
function toView(account: SimAccount) {
  const { AppName, ServiceType, InboundCallbackUrl, OutboundCallbackUrl, types, creds } = applicationOf(account)
  const publicCredentials = creds ? { UserId: creds.UserId } : undefined
  return {
    Application: {
      ApplicationId: account.credentials.application_id,
      ServiceType,
      AppName,
      InboundCallbackUrl,
      OutboundCallbackUrl: OutboundCallbackUrl || undefined,
      InboundCallbackCreds: publicCredentials,
      OutboundCallbackCreds: publicCredentials,
      RequestedCallbackTypes: { CallbackType: types },
    },
  }
}

function readApplication(text: string): BandwidthApplication {
  const application = asObject(asObject(readXml(text)).Application)
  const unknownField = Object.keys(application).find((name) => !KNOWN_FIELDS.includes(name))
  if (unknownField !== undefined) throw new Refusal(400, `${unknownField} is not an element of an application`, {}, { code: 12001 })
  const [AppName, ServiceType, InboundCallbackUrl] = [asText(application.AppName), asText(application.ServiceType), asText(application.InboundCallbackUrl)]
  if (!AppName || ServiceType !== 'Messaging-V2' || !URL.canParse(InboundCallbackUrl))
    throw new Refusal(400, 'AppName, ServiceType and InboundCallbackUrl are required', {}, { code: 12002 })
  const creds = isObject(application.InboundCallbackCreds) ? application.InboundCallbackCreds : null
  const types = asObject(application.RequestedCallbackTypes).CallbackType
  return {
    AppName,
    ServiceType,
    InboundCallbackUrl,
    OutboundCallbackUrl: asText(application.OutboundCallbackUrl),
    types: [types].flat().filter((type) => typeof type === 'string'),
    creds: creds && { UserId: asText(creds.UserId), Password: asText(creds.Password) },
  }
}
