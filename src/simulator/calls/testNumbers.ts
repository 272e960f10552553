/** What happens to a call. */
export type Scenario =
  | 'success'
  | 'long'
  | 'other_language' // a conversation that reaches its purpose
  | 'callback'
  | 'not_interested'
  | 'do_not_call'
  | 'hung_up'
  | 'silence'
  | 'voicemail'
  | 'provider_error'
  | 'turned_away' // somebody or something answers
  | 'busy'
  | 'no_answer'
  | 'dial_failed'
  | 'invalid_destination'
  | 'request_failed'
  | 'no_assistant'
  | 'invalid_assistant'
  | 'forwarded' // nobody does

/** How the request to place a call is answered; the last three place the call and hide it. */
export type Placement =
  | 'accept'
  | 'http400'
  | 'http401'
  | 'http402'
  | 'unknown_asset'
  | 'http429'
  | 'http500'
  | 'http503_page'
  | 'http500_placed'
  | 'hang_placed'
  | 'reset_placed'

/** How faithfully the call is told of; a `lost` one is not even known any more, and an `unanalyzed` one stays so. */
export type WebhookBehavior = 'once' | 'twice' | 'reordered' | 'late' | 'never' | 'unanalyzed' | 'lost'

export interface CallBehavior {
  scenario: Scenario
  placement: Placement
  webhooks: WebhookBehavior
}

/** What a magic number stands for, and the same in words. */
export interface TestNumber {
  behavior: CallBehavior
  description: string
}

const withScenario = (scenario: Scenario, description: string): TestNumber => ({ behavior: { scenario, placement: 'accept', webhooks: 'once' }, description })
const withPlacement = (placement: Placement, description: string): TestNumber => ({ behavior: { scenario: 'success', placement, webhooks: 'once' }, description })
const withWebhooks = (webhooks: WebhookBehavior, says: string): TestNumber => ({ behavior: { scenario: 'success', placement: 'accept', webhooks }, description })

/** By the last four digits of the called number (contract: Simulator). */
export const TEST_NUMBERS: Record<string, TestNumber> = {
  '0100': withScenario('success', 'success: every question is answered'),
  '0009': withScenario('success', 'success: every question is answered'),
  '0001': withScenario('busy', 'busy'),
  '0002': withScenario('no_answer', 'no answer'),
  '0003': withScenario('voicemail', 'voicemail'),
  '0004': withScenario('dial_failed', 'dialling fails'),
  '0005': withScenario('invalid_destination', 'the destination does not exist'),
  '0006': withScenario('provider_error', 'the provider fails in mid-call'),
  '0007': withScenario('not_interested', 'somebody answers and is not interested'),
  '0008': withScenario('silence', 'somebody answers and says nothing'),
  '0010': withScenario('callback', 'somebody answers and asks to be called back'),
  '0011': withScenario('long', 'success, in a conversation of five simulated minutes'),
  '0012': withScenario('other_language', 'success, but the person speaks another language than the agent'),
  '0013': withScenario('hung_up', 'somebody answers and hangs up in mid-sentence'),
  '0014': withScenario('do_not_call', 'somebody answers and asks not to be called any more'),
  '0101': withPlacement('http400', '400; no call'),
  '0102': withPlacement('http429', '429 with Retry-After; no call'),
  '0103': withPlacement('http500', '500; no call'),
  '0104': withPlacement('http500_placed', '500, but the call is placed'),
  '0105': withPlacement('hang_placed', 'the request is never answered, the call is placed'),
  '0106': withPlacement('reset_placed', 'the connection breaks, the call is placed'),
  '0107': withPlacement('http402', '402; no call'),
  '0108': withPlacement('http401', '401; no call'),
  '0109': withPlacement('http503_page', '503 with an HTML page; no call'),
  '0110': withPlacement('unknown_asset', 'the agent is said to be unknown (Retell 422, Vapi 404); no call'),
  '0111': withWebhooks('twice', 'success; every webhook is sent twice'),
  '0112': withWebhooks('reordered', 'success; the analysis is sent before the end'),
  '0113': withWebhooks('never', 'success; no webhook is sent at all'),
  '0114': withWebhooks('unanalyzed', 'success, but the analysis never comes'),
  '0115': withWebhooks('late', 'success; every webhook is 30 simulated seconds late'),
  '0116': withWebhooks('lost', 'the call is accepted and then lost: unknown afterwards, no webhook'),
}

/** Those that say something of a caller too: who was let through to the agent has answered, and no request places the call. */
export const INBOUND_TEST_DIGITS: ReadonlySet<string> = new Set([
  '0100',
  '0009',
  '0006',
  '0007',
  '0008',
  '0010',
  '0011',
  '0012',
  '0013',
  '0014',
  '0111',
  '0112',
  '0113',
  '0114',
  '0115',
  '0116',
])

/** How often each scenario befalls a number that is not magic, in percent. */
export const DEFAULT_SCENARIO_PERCENTAGES: [Scenario, number][] = [
  ['success', 55],
  ['not_interested', 17],
  ['no_answer', 14],
  ['busy', 5],
  ['voicemail', 6],
  ['dial_failed', 3],
]
