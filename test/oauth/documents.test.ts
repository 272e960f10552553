import { describe, expect, it } from 'vitest'
import { KEY_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
const bases = () => [testServer().url, testServer().url.replace('127.0.0.1', 'localhost')]
const json = async (url: string, init?: RequestInit) => (await fetch(url, init)).json() as Promise<Record<string, unknown>>

describe('the discovery documents', () => {
  it('describe the resource under both names of this machine, with the requested name', async () => {
    for (const base of bases())
      for (const [path, resource] of [
        ['', '/mcp'],
        ['/mcp', '/mcp'],
        ['/mcp/', '/mcp/'],
      ])
        expect(await json(`${base}/.well-known/oauth-protected-resource${path}`)).toEqual({
          resource: base + resource,
          authorization_servers: [base],
          scopes_supported: [...KEY_SCOPES],
          bearer_methods_supported: ['header'],
          resource_name: 'Callwright',
        })
  })

  it('describe the server at every path where clients look, with the requested name as issuer', async () => {
    for (const base of bases())
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-authorization-server/mcp',
        '/.well-known/openid-configuration',
        '/.well-known/openid-configuration/mcp',
        '/mcp/.well-known/openid-configuration',
      ])
        expect(await json(base + path), path).toMatchObject({
          issuer: base,
          authorization_endpoint: `${base}/oauth/authorize`,
          token_endpoint: `${base}/oauth/token`,
          registration_endpoint: `${base}/oauth/register`,
          revocation_endpoint: `${base}/oauth/revoke`,
          jwks_uri: `${base}/oauth/jwks`,
          code_challenge_methods_supported: ['S256'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          response_types_supported: ['code'],
          scopes_supported: [...KEY_SCOPES, 'offline_access'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
          authorization_response_iss_parameter_supported: true,
          client_id_metadata_document_supported: true,
        })
  })

  it('can be read by pages of other sites', async () => {
    const Origin = 'https://inspector.example'
    const [base] = bases()
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-authorization-server', '/oauth/jwks']) {
      const res = await fetch(base + path, { headers: { Origin } })
      expect(['*', Origin]).toContain(res.headers.get('access-control-allow-origin'))
    }
    const asking = { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type,mcp-protocol-version' }
    for (const path of [
      '/oauth/register',
      '/oauth/token',
      '/oauth/revoke',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
    ]) {
      const res = await fetch(base + path, { method: 'OPTIONS', headers: asking })
      expect(res.status, path).toBe(204)
      expect(['*', Origin]).toContain(res.headers.get('access-control-allow-origin'))
      expect(res.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
    }
  })

  it('ignore the host and scheme of proxy headers', async () => {
    const [base] = bases()
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' }
    expect(await json(`${base}/.well-known/oauth-authorization-server`, { headers })).toMatchObject({ issuer: base })
    expect(await json(`${base}/.well-known/oauth-protected-resource`, { headers })).toMatchObject({ resource: `${base}/mcp` })
  })
})
