import { Page } from '../parts/Page.tsx'

export function LeadImport() {
  return <Page title="LeadImport">{null}</Page>
}
