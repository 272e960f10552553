import { Page } from '../parts/Page.tsx'

export function Privacy() {
  return <Page title="Privacy">{null}</Page>
}
