import { Page } from '../parts/Page.tsx'

export function Settings() {
  return <Page title="Settings">{null}</Page>
}
