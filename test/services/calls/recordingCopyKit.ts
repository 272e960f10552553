import { buffer } from 'node:stream/consumers'
import { settings } from '../../../src/kernel/config/settings.ts'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as keptRecordings from '../../../src/services/calls/recordings/keptRecordings.ts'
import * as recordingCopies from '../../../src/services/calls/recordings/recordingCopies.ts'
import * as rowErasure from '../../../src/services/privacy/rowErasure.ts'
import { fileStore } from '../../../src/services/shared/files.ts'
import { provider } from '../../../src/services/voiceProviders/voiceProviders.ts'
import type { TestServer } from '../../kit/server/testServer.ts'
import { DAY } from '../../kit/waiting/clock.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createTenant } from './placementKit.ts'

export const DELETE = 'mutation ($callId: ID!) { deleteRecording(callId: $callId) { recordingUrl } }'

/** Reads the row of a call. */
export const readCall = (id: number) => anyWorkspace.call.findUniqueOrThrow({ where: { id } })

/** Reads the row of a call's copy. */
export const readRow = (callId: number) => anyWorkspace.keptRecording.findUnique({ where: { callId } })

/** Downloads the recording of a call from its provider. Returns null if the provider has none. */
export async function audioAtProvider(id: number) {
  const { provider: name, providerCallId } = await readCall(id)
  const source = await provider(name).openRecording(providerCallId!)
  const audio = source && (await fetch(source.url))
  return audio?.status === 200 ? Buffer.from(await audio.arrayBuffer()) : null
}

/** Returns the body of a response. */
export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** Creates a workspace with a published agent, and returns it with what tests do to its recordings. */
export async function createRecordingTenant(testServer: TestServer) {
  const tenant = await createTenant(testServer)
  const workspaceId = tenant.acme.id
  /** Places a call that is recorded, and waits for its end. Returns it with its audio. */
  async function recorded() {
    const { id } = (await tenant.place('+14155550009')).body
    await waitFor('the end', async () => (await readCall(id)).finishedAt)
    return { id: id as number, audio: (await audioAtProvider(id))! }
  }
  return {
    ...tenant,
    recorded,
    /** Places a call as `recorded` does, and waits for the copy of its recording. */
    async kept(mode: 'copy' | 'move' = 'copy') {
      const call = await recorded()
      settings.keepRecordings = mode
      await recordingCopies.sweep()
      await waitFor('the copy', async () => (await readRow(call.id))?.keptAt)
      return call
    },
    /** Requests the recording of a call as a client of the API. */
    raw: (id: number, headers: Record<string, string> = {}) =>
      fetch(`${testServer.url}/api/v1/calls/${id}/recording`, { headers: { 'X-API-Key': tenant.key.apiKey, ...headers } }),
    /** Reads the file that an attempt to copy has stored. */
    async fileOf(callId: number, attempt = 1) {
      const file = await fileStore().read(keptRecordings.fileKeyOf({ workspaceId, callId }, attempt))
      return file && buffer(file)
    },
    /** Adds the row of a copy that is about to be made, without a job. */
    plan: (callId: number, more: object = {}) =>
      anyWorkspace.keptRecording.create({ data: { callId, workspaceId, createdAt: new Date(), retryAt: new Date(Date.now() + DAY), ...more } }),
    erase: (id: number) => transaction((tx) => rowErasure.eraseCalls(tx, workspaceId as never, [id as never], 'request')),
  }
}
