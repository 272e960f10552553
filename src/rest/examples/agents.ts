/** The body of a new agent. */
export const newAgent = {
  name: 'Ada',
  lang: 'en-US',
  voice_engine: 'retell',
  voice_id: '11labs-Adrian',
  system_prompt: 'You call {{customer_name}} for {{company}} to confirm an appointment. Be brief and kind.',
  default_variables: { company: 'Rossi Dental' },
  post_call_analysis_data: [{ name: 'confirmed', type: 'boolean', description: 'Will they come?' }],
}

/** The published agent. */
export const agent = {
  id: 7,
  ...newAgent,
  is_active: true,
  is_published: true,
  model: 'gpt-4.1-mini',
  general_tools: [{ type: 'end_call', name: 'end_call' }],
  recording_enabled: true,
  provider_agent_id: 'agent_5d1c0e',
  published_at: '2026-11-20T09:30:00.000Z',
  has_unpublished_changes: false,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:25:00.000Z',
}

export const disclosureAdvisory = {
  statement: 'ai',
  field: 'system_prompt',
  message: 'The agent does not say that it is an AI.',
  laws: ['EU: Regulation (EU) 2024/1689 (AI Act), art. 50(1), since 2026-08-02'],
  sentence: 'I’m an AI assistant.',
}
