import { Page } from '../parts/Page.tsx'

export function Keys() {
  return <Page title="Keys">{null}</Page>
}
