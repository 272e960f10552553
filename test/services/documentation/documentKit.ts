import * as sessions from '../../../src/services/access/sessions/sessions.ts'
import * as onboarding from '../../../src/services/onboarding/onboarding.ts'
import { graphql } from '../../kit/clients/client.ts'
import { signUpInput } from '../../kit/fixtures/rows.ts'

export interface Reader {
  accessToken: string
  workspaceId: number
  search(q: string, locale?: string): Promise<{ status: number; body: any; headers: Headers }>
  gql(query: string, variables?: object): Promise<{ data?: any; errors?: { message: string; extensions?: Record<string, unknown> }[] }>
  /** Creates a document of the workspace and returns it. */
  write(input: object): Promise<any>
}

export const DOCUMENT = 'id slug language title url body isOwn'

/** Signs up a new user with their own workspace. */
export async function createReader(url: string): Promise<Reader> {
  const { accessToken } = await onboarding.signUp(signUpInput())
  return readerFor(url, accessToken)
}

export async function readerFor(url: string, accessToken: string): Promise<Reader> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  const gql = (query: string, variables?: object) => graphql(url, headers, query, variables)
  return {
    accessToken,
    workspaceId: (await sessions.authenticate(accessToken))!.workspaceId,
    gql,
    search: (q, locale) => askSearch(url, new URLSearchParams({ q, ...(locale && { locale }) }).toString(), headers),
    async write(input) {
      const { data, errors } = await gql(`mutation ($input: DocumentInput!) { createDocument(input: $input) { ${DOCUMENT} } }`, { input })
      if (errors) throw new Error(JSON.stringify(errors))
      return data.createDocument
    },
  }
}

export async function askSearch(url: string, queryString: string, headers: Record<string, string> = {}) {
  const res = await fetch(`${url}/docs/search?${queryString}`, { headers })
  return { status: res.status, headers: res.headers, body: (await res.json()) as any }
}
