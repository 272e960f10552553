import { useMessages, useWords } from '../../messages.ts'
import type { AuditEntriesQuery } from './Audit.gql.ts'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

const SESSION = { created: 'signedIn', deleted: 'signedOut', refused: 'signInFailed' } as const

/** For example "Campaign 7 changed". */
export function AuditSummary({ resource, resourceId, action, count }: Pick<Entry, 'resource' | 'resourceId' | 'action' | 'count'>) {
  const t = useMessages('audit')
  const word = useWords()
  if (resource === 'session' && action !== 'changed') return <>{t(SESSION[action])}</>
  const name = word('resource', resource)
  return <>{t(action, { resource: resourceId ? `${name} ${resourceId}` : name, count })}</>
}
