import { randomBytes, randomUUID } from 'node:crypto'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { ConnectedAppLimits } from '../../src/inputs/connectedApps.ts'
import { KEY_SCOPES, ROLE_SCOPES, type KeyScope } from '../../src/kernel/vocabulary/scopes.ts'
import * as connectedApps from '../../src/services/access/connectedApps.ts'
import type { World } from './world.ts'

interface Options extends ConnectedAppLimits {
  name?: string
  /** What the person allows; all that is asked for when absent. */
  scopes?: readonly KeyScope[]
  asked?: readonly KeyScope[]
  /** Where its token is taken; at the world's own address when absent. */
  resource?: string | readonly string[]
}

/** An app that a workspace's owner has connected, as it stands after the consent: its token, and the row of its grant. */
export async function connectedApp(
  world: Pick<World, 'url'>,
  workspaceId: number,
  { name = 'Test app', scopes, asked = KEY_SCOPES, resource = `${world.url}/mcp`, ...caps }: Options = {},
) {
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId, role: 'owner' } })
  const [grantId, token] = [randomUUID(), randomBytes(32).toString('base64url')]
  const app = { clientId: 'test-client', name, redirectHost: '127.0.0.1' }
  const person = { kind: 'session', workspaceId, userId, role: 'owner', scopes: ROLE_SCOPES.owner } as const
  const grant = await connectedApps.approve(person, app, grantId, asked, { workspaceId, scopes: [...(scopes ?? asked)], ...caps })
  const payload = { aud: [resource].flat(), scope: (scopes ?? asked).join(' '), grantId, clientId: app.clientId }
  const expiresAt = new Date(Date.now() + 3_600_000)
  await anyWorkspace.oauthPayload.create({ data: { model: 'AccessToken', id: connectedApps.hashToken(token), grantId, payload, expiresAt } })
  return { token, grant, grantId, userId }
}
