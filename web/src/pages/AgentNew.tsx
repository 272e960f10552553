import { Page } from '../parts/Page.tsx'

export function AgentNew() {
  return <Page title="AgentNew">{null}</Page>
}
