import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELP } from '../../src/admin/commands.ts'
import * as proofChecks from '../../src/services/compliance/proof/proofChecks.ts'
import { inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import { verifyProof } from '../../src/admin/proofs.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer()
let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'callwright-proof-'))))
afterAll(() => rmSync(folder, { recursive: true }))

test('a proof from the REST API is valid until a byte of it changes', async () => {
  const { acme, key, place } = await createTenant(testServer())
  const { id } = (await place('+14155550113')).body
  const { status, body } = await key.get(`/calls/${id}/proof`)
  expect(status).toBe(200)
  const check = (proof: object) => inWorkspace(acme.id, () => proofChecks.check(JSON.stringify(proof)))
  expect(await check(body)).toMatchObject({ rows: 'unchanged', proof: { document: { call_id: id } } })
  await expect(check({ ...body, digest: body.digest.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0')) })).rejects.toThrow('not valid')
  await expect(check({ ...body, signature: 'AAAA' })).rejects.toThrow('not valid')
  const { names: _, ...rest } = body.document
  await expect(check({ ...body, document: rest })).rejects.toThrow('not valid')
})

test('a file that is no proof, is too large, or is not named, is refused before the database opens', async () => {
  const env = readEnv({ DATA_DIR: folder })
  const path = join(folder, 'proof.html')
  await expect(verifyProof(env, undefined)).rejects.toThrow('Name a file')
  writeFileSync(path, Buffer.alloc(10_000_001))
  await expect(verifyProof(env, path)).rejects.toThrow('too large')
  writeFileSync(path, '<p>Hello</p>')
  await expect(verifyProof(env, path)).rejects.toThrow('The file contains no proof of a call')
  expect(HELP).toContain('verify-proof FILE')
})
