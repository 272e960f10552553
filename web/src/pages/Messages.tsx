import { Page } from '../parts/Page.tsx'

export function Messages() {
  return <Page title="Messages">{null}</Page>
}
