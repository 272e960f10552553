import { describe, expect, it } from 'vitest'
import { anyWorkspace } from '../../src/db.ts'
import * as connectedApps from '../../src/services/connectedApps.ts'
import { useWorld } from '../kit/world.ts'
import { connected, signIn } from './dance.ts'

const world = useWorld()

describe('connecting an app', () => {
  it('gives it what its person has allowed, and no more', async () => {
    const acme = await world().workspace()
    const accessToken = await signIn(world().url, acme)
    const { tokens, client_id } = await connected({
      url: world().url,
      accessToken,
      workspaceId: acme.id,
      scope: 'me:read agents:write calls:write',
      scopes: ['me:read', 'agents:write'],
      caps: { call_cap: 5, spend_cap: '12.50' },
    })
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 28_800, scope: 'me:read agents:write' })
    const { actor, refused } = await connectedApps.authenticate(tokens.access_token, `${world().url}/mcp`)
    expect(actor).toMatchObject({ kind: 'app', workspaceId: acme.id })
    expect([...actor.scopes]).toEqual(['me:read', 'agents:write'])
    expect([...refused]).toEqual(['calls:write'])
    expect(await anyWorkspace.appGrant.findUnique({ where: { keyId: actor.keyId } })).toMatchObject({
      clientId: client_id,
      redirectHost: '127.0.0.1',
      declinedScopes: ['calls:write'],
      callCap: 5,
      spendCapMicros: 12_500_000n,
    })
  })
})
