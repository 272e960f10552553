import type { Call } from '../../../generated/prisma/client.ts'
import * as recordingRules from '../recordingRules.ts'
import { findSpoken } from './findStatements.ts'
import { type Statement, STATEMENTS } from './statements.ts'

interface Line {
  role: string
  text: string
}

/** The beginning of a call, in which the statements have to be made: this many lines of the agent, and of them this many characters. */
const BEGINNING_LINES = 5
const BEGINNING_LENGTH = 1_000

/**
 * Lists what the agent left out at the beginning of a call of what contacts must be told: that it is an AI, on whose behalf it calls unless it
 * was called, and that the call is recorded where that has to be announced. Null if the agent said nothing that is known. Pure.
 */
export function listUnsaid(lines: readonly Line[], call: Pick<Call, 'direction' | 'recorded' | 'country'>): Statement[] | null {
  const spoken = lines.filter(({ role }) => role === 'agent').slice(0, BEGINNING_LINES)
  if (spoken.length === 0) return null
  const required = STATEMENTS.filter((statement) => isRequired(statement, call))
  const text = spoken.map((line) => line.text).join('\n')
  const stated = findSpoken(text.slice(0, BEGINNING_LENGTH), required)
  return required.filter((statement) => !stated.has(statement))
}

function isRequired(statement: Statement, { direction, recorded, country }: Parameters<typeof listUnsaid>[1]): boolean {
  if (statement === 'recording') return recorded && recordingRules.needsAnnouncement(country)
  return statement === 'ai' || direction === 'outbound'
}
