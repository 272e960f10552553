import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../../wire/http.ts'
import type { CarrierContext, SimAccount, SimNumber } from '../types.ts'

interface SimTrunk {
  id: string
  hostName: string
}

const TOP_LEVEL = 'pstn.sinch.com'
const trunkOf = ({ keys }: SimAccount) => keys.trunk as SimTrunk

/** Routes for the numbers and trunks of a project; each API has its own host. */
export function projectRoutes(context: CarrierContext, api: string): Route[] {
  const at = '/v1/projects/:project'
  const accountOf = ({ params }: Request) => context.account('sinch', params.project!)!

  async function getNumber(request: Request): Promise<Answer> {
    const phoneNumber = await context.number(accountOf(request), request.params.number!)
    if (!phoneNumber) throw new Refusal(404, 'The number was not found')
    return { status: 200, body: toNumberView(accountOf(request), phoneNumber) }
  }

  function listNumbers(request: Request): Answer {
    const size = Number(request.query.get('pageSize') ?? 1000)
    const from = Number(request.query.get('pageToken') || 0)
    const phoneNumbers = context.numbers(accountOf(request))
    const items = phoneNumbers.slice(from, from + size).map((phoneNumber) => toNumberView(accountOf(request), phoneNumber))
    return {
      status: 200,
      body: { activeNumbers: items, nextPageToken: from + size < phoneNumbers.length ? String(from + size) : '', totalSize: phoneNumbers.length },
    }
  }

  function getTrunk(request: Request): Answer {
    const account = accountOf(request)
    const { id, hostName } = trunkOf(account)
    if (request.params.trunk !== id) throw new Refusal(404, 'The trunk was not found')
    const domain = { hostName, topLevelDomain: TOP_LEVEL, domain: `${hostName}.${TOP_LEVEL}` }
    return { status: 200, body: { id, name: 'Main', projectId: account.id, ...domain, callsPerSecond: 1, enableCallerName: false } }
  }

  /** A page of one only verifies the credentials. */
  const operationOf = ({ query }: Request) => (query.get('pageSize') === '1' ? null : 'numbers')

  if (api === 'elastic-trunking') return [route(`GET ${at}/trunks/:trunk`, getTrunk)]
  return [route(`GET ${at}/activeNumbers`, listNumbers, operationOf), route(`GET ${at}/activeNumbers/:number`, getNumber, 'numbers')]
}

function toNumberView(account: SimAccount, { e164, sms, voice, registered, createdAt }: SimNumber): JsonObject {
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
