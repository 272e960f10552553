import type { IncomingMessage } from 'node:http'
import { settings } from '../settings.ts'

/** The base address by which a request has reached this server; the first one where it was another. */
export const baseOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  settings.bases.find((base) => new URL(base).host === headers.host?.toLowerCase()) ?? settings.bases[0]!
