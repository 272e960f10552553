import { Page } from '../parts/Page.tsx'

export function Webhooks() {
  return <Page title="Webhooks">{null}</Page>
}
