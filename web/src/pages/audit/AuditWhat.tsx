import { useMessages, useWords } from '../../messages.ts'
import type { AuditEntriesQuery } from './Audit.gql.ts'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

/** Such as "Campaign 7 changed". */
export function AuditWhat({ subject, subjectId, change, count }: Pick<Entry, 'subject' | 'subjectId' | 'change' | 'count'>) {
  const t = useMessages('audit')
  const word = useWords()
  const thing = word('subject', subject)
  return <>{t('sentence', { thing: subjectId ? `${thing} ${subjectId}` : thing, change: word('change', change), count })}</>
}
