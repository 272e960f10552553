/** What an agent can begin as. */
export const STARTS = ['appointment', 'qualification', 'receptionist', 'survey', 'reminder', 'blank'] as const
export type Start = (typeof STARTS)[number]

/** What an agent that begins so says and asks. */
export interface Words {
  systemPrompt: string
  firstMessage: string
  voicemailMessage: string
  /** Description of each question after the call. */
  questions: Record<string, string>
  hangUp: string
}
