import { Page } from '../parts/Page.tsx'

export function Agent() {
  return <Page title="Agent">{null}</Page>
}
