import type { Page } from 'playwright-core'

const SIGN_IN = 'mutation($input: SignInInput!) { signIn(input: $input) { expiresAt } }'

/** Signs a person in at the dashboard of `url` as its form does. The next page that is opened has their session. */
export async function startSession(page: Page, url: string, { email, password }: { email: string; password: string }) {
  const response = await page.context().request.post(`${url}/graphql`, { data: { query: SIGN_IN, variables: { input: { email, password } } } })
  const { errors } = (await response.json()) as { errors?: object[] }
  if (errors) throw new Error(JSON.stringify(errors))
  await page.goto(`${url}/healthz`)
  await page.evaluate(() => localStorage.setItem('callwright-signed-in', 'yes'))
}
