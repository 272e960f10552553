import { ActionIcon, Group, Stack, TextInput, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { NumberPicker } from '../../parts/forms/pickers.tsx'
import { Composer } from './Composer.tsx'
import { SmsNumberDocument } from './Messages.gql.ts'
import classes from './Messages.module.css'

/** Starts a conversation with a new contact. */
export function NewConversation({ onBack }: { onBack: (() => void) | undefined }) {
  const t = useMessages('messages')
  const { number, contact = '' } = useSearch({ from: '/signed-in/messages' })
  const navigate = useNavigate()
  const [to, writeTo] = useState(contact)
  const [fromId, choose] = useState<string | null>(number ?? null)
  const [{ data }] = useQuery({ query: SmsNumberDocument, variables: { id: fromId ?? '' }, pause: fromId === null })
  return (
    <>
      <Group className={classes.bar} gap="xs">
        {onBack && (
          <ActionIcon variant="subtle" color="gray" onClick={onBack} aria-label={t('toList')}>
            <ArrowLeft size={18} aria-hidden />
          </ActionIcon>
        )}
        <Title order={2} size="h5">
          {t('new')}
        </Title>
      </Group>
      <Stack p="md" flex={1} style={{ overflowY: 'auto' }}>
        <TextInput
          label={t('to')}
          description={t('toAbout')}
          placeholder="+14155550123"
          type="tel"
          required
          data-autofocus
          value={to}
          onChange={({ target }) => writeTo(target.value)}
        />
        <NumberPicker
          label={t('from')}
          description={t('fromAbout')}
          placeholder={t('anyNumber')}
          onlySms
          clearable
          clearButtonProps={{ 'aria-label': t('anyNumber') }}
          value={fromId}
          onChange={choose}
        />
      </Stack>
      <Composer
        fromId={fromId}
        from={fromId === null ? undefined : data?.phoneNumber}
        to={to.replace(/[\s().-]/g, '')}
        onSent={({ conversationId }) => void navigate({ to: '/messages', search: { conversation: conversationId, number } })}
      />
    </>
  )
}
