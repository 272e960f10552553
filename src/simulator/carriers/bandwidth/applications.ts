import { isObject } from '../../../kernel/json/json.ts'
import { readXml, writeXml } from '../../../kernel/lib/xml.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import { asObject, asText } from '../../wire/json.ts'
import type { CarrierWorld, SimAccount } from '../types.ts'

export interface BandwidthApplication {
  AppName: string
  ServiceType: string
  InboundCallbackUrl: string
  OutboundCallbackUrl: string
  types: string[]
  creds: { UserId: string; Password: string } | null
}

const KNOWN = ['ServiceType', 'AppName', 'InboundCallbackUrl', 'OutboundCallbackUrl', 'InboundCallbackCreds', 'OutboundCallbackCreds', 'RequestedCallbackTypes']

export const applicationIn = ({ keys }: SimAccount) => keys.application as BandwidthApplication

export const xmlAnswer = (status: number, name: string, content: Parameters<typeof writeXml>[1]): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${writeXml(name, content)}`),
})

/** One messaging application an account, which serves the one location that all its numbers are at. */
export function applicationRoutes(context: CarrierWorld): Route[] {
  const at = '/accounts/:account/applications/:id'

  function accountOf({ params }: Request): SimAccount {
    const account = context.account('bandwidth', params.account!)!
    if (params.id !== account.credentials.application_id) throw new Refusal(404, 'The application was not found', {}, { code: 12996 })
    return account
  }

  async function change(request: Request): Promise<Answer> {
    const account = accountOf(request)
    if (!/^application\/xml\b/.test(request.headers['content-type'] ?? '')) throw new Refusal(415, 'Content-Type must be application/xml')
    account.keys.application = readApplication(request.text)
    await context.saveAccount(account)
    for (const line of context.lines(account)) {
      line.inboundUrl = applicationIn(account).InboundCallbackUrl
      await context.saveLine(line)
    }
    return xmlAnswer(200, 'ApplicationProvisioningResponse', view(account))
  }

  const peers = (account: SimAccount) => ({
    AssociatedSipPeers: { AssociatedSipPeer: { SiteId: '1', SiteName: 'Main', PeerId: String(account.keys.peer), PeerName: 'Main' } },
  })

  return [
    route(`GET ${at}`, (request) => xmlAnswer(200, 'ApplicationProvisioningResponse', view(accountOf(request))), 'route_sms'),
    route(`PUT ${at}`, change, 'route_sms'),
    route(`GET ${at}/associatedsippeers`, (request) => xmlAnswer(200, 'AssociatedSipPeersResponse', peers(accountOf(request))), 'numbers'),
  ]
}

/** The application as it is told: without its passwords. */
function view(account: SimAccount) {
  const { AppName, ServiceType, InboundCallbackUrl, OutboundCallbackUrl, types, creds } = applicationIn(account)
  const seen = creds ? { UserId: creds.UserId } : undefined
  return {
    Application: {
      ApplicationId: account.credentials.application_id,
      ServiceType,
      AppName,
      InboundCallbackUrl,
      OutboundCallbackUrl: OutboundCallbackUrl || undefined,
      InboundCallbackCreds: seen,
      OutboundCallbackCreds: seen,
      RequestedCallbackTypes: { CallbackType: types },
    },
  }
}

function readApplication(text: string): BandwidthApplication {
  const given = asObject(asObject(readXml(text)).Application)
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw new Refusal(400, `${unknown} is not an element of an application`, {}, { code: 12001 })
  const [AppName, ServiceType, InboundCallbackUrl] = [asText(given.AppName), asText(given.ServiceType), asText(given.InboundCallbackUrl)]
  if (!AppName || ServiceType !== 'Messaging-V2' || !URL.canParse(InboundCallbackUrl))
    throw new Refusal(400, 'AppName, ServiceType and InboundCallbackUrl are required', {}, { code: 12002 })
  const creds = isObject(given.InboundCallbackCreds) ? given.InboundCallbackCreds : null
  const types = asObject(given.RequestedCallbackTypes).CallbackType
  return {
    AppName,
    ServiceType,
    InboundCallbackUrl,
    OutboundCallbackUrl: asText(given.OutboundCallbackUrl),
    types: [types].flat().filter((type) => typeof type === 'string'),
    creds: creds && { UserId: asText(creds.UserId), Password: asText(creds.Password) },
  }
}
