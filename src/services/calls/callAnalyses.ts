import type { Actor } from '../../kernel/vocabulary/actor.ts'
import type { Call, CallDetail } from '../../generated/prisma/client.ts'
import { sentimentIn } from '../../providers/analysis.ts'
import type { JsonObject, TranscriptLine } from '../../providers/provider.ts'
import * as calls from './calls.ts'
import { transcriptOf } from '../shared/jsonColumns.ts'

/** How a conversation went, as its transcript tells. */
export interface Conversation {
  lines: number
  agentWords: number
  userWords: number
  /** The agent's share of all words, 0 to 1; null where nobody said any. */
  agentShare: number | null
  /** Seconds, both judged by how long the line before takes to say; null where the transcript does not tell when lines began. */
  longestSilenceSeconds: number | null
  /** From the end of what the user said to the agent's answer, on average. */
  responseSeconds: number | null
}

/** A call with all that is known of how it went. */
export interface CallAnalysis {
  call: Call
  detail: CallDetail
  /** positive, neutral or negative; null where the voice provider said nothing of it. */
  sentiment: string | null
  conversation: Conversation
}

/** How people speak: the time between two lines is silence as far as it is longer than the first one takes. */
const WORDS_A_SECOND = 2.5

export async function analysis(actor: Actor, callId: number): Promise<CallAnalysis> {
  const [call, [detail]] = await Promise.all([calls.get(actor, callId), calls.details(actor, [callId])])
  const lines = transcriptOf(detail!)
  return { call, detail: detail!, sentiment: sentimentIn((detail!.analysis as JsonObject | null)?.sentiment), conversation: conversationOf(lines) }
}

/** Silences are what is left between the beginnings of two lines. */
export function conversationOf(lines: readonly TranscriptLine[]): Conversation {
  const counted = lines.map(({ role, text, startSeconds }) => ({ role, startSeconds, words: wordsIn(text) }))
  const said = (role: TranscriptLine['role']) => counted.reduce((sum, line) => sum + (line.role === role ? line.words : 0), 0)
  const [agentWords, userWords] = [said('agent'), said('user')]
  const gaps = counted.slice(1).flatMap((line, at) => {
    const before = counted[at]!
    if (line.startSeconds === null || before.startSeconds === null) return []
    return [
      {
        seconds: Math.max(0, line.startSeconds - before.startSeconds - before.words / WORDS_A_SECOND),
        isAnswer: before.role === 'user' && line.role === 'agent',
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

/** Words as whoever speaks a language counts them, also where none are written apart. */
const wordsIn = (text: string) => Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).length
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
