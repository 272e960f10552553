import type { ContactQuery } from './Contact.gql.ts'

/** What the page of a contact shows. */
export type ContactData = ContactQuery['contact']
