import { useCodedTexts, useMessages } from '../../messages.ts'
import type { AuditEntriesQuery } from './Audit.gql.ts'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

/** What happened, by the operation: "Agent published". Without an operation, it is what the change says. */
export function AuditEvent(entry: Pick<Entry, 'operation' | keyof Change>) {
  const t = useMessages('audit')
  const textOf = useCodedTexts('auditEvents')
  if (entry.resource === 'session' && entry.action === 'refused') return <>{t('signInFailed')}</>
  return <>{(entry.operation && textOf(entry.operation)) ?? <AuditChange {...entry} />}</>
}

type Change = Pick<Entry, 'resource' | 'resourceId' | 'action' | 'count'>

/** What changed: "Campaign 7 changed". */
export function AuditChange({ resource, resourceId, action, count }: Change) {
  const t = useMessages('audit')
  const nameOf = useCodedTexts('resources')
  const name = nameOf(resource) ?? resource
  const subject = resourceId ? t('resourceOf', { name, id: resourceId }) : name
  return <>{action === 'listened' ? t('listened', { resource: subject }) : t(action, { resource: subject, count })}</>
}
