import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useCan } from '../viewer.tsx'
import { ConsentForm } from './ConsentForm.tsx'
import { ConsentList } from './ConsentList.tsx'
import type { ConsentFieldsFragment } from './consents.gql.ts'

/** The consents of a phone number, and a form to record another. */
export function Consents({ phoneNumber, consents }: { phoneNumber: string; consents: readonly ConsentFieldsFragment[] }) {
  const t = useMessages('consents')
  const canChange = useCan('compliance:write')
  const [isRecording, setRecording] = useState(false)
  return (
    <Stack gap="sm" align="stretch">
      <ConsentList consents={consents} />
      {isRecording && <ConsentForm phoneNumber={phoneNumber} onDone={() => setRecording(false)} />}
      {canChange && !isRecording && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setRecording(true)}>
          {t('record')}
        </Button>
      )}
    </Stack>
  )
}
