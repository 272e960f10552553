import { Page } from '../parts/Page.tsx'

export function NumberDetail() {
  return <Page title="NumberDetail">{null}</Page>
}
