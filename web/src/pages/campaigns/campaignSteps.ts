/** The steps of the wizard, which are also the sections of a campaign's settings. */
export const STEPS = ['agent', 'numbers', 'leads', 'questions', 'hours', 'limits', 'review'] as const
export type Step = (typeof STEPS)[number]
export type Section = Exclude<Step, 'leads' | 'review'>
export const SECTIONS: readonly Section[] = ['agent', 'numbers', 'questions', 'hours', 'limits']

export const isStep = (text: string | undefined): text is Step => (STEPS as readonly string[]).includes(text ?? '')

/** Where each missing requirement of a start is mended; the wallet is not the campaign's. */
const MENDED_AT: Record<string, Step> = {
  agent: 'agent',
  agent_active: 'agent',
  agent_published: 'agent',
  knowledge_base: 'agent',
  leads: 'leads',
  from_number: 'numbers',
  schedule: 'hours',
  extraction_schema: 'questions',
  analysis_config: 'questions',
}
export const stepOf = (requirement: string): Step | undefined => MENDED_AT[requirement]

/** Whether all of a campaign may be changed; the server judges it again. */
export const isOpen = (status: string) => status === 'draft' || status === 'paused'
