import { Alert, Button, Group, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DncEntriesInput, MAX_NUMBERS } from '../../../../src/inputs/dnc.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { Dialog } from '../../parts/page/Dialog.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { AddDncEntriesDocument, type AddDncEntriesMutation } from './Dnc.gql.ts'

type Results = AddDncEntriesMutation['addDncEntries']

/** Dialog that adds one or more pasted numbers to the list, and reports the result of each. */
export function DncAdd({ onClose }: { onClose: () => void }) {
  const t = useMessages('dnc')
  const [results, setResults] = useState<Results>([])
  return (
    <Dialog onClose={onClose} title={t('addTitle')} size="lg">
      {results.length > 0 ? <AddResults results={results} onClose={onClose} /> : <Form onAdded={setResults} onClose={onClose} />}
    </Dialog>
  )
}

function Form({ onAdded, onClose }: { onAdded: (results: Results) => void; onClose: () => void }) {
  const t = useMessages('dnc')
  const format = useFormat()
  const form = useAppForm({ numbers: '', reason: '' }, DncEntriesInput.pick({ reason: true }))
  const [add, isRunning] = useAction(AddDncEntriesDocument)
  const phoneNumbers = splitNumbers(form.getValues().numbers)
  const send = form.onSubmit(async ({ reason }) => {
    if (phoneNumbers.length === 0) return form.setFieldError('numbers', t('noNumbers'))
    if (phoneNumbers.length > MAX_NUMBERS) return form.setFieldError('numbers', t('tooMany', { limit: format.number(MAX_NUMBERS) }))
    const done = await add({ input: { phoneNumbers, reason: reason || null } }, { handleError: form.showServerErrors })
    if (done) onAdded(done.addDncEntries)
  })
  return (
    <FormLayout
      onSubmit={send}
      action={phoneNumbers.length > 1 ? t('addMany', { count: phoneNumbers.length }) : t('add')}
      isRunning={isRunning}
      onCancel={onClose}
    >
      <Textarea
        label={t('numbers')}
        description={t('numbersAbout')}
        placeholder="+14155550123"
        autosize
        minRows={3}
        maxRows={8}
        required
        data-autofocus
        {...form.getInputProps('numbers')}
      />
      <TextInput label={t('reason')} {...form.getInputProps('reason')} />
    </FormLayout>
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
  const count = (result: string) => results.filter((item) => item.result === result).length
  const first = [...results].sort((a, b) => Number(b.result === 'invalid') - Number(a.result === 'invalid'))
  return (
    <Stack>
      <Alert role="status" color={count('invalid') > 0 ? 'warn' : 'good'}>
        {t('outcome', { added: format.number(count('added')), listed: format.number(count('listed')), invalid: format.number(count('invalid')) })}
      </Alert>
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
      <Group justify="flex-end">
        <Button onClick={onClose}>{common('close')}</Button>
      </Group>
    </Stack>
  )
}
