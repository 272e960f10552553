import type { ConsentRow } from '../../inputs/consents.ts'

/** A consent as JSON text, as `consents.recordMany` takes it. */
export const toJsonText = ({ basis, purpose, text, source, given_at, evidence, expires_at }: ConsentRow): string =>
  JSON.stringify({ basis, purpose: purpose ?? 'any', text, source, given_at, evidence, expires_at })
