import { Page } from '../parts/Page.tsx'

export function Members() {
  return <Page title="Members">{null}</Page>
}
