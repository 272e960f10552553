import { createHash } from 'node:crypto'
import { z } from 'zod'
import { orNullIfNotFound, parseReply } from '../http.ts'
import { withoutPlus } from '../phoneNumbers.ts'
import { askPlivo, type PlivoCredentials } from './requests.ts'

/**
 * Plivo has one application for a number's calls and texts. Ours is made for one number, answers calls as the one did
 * that was there before, and tells by its name which that was, so that it can be found again and the other put back.
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

/** The most applications that are asked for at once, and the most pages of them that are read. */
const PAGE_SIZE = 20
const MAX_PAGES = 100
const NOTHING = 'none'

/** An application that was made for this purpose, be it for another address, and what was there before it. */
const OURS = /^callwright-[0-9a-f]{20}-(\w+)$/

interface NumberAddress {
  e164: string
  url: string
}

const prefixOf = ({ e164, url }: NumberAddress) => `callwright-${createHash('sha256').update(`${e164} ${url}`).digest('hex').slice(0, 20)}-`

/** Has texts to a number come to an address. False where the number is on a SIP trunk of Plivo's, which ours would take its calls from. */
export async function routeToApplication(credentials: PlivoCredentials, place: NumberAddress): Promise<boolean> {
  const standing = await findApplication(credentials, place.e164)
  if (standing === 'trunk') return false
  const prefix = prefixOf(place)
  if (standing?.app_name?.startsWith(prefix) && standing.message_url === place.url) return true
  const former = OURS.exec(standing?.app_name ?? '')?.[1]
  const before = former ?? standing?.app_id ?? NOTHING
  const id = (await findByName(credentials, prefix + before)) ?? (await create(credentials, prefix + before, place.url, before === NOTHING ? null : standing))
  await attach(credentials, place.e164, id)
  if (standing && former !== undefined) await remove(credentials, standing)
  return true
}

/** Puts back what was there before, as long as the application is ours, and deletes ours. */
export async function unrouteFromApplication(credentials: PlivoCredentials, place: NumberAddress): Promise<void> {
  const standing = await orNullIfNotFound(findApplication(credentials, place.e164))
  if (standing === null || standing === 'trunk') return
  const prefix = prefixOf(place)
  if (!standing.app_name?.startsWith(prefix) || standing.message_url !== place.url) return
  const before = standing.app_name.slice(prefix.length)
  const isThere = before !== NOTHING && (await orNullIfNotFound(read(credentials, before))) !== null
  await attach(credentials, place.e164, isThere ? before : null)
  await remove(credentials, standing)
}

const remove = (credentials: PlivoCredentials, { app_id: id }: Application) =>
  orNullIfNotFound(askPlivo(credentials, `Application/${encodeURIComponent(id)}/`, { method: 'DELETE', effect: 'safe' }))

async function findApplication(credentials: PlivoCredentials, e164: string): Promise<Application | 'trunk' | null> {
  const { body } = await askPlivo(credentials, `Number/${withoutPlus(e164)}/`, { method: 'GET', effect: 'safe' })
  const { application } = parseReply(NumberBody, body)
  if (!application) return null
  const id = /\/Application\/([^/]+)\/?$/.exec(application)?.[1]
  return id === undefined ? 'trunk' : orNullIfNotFound(read(credentials, id))
}

async function read(credentials: PlivoCredentials, id: string): Promise<Application> {
  const { body } = await askPlivo(credentials, `Application/${encodeURIComponent(id)}/`, { method: 'GET', effect: 'safe' })
  return parseReply(Application, body)
}

async function findByName(credentials: PlivoCredentials, name: string): Promise<string | null> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { limit: String(PAGE_SIZE), offset: String(page * PAGE_SIZE) }
    const { body } = await askPlivo(credentials, 'Application/', { method: 'GET', query, effect: 'safe' })
    const { objects } = parseReply(Applications, body)
    const found = objects.find((application) => application.app_name === name)
    if (found) return found.app_id
    if (objects.length < PAGE_SIZE) return null
  }
  return null
}

/** Plivo wants an answer_url; where nothing answered calls before, ours declines them. */
async function create(credentials: PlivoCredentials, name: string, url: string, before: Application | null): Promise<string> {
  const voice = {
    answer_url: before?.answer_url || url,
    answer_method: before?.answer_method || undefined,
    hangup_url: before?.hangup_url || undefined,
    hangup_method: before?.hangup_method || undefined,
    fallback_answer_url: before?.fallback_answer_url || undefined,
    fallback_method: before?.fallback_method || undefined,
  }
  const json = { app_name: name, message_url: url, message_method: 'POST', ...voice }
  const { body } = await askPlivo(credentials, 'Application/', { method: 'POST', json, effect: 'change' })
  return parseReply(CreatedBody, body).app_id
}

const attach = (credentials: PlivoCredentials, e164: string, applicationId: string | null) =>
  askPlivo(credentials, `Number/${withoutPlus(e164)}/`, { method: 'POST', json: { app_id: applicationId }, effect: 'safe' })
