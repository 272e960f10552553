import type { IncomingMessage } from 'node:http'
import { settings } from '../kernel/config/settings.ts'

/** Returns the API for AI clients as an OAuth resource. */
export const resourceOf = (base: string) => `${base}/mcp`

/** Path of the resource metadata (RFC 9728). The resource's own path can follow it. */
export const RESOURCE_DOCUMENT = '/.well-known/oauth-protected-resource'

/** Returns the base URL by which a request reached this server; the first one if the host is unknown. */
export const baseOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  settings.bases.find((base) => new URL(base).host === headers.host?.toLowerCase()) ?? settings.bases[0]!
