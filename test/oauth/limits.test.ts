import { expect, it } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'
import { requestRegistration } from './oauthFlow.ts'

const testServer = useTestServer()

it('anonymous registrations are limited with a Retry-After header, and other endpoints are unaffected', async () => {
  // The minute of the limit can end during the loop.
  for (let sent = 0; sent < 300; sent++) {
    const res = await requestRegistration(testServer().url, { redirect_uris: [] })
    if (res.status !== 429) {
      expect(res.status).toBe(400)
      continue
    }
    expect(sent).toBeGreaterThanOrEqual(60)
    expect(Number(res.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(res.headers.get('access-control-allow-origin')).toBe('*')
    expect(await res.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect((await fetch(`${testServer().url}/.well-known/oauth-authorization-server`)).status).toBe(200)
    return
  }
  throw new Error('registrations were not limited')
})
