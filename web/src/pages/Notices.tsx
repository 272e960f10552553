import { Page } from '../parts/Page.tsx'

export function Notices() {
  return <Page title="Notices">{null}</Page>
}
