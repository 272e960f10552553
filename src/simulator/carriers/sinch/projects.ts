import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import type { CarrierWorld, SimAccount, SimLine } from '../types.ts'

interface SimTrunk {
  id: string
  hostName: string
}

const TOP_LEVEL = 'pstn.sinch.com'
const trunkOf = ({ keys }: SimAccount) => keys.trunk as SimTrunk

/** Numbers and trunks of a project, each at a host of its own. */
export function projectRoutes(context: CarrierWorld, api: string): Route[] {
  const at = '/v1/projects/:project'
  const accountOf = ({ params }: Request) => context.account('sinch', params.project!)!

  async function number(request: Request): Promise<Answer> {
    const line = await context.line(accountOf(request), request.params.number!)
    if (!line) throw new Refusal(404, 'The number was not found')
    return { status: 200, body: numberView(accountOf(request), line) }
  }

  function numbers(request: Request): Answer {
    const size = Number(request.query.get('pageSize') ?? 1000)
    const from = Number(request.query.get('pageToken') || 0)
    const lines = context.lines(accountOf(request))
    const shown = lines.slice(from, from + size).map((line) => numberView(accountOf(request), line))
    return { status: 200, body: { activeNumbers: shown, nextPageToken: from + size < lines.length ? String(from + size) : '', totalSize: lines.length } }
  }

  function trunk(request: Request): Answer {
    const account = accountOf(request)
    const { id, hostName } = trunkOf(account)
    if (request.params.trunk !== id) throw new Refusal(404, 'The trunk was not found')
    const domain = { hostName, topLevelDomain: TOP_LEVEL, domain: `${hostName}.${TOP_LEVEL}` }
    return { status: 200, body: { id, name: 'Main', projectId: account.id, ...domain, callsPerSecond: 1, enableCallerName: false } }
  }

  /** Who asks for one number only wants to know whether the credentials are good. */
  const purposeOf = ({ query }: Request) => (query.get('pageSize') === '1' ? null : 'numbers')

  if (api === 'elastic-trunking') return [route(`GET ${at}/trunks/:trunk`, trunk)]
  return [route(`GET ${at}/activeNumbers`, numbers, purposeOf), route(`GET ${at}/activeNumbers/:number`, number, 'numbers')]
}

function numberView(account: SimAccount, { e164, sms, voice, registered, createdAt }: SimLine): JsonObject {
  const isAmerican = e164.startsWith('+1')
  const since = new Date(createdAt).toISOString()
  const configuration = {
    servicePlanId: account.credentials.service_plan_id,
    campaignId: isAmerican && registered ? 'CSIM001' : '',
    scheduledProvisioning: null,
  }
  return {
    phoneNumber: e164,
    projectId: account.id,
    displayName: '',
    regionCode: isAmerican ? 'US' : 'GB',
    type: 'LOCAL',
    capability: [...(sms ? ['SMS'] : []), ...(voice ? ['VOICE'] : [])],
    money: { currencyCode: 'EUR', amount: '1.00' },
    paymentIntervalMonths: 1,
    nextChargeDate: since,
    expireAt: null,
    smsConfiguration: sms ? configuration : { servicePlanId: '', campaignId: '', scheduledProvisioning: null },
    voiceConfiguration: { type: 'EST', trunkId: trunkOf(account).id, appId: '', lastUpdatedTime: since, scheduledVoiceProvisioning: null },
    callbackUrl: '',
  }
}
