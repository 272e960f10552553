import { Page } from '../parts/Page.tsx'

export function Live() {
  return <Page title="Live">{null}</Page>
}
