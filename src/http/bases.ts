import type { IncomingMessage } from 'node:http'
import { settings } from '../kernel/config/settings.ts'

/** The API for AI clients as tokens name it: what the authorization server gives access to. */
export const resourceOf = (base: string) => `${base}/mcp`

/** Where that is described (RFC 9728), below which its own path may follow. */
export const RESOURCE_DOCUMENT = '/.well-known/oauth-protected-resource'

/** The base address by which a request has reached this server; the first one where it was another. */
export const baseOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  settings.bases.find((base) => new URL(base).host === headers.host?.toLowerCase()) ?? settings.bases[0]!
