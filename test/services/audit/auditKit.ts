import { expect } from 'vitest'
import type { AuditEntryItem } from '../../../src/services/audit/audit.ts'
import { auditEntriesOfRequest, signInOwner } from '../../kit/observers/auditEntries.ts'
import type { TestServer } from '../../kit/server/testServer.ts'

let requests = 0
/** Returns the ID of the latest request of `requestAndReadLog`. */
export const latestRequestId = () => `r-${requests}`

/** Creates a workspace with a signed-in owner, and returns it with what tests do to fill and read its log. */
export async function createAuditedTenant(testServer: TestServer) {
  const workspace = await testServer.workspace()
  const key = await workspace.key()
  return {
    workspaceId: workspace.id,
    key,
    person: await signInOwner(testServer, workspace),
    /** Sends a request with a key, and returns its audit entries. */
    async requestAndReadLog(method: string, path: string, body?: object, client = key): Promise<AuditEntryItem[]> {
      requests += 1
      const requestId = latestRequestId()
      const headers = { 'x-request-id': requestId, ...(body && { 'content-type': 'application/json' }) }
      expect((await client.raw(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status).toBeLessThan(300)
      return auditEntriesOfRequest(requestId)
    },
    newAgent: async (fields: object = {}) => (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', ...fields })).body.id as number,
  }
}
