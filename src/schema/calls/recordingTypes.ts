import type { toAdvisory } from '../../services/calls/recordings/recordings.ts'
import { builder } from '../base/builder.ts'
import { RecordingDecision } from '../enums/calls.ts'

export const RecordingAdvisory = builder.objectRef<ReturnType<typeof toAdvisory>>('RecordingAdvisory').implement({
  description: 'Whether a call is recorded, and why.',
  fields: (t) => ({
    recorded: t.exposeBoolean('recorded', { description: 'Whether the call is recorded.' }),
    reason: t.expose('reason', { type: RecordingDecision }),
    country: t.exposeString('country', { nullable: true, description: 'Country of the called number as an ISO 3166 code. `null` if unknown.' }),
    message: t.exposeString('message', { description: 'Explanation in English.' }),
    rulesVersion: t.exposeString('rulesVersion', { nullable: true, description: 'Version of the recording rules. `null` if no version was recorded.' }),
  }),
})

export const RecordingLink = builder.objectRef<{ url: string; expiresAt: Date }>('RecordingLink').implement({
  description: 'Link to a recording for players that cannot send an API key. It also stops working when the API key or the membership that requested it ends.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL of the audio.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When the link expires.' }),
  }),
})
