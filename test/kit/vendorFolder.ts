import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { plainError } from './plainError.ts'

const FILES = [
  'retell-subset.json',
  'vapi-subset.json',
  'bandwidth-messaging.subset.json',
  'bandwidth-numbers.subset.json',
  'telnyx.subset.json',
  'twilio-messaging.subset.json',
  'twilio.subset.json',
  'vonage-messages-sms.subset.json',
  'vonage-numbers-account.subset.json',
]
const folder = process.env.VENDOR_DOCUMENTS

/** Whether tests have to do without the vendors' own OpenAPI documents, which are not ours to ship: VENDOR_DOCUMENTS names their folder. */
export const withoutDocuments = !folder

/** Where one of the vendors' documents lies. */
export const documentAt = (file: string) => resolve(folder!, file)

/** Throws when VENDOR_DOCUMENTS names a folder that lacks a document: its tests would not run, and nobody would know. */
export function checkFolder() {
  const missing = folder ? FILES.filter((file) => !existsSync(documentAt(file))) : []
  if (missing.length > 0) throw plainError(`VENDOR_DOCUMENTS names ${folder}, where ${missing.join(', ')} should be (docs/development.md says more)`)
}

/** What a run without the documents leaves open. */
export const NOT_CHECKED =
  "NOT CHECKED: whether what is said to voice providers and carriers, and what the simulator answers for them, is as the vendors' own OpenAPI documents have it. " +
  'Set VENDOR_DOCUMENTS to a folder with these documents to check it (docs/development.md says which).'
