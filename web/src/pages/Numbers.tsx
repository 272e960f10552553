import { Page } from '../parts/Page.tsx'

export function Numbers() {
  return <Page title="Numbers">{null}</Page>
}
