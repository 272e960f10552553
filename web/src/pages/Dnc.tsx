import { Page } from '../parts/Page.tsx'

export function Dnc() {
  return <Page title="Dnc">{null}</Page>
}
