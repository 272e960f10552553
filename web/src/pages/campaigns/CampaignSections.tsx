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

/** The form of one section of a campaign, in the wizard as in its settings. */
export function CampaignSectionFor({ section }: { section: Section }) {
  const Form = FORMS[section]
  return <Form />
}
