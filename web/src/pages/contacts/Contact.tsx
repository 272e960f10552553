import { useParams } from '../../router/index.ts'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Consents } from '../../parts/consents/Consents.tsx'
import { ButtonLink } from '../../parts/page/links.tsx'
import { NotFound } from '../../parts/page/NotFound.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { isContactNumber } from '../../parts/text/contactNumber.ts'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { Copy } from '../../parts/text/Copy.tsx'
import { ContactDocument } from './Contact.gql.ts'
import { BlockButton, BlockNotice } from './ContactBlock.tsx'
import { ContactCalls } from './ContactCalls.tsx'
import { ContactLeads } from './ContactLeads.tsx'
import { ContactMessages } from './ContactMessages.tsx'
import type { ContactData } from './contactData.ts'

/** Page of one contact: the calls, leads and messages of a phone number, and whether it is blocked. */
export function Contact() {
  const { number } = useParams({ from: '/signed-in/contacts/$number' })
  const canExist = isContactNumber(number)
  const result = useQuery({ query: ContactDocument, variables: { phoneNumber: number }, requestPolicy: 'cache-and-network', pause: !canExist })
  if (!canExist || result[0].error?.graphQLErrors[0]?.extensions.code === 'NOT_FOUND') return <NotFound />
  return <QueryResult result={result}>{({ contact }) => <ContactContent key={contact.phoneNumber} contact={contact} />}</QueryResult>
}

function ContactContent({ contact }: { contact: ContactData }) {
  const t = useMessages('contacts')
  const consentTexts = useMessages('consents')
  const format = useFormat()
  const { phoneNumber, name, country, dncEntry } = contact
  return (
    <Page
      title={name ?? phoneNumber}
      about={
        <>
          {name && <CopyableNumber number={phoneNumber} />} {country && format.country(country)} {!name && <Copy value={phoneNumber} name={phoneNumber} />}
        </>
      }
      actions={
        <>
          <ButtonLink variant="default" to="/calls" search={{ number: phoneNumber }}>
            {t('allCalls')}
          </ButtonLink>
          <ButtonLink variant="default" to="/messages" search={{ contact: phoneNumber }}>
            {t('allMessages')}
          </ButtonLink>
          <BlockButton phoneNumber={phoneNumber} isBlocked={dncEntry != null} />
        </>
      }
    >
      {dncEntry && <BlockNotice entry={dncEntry} />}
      <ContactCalls contact={contact} />
      <ContactLeads leads={contact.leads} />
      <Section title={consentTexts('title')}>
        <Consents phoneNumber={phoneNumber} consents={contact.consents} />
      </Section>
      <ContactMessages conversations={contact.conversations} />
    </Page>
  )
}
