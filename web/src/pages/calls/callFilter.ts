import { CALL_STATES, DIRECTIONS } from '../../../../src/kernel/vocabulary/callStates.ts'
import { oneOf } from '../../parts/forms/oneOf.ts'
import type { CallFilter } from './callFilterNames.ts'

const SENTIMENTS = ['positive', 'neutral', 'negative'] as const

export const SORTS = ['newest', 'oldest'] as const

/** Whether a text in the search field is a number or its last digits, and not a name. */
export const isNumberSearch = (text: string) => /^\+?[\d\s().\-/]+$/.test(text)

const numberOf = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
const amountOf = (text: string | undefined) => (text && /^\d{1,9}(\.\d{1,6})?$/.test(text) ? text : undefined)

/** Returns the variables of the list. An invalid value in the URL doesn't filter. */
export const toVariables = ({
  agent,
  campaign,
  status,
  direction,
  minDuration,
  maxDuration,
  minCost,
  maxCost,
  recording,
  sentiment,
  ...others
}: CallFilter) => ({
  ...others,
  agentId: agent,
  campaignId: campaign,
  status: oneOf(CALL_STATES, status),
  direction: oneOf(DIRECTIONS, direction),
  minDurationSeconds: numberOf(minDuration),
  maxDurationSeconds: numberOf(maxDuration),
  minCost: amountOf(minCost),
  maxCost: amountOf(maxCost),
  sentiment: oneOf(SENTIMENTS, sentiment),
  hasRecording: recording === 'yes' ? true : recording === 'no' ? false : undefined,
})

export const orderOf = (sort: string | undefined) => oneOf(SORTS, sort)
