import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import type { ProofDocument } from './proofDocument.ts'

/** A group of a proof's facts, as the page and the downloaded file show it. */
export interface ProofGroup {
  title: string
  rows: [name: string, value: string][]
}

/** Returns how to put a proof into words. */
export function useProofRows(): (proof: ProofDocument) => ProofGroup[] {
  const t = useMessages('proof')
  const consentText = useMessages('consents')
  const word = useWords()
  const format = useFormat()
  const exact = (iso: string | null) => (iso ? format.exact(iso) : t('none'))

  const startOf = ({ placed: { started_by: by }, names }: ProofDocument) =>
    t(`startedBy.${by.type}`, { name: (by.type === 'campaign' ? names.campaign : by.type === 'member' ? names.member : names.api_key) ?? '–' })

  const hoursOf = (hours: NonNullable<ProofDocument['placed']['calling_hours']>): ProofGroup['rows'] => [
    [t('decision'), t(hours.is_permitted ? 'permitted' : 'notPermitted')],
    [t('location'), hours.place ?? t('none')],
    ...hours.zones.map(({ zone, local_time: time, permitted_hours: permitted }): [string, string] => [
      t('localTime', { zone }),
      t('localTimeIs', { time: format.wallTime(time), hours: permitted || t('none') }),
    ]),
    [t('law'), hours.laws.length > 0 ? t('lawIs', { rules: format.list(hours.laws), version: hours.rules_version ?? '–' }) : t('noLaw')],
  ]

  const consentOf = ({ demanded, valid }: NonNullable<ProofDocument['placed']['consent']>): ProofGroup['rows'] => [
    [t('consentDemanded'), demanded ? `${consentText(`basis.${demanded.basis}` as 'basis.express')}${demanded.rule ? ` (${demanded.rule})` : ''}` : t('none')],
    [
      t('consentValid'),
      valid
        .map(({ basis, purpose, given_at: at }) =>
          [consentText(`basis.${basis}` as 'basis.express'), consentText(`purpose.${purpose}` as 'purpose.any'), at && format.day(at)]
            .filter(Boolean)
            .join(', '),
        )
        .join('; ') || t('none'),
    ],
  ]

  return (proof) => {
    const { placed, contact, opt_out: optOut, erased, issued_at: issuedAt } = proof
    const { calling_hours: hours, consent, started_by: start, agent } = placed
    const isOutbound = placed.direction === 'outbound'
    return [
      {
        title: t('placed'),
        rows: [
          [t('placedAt'), exact(placed.placed_at)],
          [t('start'), startOf(proof)],
          ...(start.campaign_started_at
            ? [
                [t('campaignStarted'), [exact(start.campaign_started_at), proof.names.member ?? proof.names.api_key].filter(Boolean).join(', ')] as [
                  string,
                  string,
                ],
              ]
            : []),
          [t('number'), placed.number.phone_number],
          [t('agent'), proof.names.agent ?? t('none')],
          ...(hours ? hoursOf(hours) : isOutbound ? [[t('decision'), t('notRecorded')] as [string, string]] : []),
          ...(placed.do_not_call ? [[t('doNotCall'), t('notListed')] as [string, string]] : []),
          ...(placed.do_not_call?.registers ?? []).map(({ name, washed_at }): [string, string] => [
            t('register'),
            t('registerAsOf', { name, day: format.day(washed_at.slice(0, 10)) }),
          ]),
          ...(placed.calls_before ? [[t('callsBefore'), t('callsBeforeAre', { count: placed.calls_before.count })] as [string, string]] : []),
          ...(consent ? consentOf(consent) : []),
          [t('recording'), `${word('recordingReason', placed.recording.reason)} (${placed.recording.rules_version ?? '–'})`],
          [t('statements'), agent.statements ? format.list(agent.statements.map((each) => t(`statement.${each}`))) || t('none') : t('notRecorded')],
        ],
      },
      {
        title: t('now'),
        rows: [
          [t('issued'), exact(issuedAt)],
          ...(contact ? [[t('contact'), contact.phone_number] as [string, string]] : []),
          ...(erased ? [[t('contact'), t('erased', { moment: exact(erased.at) })] as [string, string]] : []),
          [
            t('optOut'),
            optOut
              ? [exact(optOut.said_at), contact?.opt_out_sentence, optOut.undone_at && t('undone', { moment: exact(optOut.undone_at) })]
                  .filter(Boolean)
                  .join(', ')
              : t('none'),
          ],
          ...(contact ? [[t('listedSince'), exact(contact.on_do_not_call_list_since)] as [string, string]] : []),
        ],
      },
    ]
  }
}
