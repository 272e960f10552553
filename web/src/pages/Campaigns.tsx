import { Page } from '../parts/Page.tsx'

export function Campaigns() {
  return <Page title="Campaigns">{null}</Page>
}
