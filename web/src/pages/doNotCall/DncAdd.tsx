import { Alert, Button, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DncEntriesInput, MAX_NUMBERS } from '../../../../src/inputs/dnc.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { AddDncEntriesDocument, type AddDncEntriesMutation } from './Dnc.gql.ts'

type Results = AddDncEntriesMutation['addDncEntries']

/** Adds one or more pasted numbers to the list and reports the result of each. */
export function DncAdd() {
  const t = useMessages('dnc')
  const format = useFormat()
  const [results, setResults] = useState<Results>([])
  const form = useAppForm({ numbers: '', reason: '' }, DncEntriesInput.pick({ reason: true }))
  const [add, isRunning] = useAction(AddDncEntriesDocument)
  const phoneNumbers = splitNumbers(form.getValues().numbers)
  const send = form.onSubmit(async ({ reason }) => {
    if (phoneNumbers.length === 0) return form.setFieldError('numbers', t('noNumbers'))
    if (phoneNumbers.length > MAX_NUMBERS) return form.setFieldError('numbers', t('tooMany', { limit: format.number(MAX_NUMBERS) }))
    const done = await add({ input: { phoneNumbers, reason: reason || null } }, { handleError: form.showServerErrors })
    if (!done) return
    setResults(done.addDncEntries)
    form.reset()
  })
  return (
    <Stack gap="sm">
      <form onSubmit={send} noValidate>
        <Stack gap="sm" maw={640}>
          <Textarea
            label={t('numbers')}
            description={t('numbersAbout')}
            placeholder="+14155550123"
            autosize
            minRows={1}
            maxRows={8}
            required
            {...form.getInputProps('numbers')}
          />
          <Group align="flex-start" gap="sm">
            <TextInput label={t('reason')} flex={1} miw={200} {...form.getInputProps('reason')} />
            <Button type="submit" loading={isRunning} mt={25}>
              {phoneNumbers.length > 1 ? t('addMany', { count: phoneNumbers.length }) : t('add')}
            </Button>
          </Group>
        </Stack>
      </form>
      {results.length > 0 && <AddResults results={results} onClose={() => setResults([])} />}
    </Stack>
  )
}

/** Splits at commas, semicolons and line breaks, and removes separators within numbers. */
const splitNumbers = (text: string) =>
  text
    .split(/[\n,;\t]+/)
    .map((part) => part.replace(/[\s().-]/g, ''))
    .filter(Boolean)

function AddResults({ results, onClose }: { results: Results; onClose: () => void }) {
  const t = useMessages('dnc')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const count = (result: string) => format.number(results.filter((item) => item.result === result).length)
  const first = [...results].sort((a, b) => Number(b.result === 'invalid') - Number(a.result === 'invalid'))
  return (
    <Alert
      role="status"
      color={results.some(({ result }) => result === 'invalid') ? 'warn' : 'good'}
      title={t('outcome', { added: count('added'), listed: count('listed'), invalid: count('invalid') })}
      withCloseButton
      closeButtonLabel={common('close')}
      onClose={onClose}
    >
      <Table.ScrollContainer minWidth={280} mah={260} scrollAreaProps={{ mah: 260, viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('results') } }}>
        <Table verticalSpacing={4} aria-label={t('results')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('number')}</Table.Th>
              <Table.Th>{t('result')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {first.map(({ phoneNumber, result }, at) => (
              <Table.Tr key={at}>
                <Table.Td dir="auto">{phoneNumber}</Table.Td>
                <Table.Td>
                  <Text size="sm" fw={result === 'invalid' ? 700 : undefined}>
                    {word('dncResult', result)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Alert>
  )
}
