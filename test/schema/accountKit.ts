import { graphql } from 'graphql'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { contextFor } from '../../src/schema/base/context.ts'
import { schema } from '../../src/schema/index.ts'
import * as sessions from '../../src/services/access/sessions/sessions.ts'

/** A browser that stores one cookie. */
export const browser = {
  refreshToken: null as string | null,
  address: '192.0.2.1',
  devices: null as string | null,
  setDevices: (devices: string) => {
    browser.devices = devices
  },
  setRefreshToken: (token: string | null) => {
    browser.refreshToken = token
  },
}

/** Executes an operation in that browser. */
export async function run(source: string, variableValues: Record<string, unknown> = {}, actor: Actor | null = null) {
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue: contextFor(actor, browser) })
  return { data: JSON.parse(JSON.stringify(data ?? null)), codes: (errors ?? []).map(({ extensions }) => extensions.code), errors }
}

export const SIGN_UP = 'mutation ($input: SignUpInput!) { signUp(input: $input) { accessToken expiresAt refreshToken userId } }'
export const VIEWER = '{ viewer { id email name role workspace { id name plan limits { rpm rpd concurrentCalls } } workspaces { id name role } } }'

let people = 0
/** Signs up a new person with a workspace. */
export async function signUp() {
  people += 1
  browser.address = `192.0.2.${people}`
  const input = { email: `Person${people}@Example.com`, password: 'correct horse', name: 'Person', workspaceName: `Workspace ${people}` }
  const { data } = await run(SIGN_UP, { input })
  const actor = (await sessions.authenticate(data.signUp.accessToken))!
  return { input, actor, signedIn: data.signUp as { refreshToken: string | null; userId: string } }
}
