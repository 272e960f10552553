import { Page } from '../parts/Page.tsx'

export function DocumentPage() {
  return <Page title="DocumentPage">{null}</Page>
}
