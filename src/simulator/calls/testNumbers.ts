/** What happens on a call. */
export type Scenario =
  // Successful conversations
  | 'success'
  | 'long'
  | 'other_language'
  // Other answered calls
  | 'callback'
  | 'not_interested'
  | 'do_not_call'
  | 'hung_up'
  | 'silence'
  | 'voicemail'
  | 'provider_error'
  | 'turned_away'
  // Unanswered calls
  | 'busy'
  | 'no_answer'
  | 'dial_failed'
  | 'invalid_destination'
  | 'request_failed'
  | 'no_assistant'
  | 'invalid_assistant'
  | 'forwarded'

/** How the request to place a call is answered. The last three place the call but hide it. */
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

/** How the vendor reports the call. A `lost` call is unknown to the vendor afterwards; an `unanalyzed` one is never analyzed. */
export type WebhookBehavior = 'once' | 'twice' | 'reordered' | 'late' | 'never' | 'unanalyzed' | 'lost'

export interface CallBehavior {
  scenario: Scenario
  placement: Placement
  webhooks: WebhookBehavior
}

/** A test number's behavior and its description. */
export interface TestNumber {
  behavior: CallBehavior
  description: string
}

const withScenario = (scenario: Scenario, description: string): TestNumber => ({ behavior: { scenario, placement: 'accept', webhooks: 'once' }, description })
const withPlacement = (placement: Placement, description: string): TestNumber => ({
  behavior: { scenario: 'success', placement, webhooks: 'once' },
  description,
})
const withWebhooks = (webhooks: WebhookBehavior, description: string): TestNumber => ({
  behavior: { scenario: 'success', placement: 'accept', webhooks },
  description,
})

/** By the last four digits of the called number (contract: Simulator). */
export const TEST_NUMBERS: Record<string, TestNumber> = {
  '0100': withScenario('success', 'success: the contact answers every question'),
  '0009': withScenario('success', 'success: the contact answers every question'),
  '0001': withScenario('busy', 'busy'),
  '0002': withScenario('no_answer', 'no answer'),
  '0003': withScenario('voicemail', 'voicemail'),
  '0004': withScenario('dial_failed', 'dialing fails'),
  '0005': withScenario('invalid_destination', 'the destination does not exist'),
  '0006': withScenario('provider_error', 'the provider fails during the call'),
  '0007': withScenario('not_interested', 'the contact answers and is not interested'),
  '0008': withScenario('silence', 'the contact answers and says nothing'),
  '0010': withScenario('callback', 'the contact answers and asks for a callback'),
  '0011': withScenario('long', 'success, in a conversation of five simulated minutes'),
  '0012': withScenario('other_language', "success, but the contact does not speak the agent's language"),
  '0013': withScenario('hung_up', 'the contact answers and hangs up mid-sentence'),
  '0014': withScenario('do_not_call', 'the contact answers and asks not to be called again'),
  '0101': withPlacement('http400', '400, no call is placed'),
  '0102': withPlacement('http429', '429 with Retry-After, no call is placed'),
  '0103': withPlacement('http500', '500, no call is placed'),
  '0104': withPlacement('http500_placed', '500, but the call is placed'),
  '0105': withPlacement('hang_placed', 'no response, but the call is placed'),
  '0106': withPlacement('reset_placed', 'the connection breaks, but the call is placed'),
  '0107': withPlacement('http402', '402, no call is placed'),
  '0108': withPlacement('http401', '401, no call is placed'),
  '0109': withPlacement('http503_page', '503 with an HTML page, no call is placed'),
  '0110': withPlacement('unknown_asset', 'unknown agent (Retell 422, Vapi 404), no call is placed'),
  '0111': withWebhooks('twice', 'success, every webhook is sent twice'),
  '0112': withWebhooks('reordered', 'success, the analysis is sent before the end'),
  '0113': withWebhooks('never', 'success, no webhook is sent'),
  '0114': withWebhooks('unanalyzed', 'success, but the call is never analyzed'),
  '0115': withWebhooks('late', 'success, every webhook is 30 simulated seconds late'),
  '0116': withWebhooks('lost', 'the call is accepted and then lost: unknown afterwards, no webhook'),
}

/** Test numbers that also apply to callers. The others concern placing a call, or calls that the contact does not answer. */
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

/** Percentage of each scenario among numbers that are not test numbers. */
export const DEFAULT_SCENARIO_PERCENTAGES: [Scenario, number][] = [
  ['success', 55],
  ['not_interested', 17],
  ['no_answer', 14],
  ['busy', 5],
  ['voicemail', 6],
  ['dial_failed', 3],
]
