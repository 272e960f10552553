import type { CallId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Call, CallDetail } from '../../generated/prisma/client.ts'
import { findSentiment } from '../../providers/analysis.ts'
import type { JsonObject, TranscriptLine } from '../../providers/provider.ts'
import * as calls from './calls.ts'
import { transcriptOf } from '../shared/jsonColumns.ts'

/** Statistics of a conversation, computed from its transcript. */
export interface ConversationStats {
  lines: number
  agentWords: number
  userWords: number
  /** The agent's share of all words, 0 to 1; null for a call without words. */
  agentShare: number | null
  /** Seconds. Both are estimated from the speaking time of the preceding line; null if the transcript has no start times. */
  longestSilenceSeconds: number | null
  /** Average delay between the end of the user's line and the agent's answer. */
  responseSeconds: number | null
}

/** A call with its details and conversation statistics. */
export interface CallAnalysis {
  call: Call
  detail: CallDetail
  /** positive, neutral or negative; null if the voice provider reported none. */
  sentiment: string | null
  conversation: ConversationStats
}

/** Typical speaking rate. Silence is the gap between two lines minus the time that the first one takes to say. */
const WORDS_PER_SECOND = 2.5

export async function getAnalysis(actor: Actor, callId: CallId): Promise<CallAnalysis> {
  const [call, [detail]] = await Promise.all([calls.get(actor, callId), calls.listDetails(actor, [callId])])
  const lines = transcriptOf(detail!)
  return { call, detail: detail!, sentiment: findSentiment((detail!.analysis as JsonObject | null)?.sentiment), conversation: measureConversation(lines) }
}

/** Computes conversation statistics from the start times and word counts of the lines. */
export function measureConversation(lines: readonly TranscriptLine[]): ConversationStats {
  const counted = lines.map(({ role, text, startSeconds }) => ({ role, startSeconds, words: countWords(text) }))
  const countRoleWords = (role: TranscriptLine['role']) => counted.reduce((sum, line) => sum + (line.role === role ? line.words : 0), 0)
  const [agentWords, userWords] = [countRoleWords('agent'), countRoleWords('user')]
  const gaps = counted.slice(1).flatMap((line, index) => {
    const previous = counted[index]!
    if (line.startSeconds === null || previous.startSeconds === null) return []
    return [
      {
        seconds: Math.max(0, line.startSeconds - previous.startSeconds - previous.words / WORDS_PER_SECOND),
        isAnswer: previous.role === 'user' && line.role === 'agent',
      },
    ]
  })
  const answers = gaps.filter(({ isAnswer }) => isAnswer)
  return {
    lines: lines.length,
    agentWords,
    userWords,
    agentShare: agentWords + userWords > 0 ? agentWords / (agentWords + userWords) : null,
    longestSilenceSeconds: gaps.length > 0 ? Math.max(...gaps.map(({ seconds }) => seconds)) : null,
    responseSeconds: answers.length > 0 ? answers.reduce((sum, { seconds }) => sum + seconds, 0) / answers.length : null,
  }
}

/** Counts words by Unicode segmentation, which also works for languages without spaces. */
const countWords = (text: string) => Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
