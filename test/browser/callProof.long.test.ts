import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inWorkspace } from '../../src/kernel/db/workspaceContext.ts'
import * as proofChecks from '../../src/services/compliance/proof/proofChecks.ts'
import { findAccessibilityViolations, pageErrors, pressOn, signIn, useBrowser } from '../kit/browser/browser.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer()
const browser = useBrowser()

/** Waits for a page of a real browser, and for a download. */
test('the proof of a call is shown on request, and its file needs nothing else and verifies until it is changed', async () => {
  const { acme, place } = await createTenant(testServer())
  const { id } = (await place('+14155550113')).body
  const page = await browser().page()
  await signIn(page, testServer().url, acme, `/calls?call=${id}`)
  const proof = page.getByRole('region', { name: 'Proof' })
  await pressOn(proof.getByRole('button', { name: 'Show proof' }))
  const placed = proof.getByRole('table', { name: 'When the call was placed' })
  await placed.getByRole('row', { name: 'Started by API key test' }).waitFor()
  await placed.getByRole('row', { name: /Local time in America\/Los_Angeles .* Permitted that day: 08:00-21:00/ }).waitFor()
  await proof.getByRole('row', { name: 'Contact +14155550113' }).waitFor()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await pressOn(proof.getByRole('button', { name: 'Download proof' }))
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`call-${id}-proof.html`)
  const html = await readFile(await file.path(), 'utf8')
  expect(html).not.toMatch(/src=|href=|http/)
  const check = (text: string) => inWorkspace(acme.id, () => proofChecks.check(text))
  expect(await check(html)).toMatchObject({ rows: 'unchanged', proof: { document: { call_id: id } } })
  await expect(check(html.replace('"is_permitted":', '"is_permitted":null,"was":'))).rejects.toThrow('The signature is not valid')
  await expect(check('<p>Nothing</p>')).rejects.toThrow('The file contains no proof of a call')

  const offline = await browser().page()
  await offline.setContent(html)
  await offline.getByRole('heading', { name: `Proof of call ${id}` }).waitFor()
  await offline.getByRole('row', { name: /Digest \(SHA-256\) [0-9a-f]{64}/ }).waitFor()
  expect(pageErrors.get(page)).toEqual([])
})
