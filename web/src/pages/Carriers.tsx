import { Page } from '../parts/Page.tsx'

export function Carriers() {
  return <Page title="Carriers">{null}</Page>
}
