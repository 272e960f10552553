import { Page } from '../parts/Page.tsx'

export function Reports() {
  return <Page title="Reports">{null}</Page>
}
