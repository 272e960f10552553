import { CALL_ORDERS } from '../../inputs/calls.ts'
import { LANGUAGE_MODES } from '../../inputs/calls.ts'
import { type CallState, DIRECTIONS } from '../../kernel/vocabulary/callStates.ts'
import { ENDED_REASONS, meaningOf } from '../../kernel/vocabulary/endedReasons.ts'
import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import type { LiveAudio } from '../../providers/liveAudio.ts'
import type { TranscriptLine } from '../../providers/provider.ts'
import type { Sentiment } from '../../providers/callFindings.ts'
import type { TimingReason } from '../../services/calls/placing/callTimings.ts'
import type { Routing } from '../../services/calls/inbound/inboundRouting.ts'
import type { CopyReason, CopyStatus } from '../../services/calls/recordings/recordingCopyFacts.ts'
import type { MonitorBlocker, RecordingReason } from '../../services/calls/recordings/recordings.ts'
import type { DisclosureSaid as Said } from '../../inputs/disclosure.ts'
import { closedSet } from './closedSet.ts'

export const CallStatus = closedSet('CallStatus', 'Where a call is in its life cycle.', {
  queued: 'Not yet sent to the voice provider.',
  dialing: 'Sent to the voice provider.',
  ringing: '',
  in_progress: 'Answered.',
  completed: 'Ended after a conversation.',
  no_answer: '',
  busy: '',
  voicemail: 'A voicemail answered.',
  failed: 'Not connected, or ended by an error.',
  canceled: 'Ended by request before it was answered.',
} satisfies Record<CallState, string>)

export const Direction = closedSet('Direction', 'Direction of a call or message, as the workspace sees it.', DIRECTIONS)

export const EndedReason = closedSet(
  'EndedReason',
  'Why a call ended, with the same values for every voice provider.',
  Object.fromEntries(ENDED_REASONS.map((reason) => [reason, `${meaningOf(reason)}.`])),
)

export const VoiceEngine = closedSet('VoiceEngine', 'Voice provider.', VOICE_ENGINES)

export const MonitorBlockerType = closedSet('MonitorBlocker', 'Why members must not listen to a call while it is active.', {
  forbidden_by_law: 'The law of the country forbids it.',
  unverified_law: 'There is no verified recording rule for the country.',
  announcement_missing: 'The law requires notice or consent, which the agent gives or asks for only if the call is recorded.',
} satisfies Record<MonitorBlocker, string>)

export const LanguageMode = closedSet('LanguageMode', 'How the language of a call is chosen.', {
  auto: 'The agent detects the language that the contact speaks.',
  fixed: "The agent's own language.",
} satisfies Record<(typeof LANGUAGE_MODES)[number], string>)

export const TranscriptRole = closedSet('TranscriptRole', 'Speaker of a transcript line.', {
  agent: '',
  user: 'The contact.',
} satisfies Record<TranscriptLine['role'], string>)

export const CallSentiment = closedSet('Sentiment', 'Sentiment of the contact, as the voice provider judges it.', {
  positive: '',
  neutral: '',
  negative: '',
} satisfies Record<Sentiment, string>)

export const DisclosureSaid = closedSet('DisclosureSaid', 'Whether the agent said at the beginning of a call what contacts must be told.', {
  yes: 'The agent said that it is an AI, on whose behalf it calls, and that the call is recorded if that has to be announced.',
  no: 'The agent left some of it out.',
  unknown: 'The call is not finished, or the agent said nothing.',
} satisfies Record<Said, string>)

export const RecordingDecision = closedSet('RecordingDecision', 'Why a call is or is not recorded.', {
  enabled: 'The agent or the call asks for a recording.',
  disabled_on_agent: '',
  disabled_on_call: '',
  forbidden_by_law: 'The law at the place of the called number does not allow it.',
} satisfies Record<RecordingReason, string>)

export const TimingAdvisoryReason = closedSet('TimingAdvisoryReason', 'Why a call is not permitted at a time.', {
  calling_hours: 'It is outside the calling hours of the law or the campaign.',
  legal_limit: 'The law limits how often the number can be called.',
  refused_recently: 'The contact declined, and the law requires a waiting period.',
  consent_missing: 'The number has no valid consent as the campaign of the call demands it, or, without a campaign, as the law clearly does.',
} satisfies Record<TimingReason, string>)

export const RoutedBy = closedSet('RoutedBy', 'Who chose the agent of an inbound call.', {
  assistant_request: 'Your server.',
  default_agent: "The number's inbound agent.",
} satisfies Record<Routing['by'], string>)

export const MonitorProtocol = closedSet('MonitorProtocol', 'How to listen to a call.', {
  websocket: 'Connect to the URL. Text messages are JSON, binary messages are audio.',
  webrtc: 'Join the room with the token.',
} satisfies Record<LiveAudio['kind'], string>)

export const CallOrderEnum = closedSet('CallOrder', 'Order of a list of calls, by the time they were placed.', CALL_ORDERS)

export const RecordingCopyStatus = closedSet('RecordingCopyStatus', "Whether this server has a copy of a call's recording.", {
  waiting: 'The copy will be made.',
  stored: 'The copy is complete.',
  failed: 'No copy could be made. It is not tried again.',
  deleted: 'The recording was deleted.',
  none: 'No copy is made.',
} satisfies Record<CopyStatus, string>)

export const RecordingCopyReason = closedSet('RecordingCopyReason', "Why this server has no copy of a call's recording.", {
  queued: 'The copy is made within a minute after the recording is available.',
  retrying: 'An attempt was started. Attempts are repeated for a week, because the voice provider may have the audio late.',
  too_large: 'The recording is larger than 1 GiB.',
  unavailable: "The voice provider didn't deliver the recording within a week.",
  not_permitted: 'Copies were turned off for a week, or the recording can no longer be copied.',
  no_recording: 'The call has no recording, or the voice provider is still preparing it.',
  server_off: 'The server administrator has not turned copies on.',
  workspace_off: 'The workspace has opted out of copies.',
  too_old: 'The call ended more than a week before copies were turned on.',
} satisfies Record<CopyReason, string>)
