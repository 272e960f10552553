import { MessageSquare } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import type { ContactData } from './contactData.ts'

type Row = ContactData['conversations'][number]

/** The contact's conversations with the workspace's numbers, with the latest message of each. */
export function ContactMessages({ conversations }: { conversations: ContactData['conversations'] }) {
  const t = useMessages('contacts')
  const format = useFormat()
  const columns: Column<Row>[] = [
    {
      key: 'message',
      header: t('lastMessage'),
      width: 'minmax(160px, 3fr)',
      cell: ({ id, lastMessage }) => (
        <TextLink to="/messages" search={{ conversation: id }} truncate>
          <bdi>{lastMessage?.body || t('noText')}</bdi>
        </TextLink>
      ),
    },
    {
      key: 'from',
      header: t('from'),
      cell: ({ lastMessage }) => (lastMessage ? t(lastMessage.direction === 'inbound' ? 'contact' : 'you') : '–'),
      isMinor: true,
    },
    { key: 'when', header: t('sentAt'), cell: ({ lastMessageAt }) => format.moment(lastMessageAt), isMinor: true },
  ]
  return (
    <Section title={t('messages')}>
      <DataTable
        label={t('messages')}
        columns={columns}
        rows={conversations}
        rowKey={({ id }) => id}
        secondLine={({ lastMessageAt }) => format.moment(lastMessageAt)}
        empty={
          <EmptyState isSmall icon={MessageSquare} title={t('noMessages')}>
            {t('noMessagesAbout')}
          </EmptyState>
        }
      />
    </Section>
  )
}
