import { z } from 'zod'
import { ApiKeyInput } from './apiKeys.ts'

/** A new token for the command line: named, and judged by the service, as a key is. */
export const CliTokenInput = ApiKeyInput
export type CliTokenInput = z.output<typeof CliTokenInput>
