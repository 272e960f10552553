import { Button, Stack, Table } from '@mantine/core'
import { Download } from 'lucide-react'
import { useQuery } from 'urql'
import { useLanguage } from '../../../languages.ts'
import { useMessages } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { downloadFile } from '../../../parts/tables/downloadFile.ts'
import { RequestedSection } from '../RequestedSection.tsx'
import { CallProofDocument, type CallProofQuery } from './CallProof.gql.ts'
import type { ProofDocument } from './proofDocument.ts'
import { renderProof } from './proofPage.ts'
import { useProofRows } from './useProofRows.ts'

/** The proof of a call, fetched on request: what was known and decided when it was placed. */
export function CallProof({ callId }: { callId: string }) {
  const t = useMessages('proof')
  return (
    <RequestedSection title={t('title')} about={t('about')} show={t('show')}>
      <Report callId={callId} />
    </RequestedSection>
  )
}

function Report({ callId }: { callId: string }) {
  const result = useQuery({ query: CallProofDocument, variables: { id: callId }, requestPolicy: 'network-only' })
  return <QueryResult result={result}>{({ callProof }) => <Proof proof={callProof} />}</QueryResult>
}

function Proof({ proof: { callId, document, digest, signature, publicKey } }: { proof: CallProofQuery['callProof'] }) {
  const t = useMessages('proof')
  const language = useLanguage()
  const signatureGroup = {
    title: t('signed'),
    rows: [
      [t('digest'), digest],
      [t('signature'), signature],
      [t('publicKey'), publicKey],
    ] as [string, string][],
  }
  const groups = [...useProofRows()(document as ProofDocument), signatureGroup]
  const download = () => {
    const signed = { document: document as object, digest, signature, public_key: publicKey }
    const page = renderProof({ language, title: t('pageTitle', { id: callId }), about: t('pageAbout'), groups, signed })
    downloadFile(`call-${callId}-proof.html`, page, 'text/html')
  }
  return (
    <Stack gap="sm" align="flex-start">
      {groups.map(({ title, rows }) => (
        <Table key={title} layout="fixed" aria-label={title} captionSide="top">
          <Table.Caption ta="start">{title}</Table.Caption>
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w="40%">
                  {name}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
      <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />} onClick={download}>
        {t('download')}
      </Button>
    </Stack>
  )
}
