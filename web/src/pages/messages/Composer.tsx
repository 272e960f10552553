import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { Send } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useQuery } from 'urql'
import { MAX_SMS_LENGTH } from '../../../../src/inputs/messages.ts'
import { sizeOf } from '../../../../src/inputs/segments.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { PhoneText } from '../../parts/text/PhoneNumber.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { SendSmsDocument, SmsContactDocument, type MessageFieldsFragment, type SmsNumberQuery, SmsPriceDocument } from './Messages.gql.ts'
import classes from './Messages.module.css'

interface ComposerProps {
  /** The number to send from. `null` for the first that can send SMS. */
  fromId: string | null
  /** The same number, once loaded. */
  from: SmsNumberQuery['phoneNumber'] | undefined
  to: string
  onSent?: (text: MessageFieldsFragment) => void
}

const isPhone = (text: string) => /^\+[1-9]\d{6,14}$/.test(text)

/** Message box with cost preview, or the reason why no message can be sent. */
export function Composer({ fromId, from, to, onSent }: ComposerProps) {
  const t = useMessages('messages')
  const [body, setBody] = useState('')
  const [send, isRunning] = useAction(SendSmsDocument)
  const obstacle = useSendBlocker(from, to)
  const isSendable = !obstacle && isPhone(to) && body.trim() !== '' && Array.from(body).length <= MAX_SMS_LENGTH
  const sizeId = useId()
  const submit = async () => {
    if (!isSendable) return
    const done = await send({ input: { toNumber: to, body, fromNumberId: fromId } })
    if (!done) return
    setBody('')
    onSent?.(done.sendSms)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void submit()
  }
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {obstacle}
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <Textarea
          flex={1}
          autosize
          minRows={2}
          maxRows={8}
          aria-label={t('write')}
          aria-describedby={sizeId}
          placeholder={t('write')}
          disabled={obstacle !== null}
          value={body}
          onChange={({ target }) => setBody(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" loading={isRunning} disabled={!isSendable} leftSection={<Send size={16} aria-hidden />}>
          {t('send')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" id={sizeId} mt={4} className={body === '' ? classes.keys : undefined}>
        {obstacle ? '' : body === '' ? t('sendKeys') : <Size body={body} to={to} />}
      </Text>
    </form>
  )
}

function Size({ body, to }: { body: string; to: string }) {
  const t = useMessages('messages')
  const format = useFormat()
  const canPrice = useCan('billing:read')
  const [{ data }] = useQuery({ query: SmsPriceDocument, variables: { toNumber: to }, pause: !canPrice || !isPhone(to) })
  const { segments, foreign } = sizeOf(body)
  const characters = Array.from(body).length
  const cost = data && format.money((Number(data.price.perSegment) * segments).toFixed(6))
  const size = cost ? t('sizeAndCost', { characters, segments, cost }) : t('size', { characters, segments })
  if (characters > MAX_SMS_LENGTH) return t('tooLong', { limit: MAX_SMS_LENGTH })
  return (
    <>
      {size}
      {foreign.length > 0 && ` · ${t('unicode', { characters: foreign.slice(0, 5).join(' ') })}`}
    </>
  )
}

/** Returns why no message can be sent between the numbers, with a fix; null if one can. */
function useSendBlocker(from: ComposerProps['from'], to: string): ReactNode {
  const t = useMessages('messages')
  const word = useWords()
  const format = useFormat()
  const canCheck = useCan('compliance:read')
  const [{ data }] = useQuery({ query: SmsContactDocument, variables: { phoneNumber: to }, pause: !canCheck || !isPhone(to) })
  if (data?.dncCheck.isOnDnc) {
    const { entry } = data.dncCheck
    const isStop = entry?.source === 'sms_stop'
    return (
      <Blocker title={t(isStop ? 'optedOut' : 'onDnc', { number: to })}>
        <Text size="sm">{t(isStop ? 'optedOutAbout' : 'onDncAbout', { day: format.day(entry?.createdAt) })}</Text>
        <TextLink to="/dnc" search={{ number: to }} c="inherit" underline="always">
          {t('toDnc')}
        </TextLink>
      </Blocker>
    )
  }
  if (from && !from.isActive) return <Blocker title={t('released', { number: from.phoneNumber })}>{t('releasedAbout')}</Blocker>
  if (from && !from.smsReady)
    return (
      <Blocker title={t('notReady', { number: from.phoneNumber })}>
        <Text size="sm">{t('missing', { what: from.smsMissing.map((name) => word('smsMissing', name)).join(', ') })}</Text>
        <TextLink to="/numbers/$id" params={{ id: from.id }} c="inherit" underline="always">
          {t('toNumber')}
        </TextLink>
      </Blocker>
    )
  if (from && !isPhone(to)) return <Blocker title={t('noAnswer')}>{t('noAnswerAbout')}</Blocker>
  return null
}

function Blocker({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="warn" title={<PhoneText text={title} />} mb="xs" role="status">
      <Stack gap={4} align="flex-start">
        {children}
      </Stack>
    </Alert>
  )
}
