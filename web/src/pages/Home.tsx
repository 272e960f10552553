import { Page } from '../parts/Page.tsx'

export function Home() {
  return <Page title="Home">{null}</Page>
}
