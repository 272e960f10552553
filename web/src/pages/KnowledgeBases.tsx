import { Page } from '../parts/Page.tsx'

export function KnowledgeBases() {
  return <Page title="KnowledgeBases">{null}</Page>
}
