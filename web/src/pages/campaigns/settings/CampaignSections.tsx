import { CampaignAgentSection } from './CampaignAgentSection.tsx'
import { CampaignHoursSection } from './CampaignHoursSection.tsx'
import { CampaignLimitsSection } from './CampaignLimitsSection.tsx'
import { CampaignNumbersSection } from './CampaignNumbersSection.tsx'
import { CampaignQuestionsSection } from './CampaignQuestionsSection.tsx'
import type { Section } from './campaignSteps.ts'

const FORMS = {
  agent: CampaignAgentSection,
  numbers: CampaignNumbersSection,
  questions: CampaignQuestionsSection,
  hours: CampaignHoursSection,
  limits: CampaignLimitsSection,
}

/** Form of one campaign section, in the wizard or the settings. */
export function CampaignSectionForm({ section }: { section: Section }) {
  const Form = FORMS[section]
  return <Form />
}
