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

/** Whether the vendors' OpenAPI documents are missing. They can't be distributed with the project. VENDOR_DOCUMENTS names their folder. */
export const areDocumentsMissing = !folder

/** The path of a vendor's document. */
export const documentPath = (file: string) => resolve(folder!, file)

/** Throws if the folder that VENDOR_DOCUMENTS names lacks a document. Otherwise its tests would be skipped unnoticed. */
export function checkDocumentFolder() {
  const missing = folder ? FILES.filter((file) => !existsSync(documentPath(file))) : []
  if (missing.length > 0) throw plainError(`VENDOR_DOCUMENTS names ${folder}, which lacks ${missing.join(', ')} (see docs/development.md)`)
}

/** Printed at the end of a run without the documents. */
export const UNCHECKED_NOTICE =
  "NOT CHECKED: requests to voice providers and carriers, and the simulator's responses, against the vendors' OpenAPI documents. " +
  'Set VENDOR_DOCUMENTS to a folder with these documents to check them (see docs/development.md).'
