import { Group } from '@mantine/core'
import { TextLink } from '../page/links.tsx'
import { isContactNumber } from './contactNumber.ts'
import { Copy } from './Copy.tsx'
import { PhoneNumber } from './PhoneNumber.tsx'

/** A contact's number as a link to the contact's page. Others stay text. */
export function ContactLink({ number }: { number: string }) {
  if (!isContactNumber(number)) return number
  return (
    <TextLink to="/contacts/$number" params={{ number }}>
      <PhoneNumber number={number} />
    </TextLink>
  )
}

/** A phone number with a button that copies it. That of a contact is a link; one of the workspace has no page as a contact. */
export function CopyableNumber({ number, isContact = false }: { number: string; isContact?: boolean }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {isContact ? <ContactLink number={number} /> : <PhoneNumber number={number} />}
      <Copy value={number} name={number} />
    </Group>
  )
}
