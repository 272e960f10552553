import { Page } from '../parts/Page.tsx'

export function Campaign() {
  return <Page title="Campaign">{null}</Page>
}
