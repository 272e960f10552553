/** Steps of the wizard, which are also the sections of the campaign settings. */
export const STEPS = ['agent', 'numbers', 'leads', 'questions', 'hours', 'limits', 'review'] as const
export type Step = (typeof STEPS)[number]
export type Section = Exclude<Step, 'leads' | 'review'>
export const SECTIONS: readonly Section[] = ['agent', 'numbers', 'questions', 'hours', 'limits']

export const isStep = (text: string | undefined): text is Step => (STEPS as readonly string[]).includes(text ?? '')

/** Where to fix each missing requirement of a start. The wallet isn't part of the campaign. */
const STEP_BY_REQUIREMENT: Record<string, Step> = {
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
export const stepOf = (requirement: string): Step | undefined => STEP_BY_REQUIREMENT[requirement]

/** Whether the whole campaign can be edited. The server checks it again. */
export const isEditable = (status: string) => status === 'draft' || status === 'paused'
