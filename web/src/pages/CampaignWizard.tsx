import { Page } from '../parts/Page.tsx'

export function CampaignWizard() {
  return <Page title="CampaignWizard">{null}</Page>
}
