import { Page } from '../parts/Page.tsx'

export function Calls() {
  return <Page title="Calls">{null}</Page>
}
