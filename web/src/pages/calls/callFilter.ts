import { CALL_STATES, DIRECTIONS } from '../../../../src/kernel/vocabulary/callStates.ts'
import { oneOf } from '../../parts/forms/oneOf.ts'
import type { CallFilter, CallFilterName } from './callFilterNames.ts'

const SENTIMENTS = ['positive', 'neutral', 'negative'] as const
const DISCLOSURES_SAID = ['yes', 'no', 'unknown'] as const

export const SORTS = ['newest', 'oldest'] as const

/** Whether a text in the search field is a number or its last digits, and not a name. */
export const isNumberSearch = (text: string) => /^\+?[\d\s().\-/]+$/.test(text)

const numberOf = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
const amountOf = (text: string | undefined) => (text && /^\d{1,9}(\.\d{1,6})?$/.test(text) ? text : undefined)

const momentOf = (text: string | undefined) => (text && !Number.isNaN(Date.parse(text)) ? text : undefined)

const READERS = {
  status: (text: string | undefined) => oneOf(CALL_STATES, text),
  direction: (text: string | undefined) => oneOf(DIRECTIONS, text),
  from: momentOf,
  to: momentOf,
  minDuration: numberOf,
  maxDuration: numberOf,
  minCost: amountOf,
  maxCost: amountOf,
  recording: (text: string | undefined) => (text === 'yes' ? true : text === 'no' ? false : undefined),
  sentiment: (text: string | undefined) => oneOf(SENTIMENTS, text),
  disclosure: (text: string | undefined) => oneOf(DISCLOSURES_SAID, text),
}

/** Whether a filter in the URL has a value that filters. */
export const isFiltering = (name: CallFilterName, text: string | undefined) =>
  text ? !(name in READERS) || READERS[name as keyof typeof READERS](text) !== undefined : false

/** Returns the variables of the list. An invalid value in the URL doesn't filter. */
export const toVariables = ({
  agent,
  campaign,
  status,
  direction,
  from,
  to,
  minDuration,
  maxDuration,
  minCost,
  maxCost,
  recording,
  sentiment,
  disclosure,
  ...others
}: CallFilter) => ({
  ...others,
  agentId: agent,
  campaignId: campaign,
  status: READERS.status(status),
  direction: READERS.direction(direction),
  from: READERS.from(from),
  to: READERS.to(to),
  minDurationSeconds: numberOf(minDuration),
  maxDurationSeconds: numberOf(maxDuration),
  minCost: amountOf(minCost),
  maxCost: amountOf(maxCost),
  sentiment: READERS.sentiment(sentiment),
  hasRecording: READERS.recording(recording),
  disclosureSaid: READERS.disclosure(disclosure),
})

export const orderOf = (sort: string | undefined) => oneOf(SORTS, sort)
