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

/** The same with a button that copies the number. */
export function CopyableContact({ number }: { number: string }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <ContactLink number={number} />
      <Copy value={number} name={number} />
    </Group>
  )
}

/** A number of the workspace, which has no page as a contact, with a button that copies it. */
export function CopyableNumber({ number }: { number: string }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <PhoneNumber number={number} />
      <Copy value={number} name={number} />
    </Group>
  )
}
