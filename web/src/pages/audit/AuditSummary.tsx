import { useCodedTexts, useMessages } from '../../messages.ts'
import type { AuditEntriesQuery } from './Audit.gql.ts'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

const SESSION = { created: 'signedIn', deleted: 'signedOut', refused: 'signInFailed' } as const

/** For example "Campaign 7 changed". */
export function AuditSummary({ resource, resourceId, action, count }: Pick<Entry, 'resource' | 'resourceId' | 'action' | 'count'>) {
  const t = useMessages('audit')
  const nameOf = useCodedTexts('resources')
  if (resource === 'session' && action !== 'changed' && action !== 'listened') return <>{t(SESSION[action])}</>
  const name = nameOf(resource) ?? resource
  return <>{t(action, { resource: resourceId ? `${name} ${resourceId}` : name, count })}</>
}
