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
export type Telling = 'once' | 'twice' | 'reordered' | 'late' | 'never' | 'unanalyzed' | 'lost'

export interface Fate {
  scenario: Scenario
  placement: Placement
  webhooks: Telling
}

/** What a magic number stands for, and the same in words. */
export interface Magic {
  fate: Fate
  says: string
}

const plain = (scenario: Scenario, says: string): Magic => ({ fate: { scenario, placement: 'accept', webhooks: 'once' }, says })
const answered = (placement: Placement, says: string): Magic => ({ fate: { scenario: 'success', placement, webhooks: 'once' }, says })
const told = (webhooks: Telling, says: string): Magic => ({ fate: { scenario: 'success', placement: 'accept', webhooks }, says })

/** By the last four digits of the called number (contract: Simulator). */
export const MAGIC: Record<string, Magic> = {
  '0100': plain('success', 'success: every question is answered'),
  '0009': plain('success', 'success: every question is answered'),
  '0001': plain('busy', 'busy'),
  '0002': plain('no_answer', 'no answer'),
  '0003': plain('voicemail', 'voicemail'),
  '0004': plain('dial_failed', 'dialling fails'),
  '0005': plain('invalid_destination', 'the destination does not exist'),
  '0006': plain('provider_error', 'the provider fails in mid-call'),
  '0007': plain('not_interested', 'somebody answers and is not interested'),
  '0008': plain('silence', 'somebody answers and says nothing'),
  '0010': plain('callback', 'somebody answers and asks to be called back'),
  '0011': plain('long', 'success, in a conversation of five simulated minutes'),
  '0012': plain('other_language', 'success, but the person speaks another language than the agent'),
  '0013': plain('hung_up', 'somebody answers and hangs up in mid-sentence'),
  '0014': plain('do_not_call', 'somebody answers and asks not to be called any more'),
  '0101': answered('http400', '400; no call'),
  '0102': answered('http429', '429 with Retry-After; no call'),
  '0103': answered('http500', '500; no call'),
  '0104': answered('http500_placed', '500, but the call is placed'),
  '0105': answered('hang_placed', 'the request is never answered, the call is placed'),
  '0106': answered('reset_placed', 'the connection breaks, the call is placed'),
  '0107': answered('http402', '402; no call'),
  '0108': answered('http401', '401; no call'),
  '0109': answered('http503_page', '503 with an HTML page; no call'),
  '0110': answered('unknown_asset', 'the agent is said to be unknown (Retell 422, Vapi 404); no call'),
  '0111': told('twice', 'success; every webhook is sent twice'),
  '0112': told('reordered', 'success; the analysis is sent before the end'),
  '0113': told('never', 'success; no webhook is sent at all'),
  '0114': told('unanalyzed', 'success, but the analysis never comes'),
  '0115': told('late', 'success; every webhook is 30 simulated seconds late'),
  '0116': told('lost', 'the call is accepted and then lost: unknown afterwards, no webhook'),
}

/** Those that say something of a caller too: who was let through to the agent has answered, and no request places the call. */
export const INBOUND: ReadonlySet<string> = new Set([
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
export const UNFORESEEN: [Scenario, number][] = [
  ['success', 55],
  ['not_interested', 17],
  ['no_answer', 14],
  ['busy', 5],
  ['voicemail', 6],
  ['dial_failed', 3],
]
