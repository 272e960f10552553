import type { toAdvisory } from '../../services/calls/recordings/recordings.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import * as recordingCopyFacts from '../../services/calls/recordings/recordingCopyFacts.ts'
import { actorOf, builder } from '../base/builder.ts'
import { RecordingCopyReason, RecordingCopyStatus, RecordingDecision } from '../enums/calls.ts'

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

const RecordingCopy = builder.objectRef<recordingCopyFacts.RecordingCopyFacts>('RecordingCopy').implement({
  description: 'Copy of a recording in the file storage of this server. Fields about the audio are `null` unless the status is `stored`.',
  fields: (t) => ({
    status: t.expose('status', { type: RecordingCopyStatus }),
    reason: t.expose('reason', { type: RecordingCopyReason, nullable: true, description: 'Why there is no copy. `null` if it is stored or was deleted.' }),
    keptAt: t.expose('keptAt', { type: 'DateTime', nullable: true, description: 'When the copy was complete.' }),
    sha256: t.exposeString('sha256', { nullable: true, description: 'SHA-256 of the audio in hexadecimal.' }),
    bytes: t.exposeFloat('bytes', { nullable: true, description: 'Size of the audio in bytes.' }),
    durationSeconds: t.exposeFloat('durationSeconds', { nullable: true, description: 'Length of the audio in seconds. `null` if unknown.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the retention of the workspace deletes the recording and its copy. `null` if it is kept.',
    }),
  }),
})

builder.queryField('recordingCopy', (t) =>
  t.field({
    type: RecordingCopy,
    description: "Get whether this server has a copy of a call's recording, and why not.",
    authScopes: { scope: 'calls:read' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => recordingCopyFacts.get(actorOf(ctx), parseRowId(callId, 'Call')),
  }),
)
