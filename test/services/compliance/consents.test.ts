import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import * as leadImportRuns from '../../../src/services/leads/imports/leadImportRuns.ts'
import * as retention from '../../../src/services/privacy/retention.ts'
import { newPhoneNumber } from '../../inbound/carrierKit.ts'
import type { Client } from '../../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'
import { recordStatements } from '../../kit/observers/queries.ts'
import { DAY } from '../../kit/waiting/clock.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: TestWorkspace
let key: Client
let stranger: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  stranger = await (await testServer().workspace()).key()
})

const FIELDS = 'id phoneNumber basis purpose status text source givenAt evidence expiresAt revokedAt importId apiKeyId'
const LIST = `query ($phoneNumber: String!, $first: Int, $after: String) {
  page: consents(phoneNumber: $phoneNumber, first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { endCursor hasNextPage } } }`
const RECORD = `mutation ($input: ConsentInput!) { consent: recordConsent(input: $input) { ${FIELDS} } }`
const REVOKE = `mutation ($id: ID!) { consent: revokeConsent(id: $id) { ${FIELDS} } }`

type Consent = Record<string, unknown> & { id: string }
const list = async (phoneNumber: string, client = key) => (await client.gql<{ page: { nodes: Consent[] } }>(LIST, { phoneNumber })).page.nodes
const record = async (input: object, client = key) => (await client.gql<{ consent: Consent }>(RECORD, { input })).consent
const revoke = async (id: string, client = key) => (await client.gql<{ consent: Consent }>(REVOKE, { id })).consent
const createCampaign = async () => (await key.post('/campaigns', { name: 'Autumn' })).body.id as number

const GIVEN = '2026-01-31T10:00:00.000Z'
const consent = {
  basis: 'express_written',
  purpose: 'marketing',
  text: 'You may call me',
  source: 'Web form',
  given_at: GIVEN,
  evidence: 'https://x.example/7',
}
const stored = { basis: 'express_written', purpose: 'marketing', text: 'You may call me', source: 'Web form', givenAt: GIVEN, evidence: 'https://x.example/7' }

describe('a consent', () => {
  test('is recorded once however often it is stated, and revoked once', async () => {
    const phoneNumber = newPhoneNumber()
    const input = { phoneNumber, basis: 'express', givenAt: '2026-01-31', expiresAt: '2126-01-31' }
    const first = await record(input)
    expect(first).toMatchObject({ phoneNumber, basis: 'express', purpose: 'any', status: 'valid', givenAt: '2026-01-31T00:00:00.000Z', importId: null })
    expect(first.apiKeyId).not.toBeNull()
    const again = await Promise.all([record({ ...input, purpose: 'any' }), record(input), record(input)])
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id])
    const { revokedAt } = await revoke(first.id)
    expect(await revoke(first.id)).toMatchObject({ status: 'revoked', revokedAt })
    expect(await record(input)).toMatchObject({ id: first.id, status: 'revoked', revokedAt })
    const renewed = await record({ ...input, givenAt: '2026-02-01' })
    expect(await list(phoneNumber)).toMatchObject([
      { id: renewed.id, status: 'valid' },
      { id: first.id, status: 'revoked' },
    ])
  })

  test('of another workspace is not found, listed or revoked', async () => {
    const phoneNumber = newPhoneNumber()
    const mine = await record({ phoneNumber, basis: 'legitimate_interest' })
    expect(await list(phoneNumber, stranger)).toEqual([])
    await expect(revoke(mine.id, stranger)).rejects.toThrow('Consent not found')
    const theirs = await record({ phoneNumber, basis: 'legitimate_interest' }, stranger)
    expect(theirs.id).not.toBe(mine.id)
    expect(await list(phoneNumber)).toMatchObject([{ id: mine.id, status: 'valid' }])
  })

  test('with an end in the past is expired', async () => {
    expect(await record({ phoneNumber: newPhoneNumber(), basis: 'express', givenAt: '2020-01-01', expiresAt: '2021-01-01' })).toMatchObject({
      status: 'expired',
    })
  })

  test.each([
    ['an invalid number', { phoneNumber: '12', basis: 'legitimate_interest' }, 'Invalid phone number'],
    ['a consent that was given at no time', { basis: 'express' }, 'field required'],
    ['a consent of the future', { basis: 'express', givenAt: '2999-01-01' }, 'in the future'],
    ['an end before its start', { basis: 'express', givenAt: '2026-01-02', expiresAt: '2026-01-01' }, 'expires before'],
    ['a day that does not exist', { basis: 'express', givenAt: '2026-02-30' }, 'invalid datetime format'],
    ['a text of 2,001 characters', { basis: 'legitimate_interest', text: 'x'.repeat(2_001) }, 'at most 2000 characters'],
  ])('is refused: %s', async (_name, input, message) => {
    const error = await record({ phoneNumber: newPhoneNumber(), ...input }).catch((thrown: Error) => thrown)
    expect(JSON.stringify(error, ['message', 'extensions', 'detail', 'loc', 'msg'])).toContain(message)
  })

  test('is listed in pages', async () => {
    const phoneNumber = newPhoneNumber()
    for (const source of ['1', '2', '3']) await record({ phoneNumber, basis: 'legitimate_interest', source })
    const { page } = await key.gql<{ page: { nodes: Consent[]; pageInfo: { endCursor: string } } }>(LIST, { phoneNumber, first: 2 })
    expect(page.nodes.map(({ source }) => source)).toEqual(['3', '2'])
    const next = await key.gql<{ page: { nodes: Consent[] } }>(LIST, { phoneNumber, first: 2, after: page.pageInfo.endCursor })
    expect(next.page.nodes.map(({ source }) => source)).toEqual(['1'])
  })

  test('is deleted five years after it ended', async () => {
    const phoneNumber = newPhoneNumber()
    const [old, recent] = [
      await record({ phoneNumber, basis: 'legitimate_interest', source: 'old' }),
      await record({ phoneNumber, basis: 'legitimate_interest' }),
    ]
    for (const [id, days] of [
      [old.id, 5 * 366 + 1],
      [recent.id, 5 * 365],
    ] as const)
      await pool.query('update consents set revoked_at = $2 where id = $1', [id, new Date(Date.now() - days * DAY)])
    await retention.sweep()
    expect(await list(phoneNumber)).toMatchObject([{ id: recent.id }])
  })
})

describe('leads', () => {
  test('bring their consents when they are added and updated, with or without their number, and rejected rows bring none', async () => {
    const [one, two, three] = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()]
    const id = await createCampaign()
    const added = await key.post(`/campaigns/${id}/leads`, {
      leads: [
        { phone_number: one, external_id: 'one', consent },
        { phone_number: two, consent: null },
        { phone_number: one, consent: { ...consent, source: 'Duplicate' } },
      ],
    })
    expect(added.body).toMatchObject({ imported: 2, errors: [{ index: 2, error: 'duplicate' }] })
    expect(await list(one)).toMatchObject([{ ...stored, status: 'valid', importId: String(added.body.import_id), apiKeyId: null }])
    expect(await list(two)).toEqual([])
    const renewed = { ...consent, given_at: '2026-03-01T00:00:00Z' }
    const items = [
      { external_id: 'one', consent },
      { external_id: 'one-more', phone: two, consent: renewed },
      { external_id: 'three', phone: three, consent: renewed },
    ]
    expect((await key.post('/leads:upsert', { campaign_id: id, items })).body).toMatchObject({ created: 1, updated: 1, failed: 1 })
    expect(await list(one)).toHaveLength(1)
    expect(await list(two)).toEqual([])
    expect(await list(three)).toMatchObject([{ givenAt: '2026-03-01T00:00:00.000Z' }])
    await key.post('/leads:upsert', { campaign_id: id, items: [{ external_id: 'one', consent: renewed }] })
    expect(await list(one)).toMatchObject([{ givenAt: '2026-03-01T00:00:00.000Z' }, { givenAt: GIVEN }])
  })

  test.each([
    ['a text', 'yes', 'consent: value is not a valid dict'],
    ['no basis', {}, 'consent.basis: field required'],
    ['an unknown basis', { basis: 'telepathy' }, 'consent.basis: '],
    ['no time', { basis: 'express' }, 'consent.given_at: field required'],
    ['a long source', { basis: 'legitimate_interest', source: 'x'.repeat(201) }, 'consent.source: ensure this value has at most 200 characters'],
  ])('with an invalid consent are rejected: %s', async (_name, invalid, message) => {
    const phone = newPhoneNumber()
    const { body } = await key.post(`/campaigns/${await createCampaign()}/leads`, { leads: [{ phone_number: phone, consent: invalid }] })
    expect(body).toMatchObject({ imported: 0, errors: [{ index: 0, error: expect.stringContaining(message) }] })
    expect(await list(phone)).toEqual([])
  })

  test('write a thousand consents in one statement', async () => {
    const id = await createCampaign()
    const leads = Array.from({ length: 1_000 }, () => ({ phone_number: newPhoneNumber(), consent }))
    const { statements, stop } = recordStatements()
    const { body } = await key.post(`/campaigns/${id}/leads`, { leads })
    stop()
    expect(body.imported).toBe(1_000)
    expect(statements.filter((text) => text.includes('into consents'))).toHaveLength(1)
    expect(await anyWorkspace.consent.count({ where: { workspaceId: acme.id, importId: body.import_id } })).toBe(1_000)
  })

  test('say whether only the date of a time is known', async () => {
    const phoneNumber = newPhoneNumber()
    const stated = [
      { ...consent, given_at: '2026-03-02', expires_at: '2027-03-02' },
      { ...consent, given_at: '2026-03-02T10:00:00+01:00', expires_at: '2027-03-02T00:00:00+02:00' },
    ]
    for (const each of stated) await key.post(`/campaigns/${await createCampaign()}/leads`, { leads: [{ phone_number: phoneNumber, consent: each }] })
    const { contact } = await key.gql<any>(
      'query ($phoneNumber: String!) { contact(phoneNumber: $phoneNumber) { consents { isGivenAtDateOnly isExpiresAtDateOnly } } }',
      {
        phoneNumber,
      },
    )
    expect(contact.consents).toEqual([
      { isGivenAtDateOnly: false, isExpiresAtDateOnly: false },
      { isGivenAtDateOnly: true, isExpiresAtDateOnly: true },
    ])
  })

  test('and contacts show the consents of their numbers', async () => {
    const phoneNumber = newPhoneNumber()
    const id = await createCampaign()
    await key.post(`/campaigns/${id}/leads`, { leads: [{ phone_number: phoneNumber, consent }, { phone_number: newPhoneNumber() }] })
    const shown = await key.gql(
      `query ($id: ID!, $phoneNumber: String!) {
        leads(campaignId: $id) { nodes { consents { basis } } }
        contact(phoneNumber: $phoneNumber) { consents { basis } }
      }`,
      { id, phoneNumber },
    )
    expect(shown).toMatchObject({
      leads: { nodes: [{ consents: [] }, { consents: [{ basis: 'express_written' }] }] },
      contact: { consents: [{ basis: 'express_written' }] },
    })
  })
})

describe('a file', () => {
  const UPLOAD = 'mutation ($id: ID!, $input: LeadFile!) { answer: uploadLeads(campaignId: $id, input: $input) { import { id } mapping } }'
  const RUN = 'mutation ($id: ID!, $input: LeadImportInput!) { answer: runLeadImport(id: $id, input: $input) { id } }'
  async function importFile(content: string, format = 'csv') {
    const input = { fileName: `leads.${format}`, format, content }
    const { answer } = await key.gql<{ answer: { import: { id: string }; mapping: object } }>(UPLOAD, { id: await createCampaign(), input })
    await key.gql(RUN, { id: answer.import.id, input: { mapping: answer.mapping } })
    await leadImportRuns.run(Number(answer.import.id))
    return { ...answer, row: await anyWorkspace.leadImport.findUniqueOrThrow({ where: { id: Number(answer.import.id) } }) }
  }

  test('brings consents in its columns, and a reverted import takes them back', async () => {
    const [one, two, three, four] = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber(), newPhoneNumber()]
    const { row, mapping } = await importFile(
      `phone,Consent Basis,consent_given_at,consent_source,consentEvidence\n${one},express,2026-01-31,Fair,Card 7\n${two},,,,\n${three},express,soon,,\n${four},express,2026-01-31 09:30:00,,\n`,
    )
    expect(mapping).toMatchObject({ consent_basis: 'Consent Basis', consent_given_at: 'consent_given_at', consent_evidence: 'consentEvidence' })
    expect(row).toMatchObject({ status: 'completed', created: 3, failed: 1, errors: [{ index: 2, error: 'consent.given_at: invalid datetime format' }] })
    expect(await list(one)).toMatchObject([
      { basis: 'express', givenAt: '2026-01-31T00:00:00.000Z', source: 'Fair', evidence: 'Card 7', importId: String(row.id) },
    ])
    expect(await list(two)).toEqual([])
    // As a date with a time in an XLSX file arrives.
    expect(await list(four)).toMatchObject([{ givenAt: '2026-01-31T09:30:00.000Z' }])
    expect((await anyWorkspace.lead.findMany({ where: { importId: row.id } })).map(({ data }) => data)).toEqual([{}, {}, {}])
    await key.gql('mutation ($id: ID!) { revertLeadImport(id: $id) { deleted } }', { id: row.id })
    expect(await list(one)).toEqual([])
  })

  test('in JSON has them as the API does', async () => {
    const phoneNumber = newPhoneNumber()
    await importFile(JSON.stringify([{ phone: phoneNumber, consent }]), 'json')
    expect(await list(phoneNumber)).toMatchObject([stored])
  })

  test('without a basis keeps columns with such names as custom fields', async () => {
    const { row } = await importFile(`phone,consent_source\n${newPhoneNumber()},Fair\n`)
    expect((await anyWorkspace.lead.findMany({ where: { importId: row.id } })).map(({ data }) => data)).toEqual([{ consent_source: 'Fair' }])
  })
})

test('the texts of consents count toward the storage of the workspace', async () => {
  const bytes = async () => Number((await anyWorkspace.workspaceStorage.findUniqueOrThrow({ where: { workspaceId: acme.id } })).bytes)
  const before = await bytes()
  await record({ phoneNumber: newPhoneNumber(), basis: 'legitimate_interest', text: 'é'.repeat(500), source: 'x' })
  expect((await bytes()) - before).toBe(1_001)
})
