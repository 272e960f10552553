import { createHash } from 'node:crypto'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { parseReply } from '../http.ts'
import { withoutPlus } from '../phoneNumbers.ts'
import { requestPlivo, type PlivoCredentials } from './requests.ts'

/**
 * A Plivo application, which handles both calls and messages of its numbers. Ours belongs to one number and answers calls as the
 * previous application did. Its name holds the previous application's ID, so a repetition after a crash finds ours and a release
 * restores the previous one.
 */
const Application = z.object({
  app_id: z.string(),
  app_name: z.string().nullish(),
  message_url: z.string().nullish(),
  answer_url: z.string().nullish(),
  answer_method: z.string().nullish(),
  hangup_url: z.string().nullish(),
  hangup_method: z.string().nullish(),
  fallback_answer_url: z.string().nullish(),
  fallback_method: z.string().nullish(),
})
type Application = z.output<typeof Application>

const Applications = z.object({ objects: z.array(Application) })
const CreatedBody = z.object({ app_id: z.string() })
const NumberBody = z.object({ application: z.string().nullish() })

const PAGE_SIZE = 20
const MAX_PAGES = 100
const NO_PREVIOUS = 'none'

/** The name of an application of ours, for any URL, with the ID of the previous one. */
const OUR_NAME = /^callwright-[0-9a-f]{20}-(\w+)$/

interface InboundTarget {
  e164: string
  url: string
}

const prefixOf = ({ e164, url }: InboundTarget) => `callwright-${createHash('sha256').update(`${e164} ${url}`).digest('hex').slice(0, 20)}-`

/** Routes a number's messages to a URL. Returns false if the number is on a Plivo SIP trunk, which would lose its calls. */
export async function routeToApplication(credentials: PlivoCredentials, target: InboundTarget): Promise<boolean> {
  const current = await findApplication(credentials, target.e164)
  if (current === 'trunk') return false
  const prefix = prefixOf(target)
  if (current?.app_name?.startsWith(prefix) && current.message_url === target.url) return true
  const recordedPrevious = OUR_NAME.exec(current?.app_name ?? '')?.[1]
  const previous = recordedPrevious ?? current?.app_id ?? NO_PREVIOUS
  const ours = await findByName(credentials, prefix + previous)
  // The customer can have changed the URL of our application.
  if (ours && ours.message_url !== target.url) await updateMessageUrl(credentials, ours, target.url)
  const id = ours?.app_id ?? (await createApplication(credentials, prefix + previous, target.url, previous === NO_PREVIOUS ? null : current))
  if (id === current?.app_id) return true
  await assignApplication(credentials, target.e164, id)
  if (current && recordedPrevious !== undefined) await deleteApplication(credentials, current)
  return true
}

/** Restores the previous application and deletes ours, if the current one is ours. */
export async function unrouteFromApplication(credentials: PlivoCredentials, target: InboundTarget): Promise<void> {
  const current = await nullIfNotFound(findApplication(credentials, target.e164))
  if (current === null || current === 'trunk') return
  const prefix = prefixOf(target)
  if (!current.app_name?.startsWith(prefix) || current.message_url !== target.url) return
  const previous = current.app_name.slice(prefix.length)
  const exists = previous !== NO_PREVIOUS && (await nullIfNotFound(readApplication(credentials, previous))) !== null
  await assignApplication(credentials, target.e164, exists ? previous : null)
  await deleteApplication(credentials, current)
}

const deleteApplication = (credentials: PlivoCredentials, { app_id: id }: Application) =>
  nullIfNotFound(requestPlivo(credentials, `Application/${encodeURIComponent(id)}/`, { method: 'DELETE', effect: 'safe' }))

async function findApplication(credentials: PlivoCredentials, e164: string): Promise<Application | 'trunk' | null> {
  const { body } = await requestPlivo(credentials, `Number/${withoutPlus(e164)}/`, { method: 'GET', effect: 'safe' })
  const { application } = parseReply(NumberBody, body)
  if (!application) return null
  const id = /\/Application\/([^/]+)\/?$/.exec(application)?.[1]
  return id === undefined ? 'trunk' : nullIfNotFound(readApplication(credentials, id))
}

async function readApplication(credentials: PlivoCredentials, id: string): Promise<Application> {
  const { body } = await requestPlivo(credentials, `Application/${encodeURIComponent(id)}/`, { method: 'GET', effect: 'safe' })
  return parseReply(Application, body)
}

async function findByName(credentials: PlivoCredentials, name: string): Promise<Application | null> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) }
    const { body } = await requestPlivo(credentials, 'Application/', { method: 'GET', query, effect: 'safe' })
    const { objects } = parseReply(Applications, body)
    const match = objects.find((application) => application.app_name === name)
    if (match) return match
    if (objects.length < PAGE_SIZE) return null
  }
  return null
}

const updateMessageUrl = (credentials: PlivoCredentials, { app_id: id }: Application, url: string) =>
  requestPlivo(credentials, `Application/${encodeURIComponent(id)}/`, {
    method: 'POST',
    json: { message_url: url, message_method: 'POST' },
    effect: 'safe',
  })

/** Creates an application. Plivo requires an answer_url: without a previous one it is our webhook URL, which rejects calls. */
async function createApplication(credentials: PlivoCredentials, name: string, url: string, previous: Application | null): Promise<string> {
  const voice = {
    answer_url: previous?.answer_url || url,
    answer_method: previous?.answer_method || undefined,
    hangup_url: previous?.hangup_url || undefined,
    hangup_method: previous?.hangup_method || undefined,
    fallback_answer_url: previous?.fallback_answer_url || undefined,
    fallback_method: previous?.fallback_method || undefined,
  }
  const json = { app_name: name, message_url: url, message_method: 'POST', ...voice }
  const { body } = await requestPlivo(credentials, 'Application/', { method: 'POST', json, effect: 'change' })
  return parseReply(CreatedBody, body).app_id
}

const assignApplication = (credentials: PlivoCredentials, e164: string, applicationId: string | null) =>
  requestPlivo(credentials, `Number/${withoutPlus(e164)}/`, { method: 'POST', json: { app_id: applicationId }, effect: 'safe' })
