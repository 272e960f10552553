import { Switch, Textarea } from '@mantine/core'
import { useQuery } from 'urql'
import { MessagingSettingsInput } from '../../../../src/inputs/messages.ts'
import { useMessages } from '../../messages.ts'
import { allowBlanks, blanksToNull } from '../../parts/forms/blanks.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan } from '../../parts/viewer.tsx'
import { MessagingSettingsDocument, type MessagingSettingsQuery, UpdateMessagingSettingsDocument } from './Settings.gql.ts'

type Current = MessagingSettingsQuery['messagingSettings']

const TEXTS = ['stopText', 'startText', 'helpText'] as const
const Input = allowBlanks(MessagingSettingsInput)

/** Replies to STOP, START, and HELP. */
export function SettingsMessaging() {
  const t = useMessages('settings')
  const canChange = useCan('numbers:write')
  const result = useQuery({ query: MessagingSettingsDocument })
  return (
    <Section title={t('replies')} about={canChange ? t('repliesAbout') : t('adminsOnly')} actions={<TextLink to="/dnc">{t('toDnc')}</TextLink>}>
      <QueryResult result={result}>
        {({ messagingSettings }) => (canChange ? <Form current={messagingSettings} /> : <MessagingSummary current={messagingSettings} />)}
      </QueryResult>
    </Section>
  )
}

function Form({ current }: { current: Current }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const texts = { stopText: current.stopText ?? '', startText: current.startText ?? '', helpText: current.helpText ?? '' }
  const form = useAppForm({ replies: current.replies, ...texts }, Input)
  const [update, isRunning] = useAction(UpdateMessagingSettingsDocument)
  const send = form.onSubmit(async (values) => {
    if (await update({ input: blanksToNull(values) }, { success: common('saved'), handleError: form.showServerErrors })) form.resetDirty()
  })
  return (
    <FormLayout onSubmit={send} isRunning={isRunning} isDisabled={!form.isDirty()}>
      <Switch label={t('repliesOn')} description={t('repliesOnAbout')} {...form.getInputProps('replies', { type: 'checkbox' })} />
      {TEXTS.map((name) => (
        <Textarea
          key={name}
          label={t(name)}
          description={t(`${name}About`)}
          placeholder={t('ownWords')}
          autosize
          minRows={2}
          maxRows={8}
          disabled={!form.values.replies}
          {...form.getInputProps(name)}
        />
      ))}
    </FormLayout>
  )
}

function MessagingSummary({ current }: { current: Current }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  return (
    <Facts
      facts={[
        { name: t('repliesOn'), value: common(current.replies ? 'yes' : 'no') },
        ...TEXTS.map((name) => ({ name: t(name), value: current[name] ?? t('ownWords') })),
      ]}
    />
  )
}
