import { Page } from '../parts/Page.tsx'

export function Documentation() {
  return <Page title="Documentation">{null}</Page>
}
