import { countryOf } from '../../kernel/lib/phones.ts'
import * as dnc from '../../services/compliance/dnc.ts'
import * as calls from '../../services/calls/calls.ts'
import * as contacts from '../../services/contacts/contacts.ts'
import * as conversations from '../../services/messages/conversations.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'
import { selectedColumns } from '../base/selection.ts'
import { Call } from '../calls/calls.ts'
import { DncEntry } from '../dnc.ts'
import { Lead } from '../leads/leads.ts'
import { Conversation } from '../messages/conversations.ts'

const PHONE_NUMBER = 'Phone number in E.164 format.'

export const Contact = builder.objectRef<contacts.Contact>('Contact').implement({
  description: 'Person at the other end of calls, messages and leads: one phone number.',
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber', { description: PHONE_NUMBER }),
    name: t.string({ nullable: true, description: 'Name of the newest lead with this number. `null` if no lead has a name.', resolve: contacts.nameOf }),
    country: t.string({
      nullable: true,
      description: 'Country of the number as an ISO 3166 code. `null` if unknown.',
      resolve: ({ phoneNumber }) => countryOf(phoneNumber),
    }),
    dncEntry: t.field({
      type: DncEntry,
      nullable: true,
      description: 'Entry on the do-not-call list. `null` if the number is not on the list.',
      authScopes: { scope: 'compliance:read' },
      resolve: async ({ phoneNumber }, _, ctx) => (await dnc.check(actorOf(ctx), phoneNumber)).entry,
    }),
    calls: t.connection({
      type: Call,
      description: 'List the calls with the contact in both directions, newest first.',
      authScopes: { scope: 'calls:read' },
      resolve: async ({ phoneNumber }, { first, after }, ctx, info) =>
        connection(await calls.list(actorOf(ctx), { first, after }, { number: phoneNumber }, selectedColumns(info, calls.FIELDS)), after),
    }),
    leads: t.expose('leads', { type: [Lead], description: 'Leads with this number in all campaigns, newest first, at most 50.' }),
    conversations: t.field({
      type: [Conversation],
      description: 'Conversations with the contact, latest message first, at most 20.',
      authScopes: { scope: 'sms:read' },
      resolve: ({ phoneNumber }, _, ctx) => conversations.listOfContact(actorOf(ctx), phoneNumber),
    }),
  }),
})

const ContactMatch = builder.objectRef<contacts.ContactMatch>('ContactMatch').implement({
  description: 'Contact that a search found.',
  fields: (t) => ({
    phoneNumber: t.exposeString('phoneNumber', { description: PHONE_NUMBER }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the newest lead with this number. `null` if it has none.' }),
  }),
})

builder.queryFields((t) => ({
  contact: t.field({
    type: Contact,
    description: 'Get the contact with a phone number: calls, messages, leads and the entry on the do-not-call list.',
    authScopes: { scope: 'leads:read' },
    args: { phoneNumber: t.arg.string({ required: true, description: `${PHONE_NUMBER} Not a number of your workspace.` }) },
    resolve: (_, { phoneNumber }, ctx) => contacts.get(actorOf(ctx), phoneNumber),
  }),
  contactSearch: t.field({
    type: [ContactMatch],
    description: 'Find up to 8 contacts by a phone number, or by a part of the name, number or external ID of the newest 10,000 leads.',
    authScopes: { scope: 'leads:read' },
    args: { query: t.arg.string({ required: true, description: 'Text of 2 to 100 characters.' }) },
    resolve: (_, { query }, ctx) => contacts.search(actorOf(ctx), query),
  }),
}))
