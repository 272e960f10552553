import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { type OptOutFieldsFragment as OptOut, OptOutsDocument } from './OptOuts.gql.ts'
import { UndoOptOut } from './UndoOptOut.tsx'

/** Opt-outs heard on calls: what was said, when and on which call. Renders nothing if there are none. */
export function OptOuts() {
  const t = useMessages('dnc')
  const common = useMessages('common')
  const format = useFormat()
  const canChange = useCan('compliance:write')
  const pages = usePages(OptOutsDocument, {}, (data) => data.optOuts)
  if (pages.rows.length === 0 && !pages.error) return null
  const undo = (optOut: OptOut) => (optOut.undoneAt ? format.moment(optOut.undoneAt) : canChange ? <UndoOptOut optOut={optOut} /> : '–')
  const columns: Column<OptOut>[] = [
    { key: 'number', header: t('number'), cell: ({ phoneNumber }) => <CopyableNumber isContact number={phoneNumber} /> },
    { key: 'sentence', header: t('sentence'), width: 'minmax(120px, 2fr)', cell: (optOut) => <Sentence optOut={optOut} />, isMinor: true },
    { key: 'said', header: t('said'), cell: ({ saidAt }) => format.moment(saidAt), isMinor: true },
    {
      key: 'call',
      header: t('call'),
      cell: ({ callId }) =>
        callId ? (
          <TextLink to="/calls" search={{ call: callId }} aria-label={t('openCall', { id: callId })}>
            {callId}
          </TextLink>
        ) : (
          '–'
        ),
      isMinor: true,
    },
    ...(canChange || pages.rows.some(({ undoneAt }) => undoneAt) ? [{ key: 'undo', header: common('actions'), cell: undo }] : []),
  ]
  return (
    <Section title={t('optOuts')} about={canChange ? `${t('optOutsAbout')} ${t('optOutsUndo')}` : t('optOutsAbout')}>
      <DataTable
        label={t('optOuts')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        secondLine={(optOut) => <Sentence optOut={optOut} />}
        empty={null}
      />
    </Section>
  )
}

function Sentence({ optOut: { sentence } }: { optOut: OptOut }) {
  const t = useMessages('dnc')
  return sentence ? <bdi title={sentence}>{sentence}</bdi> : t('noSentence')
}
