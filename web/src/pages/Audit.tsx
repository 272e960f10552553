import { Page } from '../parts/Page.tsx'

export function Audit() {
  return <Page title="Audit">{null}</Page>
}
