/** The contact's sentiment. */
export type Sentiment = 'positive' | 'neutral' | 'negative'

/** Post-call analysis by the provider; null if the provider does not report a value. */
export interface CallFindings {
  summary: string | null
  structuredData: Record<string, unknown>
  successEvaluation: string | null
  sentiment: Sentiment | null
  /** Whether the agent reached a voicemail. */
  inVoicemail: boolean | null
}
