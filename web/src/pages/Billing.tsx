import { Page } from '../parts/Page.tsx'

export function Billing() {
  return <Page title="Billing">{null}</Page>
}
