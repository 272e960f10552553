import { inflateSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace, db, pool } from '../../../src/kernel/db/db.ts'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import * as invoices from '../../../src/services/billing/invoices.ts'
import { renderPdf } from '../../../src/services/billing/invoicePdf.ts'
import * as wallet from '../../../src/services/billing/wallet.ts'
import * as workspaces from '../../../src/services/workspaces/workspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

let actor: Actor
const newActor = async (): Promise<Actor> => {
  const { id } = await anyWorkspace.$transaction((tx) => workspaces.create(tx as never, { name: 'Acme', plan: 'free' }))
  return { kind: 'key', workspaceId: id, scopes: new Set() }
}
beforeEach(async () => {
  actor = await newActor()
})

let refs = 0
/** Writes transactions as they would be in the ledger: `[type, amount in micro-units, time]`. */
async function addEntries(entries: [type: string, amount: bigint, at: string][], owner = actor) {
  let balance = 0n
  for (const [type, amount, at] of entries)
    await db.ledgerEntry.create({
      data: { workspaceId: owner.workspaceId, type, ref: String((refs += 1)), amount, balance: (balance += amount), createdAt: new Date(at) },
    })
}
const LEDGER: [string, bigint, string][] = [
  ['credit', 20_000_000n, '2025-01-10T12:00:00Z'],
  ['call', -1_234_567n, '2025-01-31T23:59:59.999Z'],
  ['call', -500_000n, '2025-02-01T00:00:00Z'],
  ['sms', -7_900n, '2025-02-14T08:00:00Z'],
  ['call', -250_000n, '2025-02-28T23:59:59Z'],
  ['debit', -1_000_000n, '2025-03-01T00:00:00Z'],
]

test('an invoice has the sums of its month in the ledger, and each month begins with the balance that the one before it ends with', async () => {
  await addEntries(LEDGER)
  const february = await invoices.issue(actor, '2025-02')
  expect(invoices.linesOf(february)).toEqual([
    { type: 'call', count: 2, amount: -750_000n },
    { type: 'sms', count: 1, amount: -7_900n },
  ])
  expect([february.openingBalance, february.closingBalance]).toEqual([18_765_433n, 18_007_533n])
  const all = await Promise.all(['2025-01', '2025-02', '2025-03'].map((month) => invoices.issue(actor, month)))
  expect(all.map(({ openingBalance }) => openingBalance)).toEqual([0n, all[0]!.closingBalance, all[1]!.closingBalance])
  const { rows } = await pool.query<{ sum: bigint }>('select sum(amount)::int8 as sum from ledger_entries where workspace_id = $1', [actor.workspaceId])
  expect(all.at(-1)!.closingBalance).toBe(BigInt(rows[0]!.sum))
  const sum = all.flatMap(invoices.linesOf).reduce((total, { amount }) => total + amount, 0n)
  expect(sum).toBe(BigInt(rows[0]!.sum))
})

test('a workspace numbers its invoices without gaps, and issues each month once, even at the same time', async () => {
  await addEntries(LEDGER)
  const other = await newActor()
  await addEntries(LEDGER, other)
  const issued = await Promise.all(['2025-01', '2025-02', '2025-01', '2025-02', '2025-03'].map((month) => invoices.issue(actor, month)))
  expect(new Set(issued.map(({ id }) => id)).size).toBe(3)
  expect([...new Set(issued.map(({ number }) => number))].sort((one, other) => one - other)).toEqual([1, 2, 3])
  expect((await invoices.issue(other, '2025-01')).number).toBe(1)
  await expect(invoices.get(other, issued[0]!.id)).rejects.toThrow('Invoice not found')
  expect((await invoices.list(actor, {})).rows).toHaveLength(3)
})

test('an issued invoice does not change, whatever happens later', async () => {
  await addEntries(LEDGER)
  await workspaces.setBillingDetails(actor, { legalName: 'Acme Ltd.', billingAddress: '1 High Street\nLondon', taxId: 'GB123' })
  const issued = await invoices.issue(actor, '2025-02')
  await workspaces.setBillingDetails(actor, { legalName: 'Other', taxId: null })
  await addEntries([['credit', 1n, '2025-02-10T00:00:00Z']])
  expect(await invoices.issue(actor, '2025-02')).toEqual(issued)
  expect(issued.customer).toEqual({ name: 'Acme', legalName: 'Acme Ltd.', address: '1 High Street\nLondon', taxId: 'GB123' })
  for (const change of ["update invoices set month = '2020-01'", 'delete from invoices'])
    await expect(pool.query(`${change} where id = $1`, [issued.id])).rejects.toThrow('append-only')
})

test('an invoice names its issuer as it was when the invoice was created', async () => {
  settings.invoiceIssuer = readEnv({ INVOICE_ISSUER: 'Voices GmbH\\nHauptstraße 1, 10115 Berlin\\nDE123456789' }).INVOICE_ISSUER!
  await addEntries(LEDGER)
  const issued = await invoices.issue(actor, '2025-02')
  settings.invoiceIssuer = 'Another company'
  const texts = readTexts(await renderPdf(await invoices.get(actor, issued.id), 'de'))
  expect(texts).toEqual(expect.arrayContaining(['Voices GmbH', 'Hauptstraße 1, 10115 Berlin', 'DE123456789']))
  expect(texts).not.toContain('Another company')
  expect(() => readEnv({ INVOICE_ISSUER: '1\n2\n3\n4\n5\n6\n7\n8\n9' })).toThrow('INVOICE_ISSUER: must have at most 8 lines')
})

test('only months that are over and have no invoice are offered, and the current month is refused', async () => {
  expect(await invoices.listOpenMonths(actor)).toEqual([])
  await wallet.credit(actor.workspaceId, 1_000_000n, 'Paid', 'first')
  expect(await invoices.listOpenMonths(actor)).toEqual([])
  await addEntries(LEDGER)
  const open = await invoices.listOpenMonths(actor)
  expect(open.at(-1)).toBe('2025-01')
  await invoices.issue(actor, '2025-01')
  expect((await invoices.listOpenMonths(actor)).at(-1)).toBe('2025-02')
  await expect(invoices.issue(actor, new Date().toISOString().slice(0, 7))).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.each(['en', 'de', 'es', 'fr', 'it'] as const)('the PDF can be read in %s, for names in several scripts', async (language) => {
  await addEntries(LEDGER)
  await workspaces.setBillingDetails(actor, { legalName: 'Привет, Łódź 株式会社', billingAddress: 'Ελλάς\nÜber 5 €\n'.repeat(20) })
  const pdf = await renderPdf(await invoices.issue(actor, '2025-02'), language)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeLessThan(200_000)
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
})

test('all amounts in the PDF are exact and have the same number of decimals', async () => {
  await addEntries(LEDGER)
  const texts = readTexts(await renderPdf(await invoices.issue(actor, '2025-02'), 'en'))
  expect(texts.filter((text) => text.includes('$'))).toEqual(['$18.765433', '-$0.750000', '-$0.007900', '$18.007533'])
  await addEntries([['credit', 5_000_000n, '2024-05-01T00:00:00Z']])
  expect(readTexts(await renderPdf(await invoices.issue(actor, '2024-05'), 'en')).filter((text) => text.includes('$'))).toEqual(['$0.00', '$5.00', '$5.00'])
})

/** The texts of a PDF in the fonts of every reader. */
const readTexts = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, packed]) => inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1'))
    .flatMap((content) => [...content.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, line]) => [...line!.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''))
