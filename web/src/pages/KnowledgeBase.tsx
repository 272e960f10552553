import { Page } from '../parts/Page.tsx'

export function KnowledgeBase() {
  return <Page title="KnowledgeBase">{null}</Page>
}
