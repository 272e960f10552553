import { Page } from '../parts/Page.tsx'

export function Agents() {
  return <Page title="Agents">{null}</Page>
}
