import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { commands, HELP } from '../../src/admin/commands.ts'
import { setRootSecret } from '../../src/kernel/crypto/keyring.ts'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { ROLE_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as cliTokens from '../../src/services/access/cliTokens.ts'
import * as connectedApps from '../../src/services/access/connectedApps.ts'
import * as operator from '../../src/services/operator/operator.ts'
import * as newWorkspaces from '../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../kit/server/database.ts'

useDatabase()

const runCommand = (name: string, options: Record<string, string | undefined>) => commands[name]!(options)
const createWorkspace = async () => String((await newWorkspaces.create({ name: 'Operated' })).id)

test('the help lists every command', () => {
  for (const name of Object.keys(commands)) expect(HELP).toMatch(new RegExp(`^  ${name.replace(' ', ' +')} `, 'm'))
})

test('credits and debits require a reason and apply once per reference', async () => {
  const workspace = await createWorkspace()
  for (const name of ['wallet credit', 'wallet debit'])
    for (const reason of [{}, { reason: '' }]) await expect(runCommand(name, { workspace, amount: '1', ...reason })).rejects.toThrow('--reason is required')
  const payment = { workspace, amount: '10', reason: 'Invoice 7', ref: 'invoice-7' }
  expect(await runCommand('wallet credit', payment)).toEqual({ workspace_id: Number(workspace), balance: '10.0000', held: '0.0000', currency: 'USD' })
  expect(await runCommand('wallet credit', payment)).toMatchObject({ balance: '10.0000' })
  expect(await runCommand('wallet debit', { workspace, amount: '9.999999', reason: 'Paid back' })).toMatchObject({ balance: '0.000001' })
})

test('debits above the available balance and invalid amounts are refused', async () => {
  const workspace = await createWorkspace()
  await runCommand('wallet credit', { workspace, amount: '10', reason: 'Invoice 7' })
  await expect(runCommand('wallet debit', { workspace, amount: '10.000001', reason: 'X' })).rejects.toThrow('Only 10.0000 USD of the balance is available.')
  for (const amount of ['-1', '1,5', 'ten', '0.0000001'])
    await expect(runCommand('wallet debit', { workspace, amount, reason: 'X' })).rejects.toThrow('The amount must be')
  await expect(runCommand('wallet debit', { workspace, amount: '0', reason: 'X' })).rejects.toThrow('The amount must be above zero.')
  await expect(runCommand('wallet debit', { workspace: '999999', amount: '1', reason: 'X' })).rejects.toThrow('Workspace not found')
})

test('the ledger is exported as CSV', async () => {
  const workspace = await createWorkspace()
  await runCommand('wallet credit', { workspace, amount: '10', reason: 'Invoice 7', ref: 'i7' })
  await runCommand('wallet debit', { workspace, amount: '2.5', reason: '+1 too many', ref: 'd1' })
  const output = await runCommand('wallet ledger', { workspace })
  expect((await text(output as Readable)).split('\r\n')).toEqual([
    'id,created_at,type,ref,amount,balance,currency,reason',
    expect.stringMatching(/^\d+,[^,]+Z,credit,i7,10\.0000,10\.0000,USD,Invoice 7$/),
    expect.stringMatching(/^\d+,[^,]+Z,debit,d1,-2\.5000,7\.5000,USD,'\+1 too many$/),
    '',
  ])
  expect(await text((await runCommand('wallet ledger', { workspace, to: '2020-01-01' })) as Readable)).toBe(
    'id,created_at,type,ref,amount,balance,currency,reason\r\n',
  )
  await expect(runCommand('wallet ledger', { workspace, from: 'soon' })).rejects.toThrow('--from and --to must be dates such as')
  await expect(runCommand('wallet ledger', { workspace: '999999' })).rejects.toThrow('Wallet not found')
})

test('API keys, CLI tokens and connected apps are listed, and each has its own revoke command', async () => {
  const { workspaceId, email } = await operator.createTenant({ name: 'Operated', plan: 'free', credit: 0n, email: 'operated@example.com' })
  const workspace = String(workspaceId)
  const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId } })
  const owner = { kind: 'session', workspaceId, userId, role: 'owner', scopes: ROLE_SCOPES.owner } as const
  const { row: token } = await cliTokens.create(owner, { name: 'Laptop', scopes: ['me:read', 'calls:read'] })
  const grant = { workspaceId, scopes: ['me:read'] }
  const app = await connectedApps.approve(owner, { clientId: 'c', name: 'Claude', redirectHost: 'claude.ai' }, randomUUID(), ['me:read'], grant)
  const [, , ...lines] = (await text((await runCommand('access list', { workspace })) as Readable)).trim().split('\r\n')
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${token.id},cli,Laptop,${email},me:read calls:read,[^,]+Z,,[^,]+Z,$`)),
    expect.stringMatching(new RegExp(`^${app.id},app,Claude,${email},me:read,[^,]+Z,,[^,]*,$`)),
  ])
  await expect(runCommand('key revoke', { workspace, key: String(token.id) })).rejects.toThrow('API key not found')
  await expect(runCommand('app revoke', { workspace, app: String(token.id) })).rejects.toThrow('Connected app not found')
  expect(await runCommand('token revoke', { workspace, token: String(token.id) })).toEqual({ token_id: token.id, revoked_at: expect.any(String) })
  expect(await runCommand('app revoke', { workspace, app: String(app.id) })).toEqual({ app_id: app.id, revoked_at: expect.any(String) })
  await expect(runCommand('access list', { workspace: '999999' })).rejects.toThrow('Wallet not found')
})

test('a register of all workspaces is loaded from a file, replaced, listed as CSV and removed', async () => {
  setRootSecret(Buffer.alloc(32, 7))
  const folder = mkdtempSync(join(tmpdir(), 'callwright-register-'))
  const fileOf = (content: string) => {
    const file = join(folder, `${randomUUID()}.txt`)
    writeFileSync(file, content)
    return file
  }
  const load = (content: string, more: Record<string, string> = {}) => runCommand('registers load', { name: 'Federal', file: fileOf(content), ...more })
  await expect(load('2125550101\n')).rejects.toThrow('--country: field required')
  await expect(load('2125550101\n', { country: 'US', washed: 'soon' })).rejects.toThrow('--washed: ')
  await expect(runCommand('registers load', { name: 'Federal', country: 'US', file: '/does/not/exist' })).rejects.toThrow(
    'The file /does/not/exist cannot be read.',
  )
  expect(await load('2125550101\nnone\n', { country: 'US', washed: '2026-01-05', source: 'donotcall.gov' })).toEqual({
    name: 'Federal',
    numbers: 1,
    invalid_lines: 1,
    first_at_line: '2',
    washed_at: '2026-01-05T00:00:00.000Z',
    expires_at: '2026-02-05T00:00:00.000Z',
  })
  expect(await load('2125550101\n2125550102\n', { washed: '2026-01-06' })).toMatchObject({ numbers: 2 })
  expect(await text((await runCommand('registers list', {})) as Readable)).toBe(
    'name,type,country,source,status,numbers,invalid_lines,washed_at,expires_at,is_expired,error\r\n' +
      'Federal,register,US,donotcall.gov,ready,2,0,2026-01-06T00:00:00.000Z,2026-02-06T00:00:00.000Z,true,\r\n',
  )
  expect(await runCommand('registers remove', { name: 'Federal' })).toEqual({ removed: 'Federal' })
  await expect(runCommand('registers remove', { name: 'Federal' })).rejects.toThrow('Register not found')
})
