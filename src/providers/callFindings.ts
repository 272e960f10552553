/** How the contact felt about the conversation. */
export type Sentiment = 'positive' | 'neutral' | 'negative'

/** What a provider's analysis found out about a call; null is what it does not tell. */
export interface CallFindings {
  summary: string | null
  structuredData: Record<string, unknown>
  successEvaluation: string | null
  sentiment: Sentiment | null
  /** Whether the agent talked to a voicemail. */
  inVoicemail: boolean | null
}
