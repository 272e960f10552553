import { useCodedTexts, useMessages } from '../../messages.ts'
import type { AuditEntriesQuery } from './Audit.gql.ts'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

/** What happened, by the operation: "Agent published". Entries that the server wrote have no operation: it is what the change says. */
export function AuditEvent(entry: Event) {
  return <>{useOperationText()(entry) ?? <AuditChange {...entry} />}</>
}

/** The words of an entry's operation; undefined if it has none, so that the event already says what changed. */
export function useOperationText() {
  const t = useMessages('audit')
  const textOf = useCodedTexts('auditEvents')
  return ({ resource, action, operation }: Event) =>
    resource === 'session' && action === 'refused' ? t('signInFailed') : ((operation && textOf(operation)) ?? undefined)
}

type Event = Pick<Entry, 'operation' | keyof Change>
type Change = Pick<Entry, 'resource' | 'resourceId' | 'action' | 'count'>

/** What changed: "Campaign 7 changed". */
export function AuditChange({ resource, resourceId, action, count }: Change) {
  const t = useMessages('audit')
  const nameOf = useCodedTexts('resources')
  const name = nameOf(resource) ?? resource
  const subject = resourceId ? t('resourceOf', { name, id: resourceId }) : name
  return <>{action === 'listened' ? t('listened', { resource: subject }) : t(action, { resource: subject, count })}</>
}
