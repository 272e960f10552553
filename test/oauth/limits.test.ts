import { expect, it } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'
import { requestRegistration } from './oauthFlow.ts'

const testServer = useTestServer()

it('strangers cannot register without end: they are told when to come again, and nothing else of the server suffers', async () => {
  // A minute may end in the midst of it.
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
  throw new Error('there was no end')
})
