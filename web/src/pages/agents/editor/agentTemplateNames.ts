/** Templates for a new agent. */
export const TEMPLATES = ['appointment', 'qualification', 'receptionist', 'survey', 'reminder', 'blank'] as const
export type TemplateName = (typeof TEMPLATES)[number]

/** Texts of a template in one language. */
export interface TemplateTexts {
  systemPrompt: string
  firstMessage: string
  voicemailMessage: string
  /** Descriptions of the post-call questions, by name. */
  questions: Record<string, string>
  hangUp: string
  /** Defaults of the variables that neither the lead nor `company` fills. */
  defaults?: Record<string, string>
}
