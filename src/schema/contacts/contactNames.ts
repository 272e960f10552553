import DataLoader from 'dataloader'
import { ContactNumbers } from '../../inputs/contacts.ts'
import * as contactLeads from '../../services/leads/contactLeads.ts'
import { actorOf, builder } from '../base/builder.ts'
import { perOperation } from '../base/perOperation.ts'
import { inputFromZod } from '../base/inputs.ts'
import { needs } from '../base/selection.ts'
import { DncEntry } from '../dnc.ts'
import { Conversation } from '../messages/conversations.ts'

/** Loads names of contacts by number, batched per operation. */
const nameLoaderOf = perOperation((ctx) => new DataLoader((numbers: readonly string[]) => contactLeads.listNames(actorOf(ctx), numbers), { cache: false }))

const DESCRIPTION = 'Name of the newest lead with this number in the 100 newest campaigns. `null` if there is none.'

builder.objectField(Conversation, 'contactName', (t) =>
  t.string({
    ...needs('contactNumber'),
    nullable: true,
    description: DESCRIPTION,
    authScopes: { scope: 'leads:read' },
    resolve: ({ contactNumber }, _, ctx) => nameLoaderOf(ctx).load(contactNumber),
  }),
)

builder.objectField(DncEntry, 'contactName', (t) =>
  t.string({
    ...needs('phoneNumber'),
    nullable: true,
    description: DESCRIPTION,
    authScopes: { scope: 'leads:read' },
    resolve: ({ phoneNumber }, _, ctx) => nameLoaderOf(ctx).load(phoneNumber),
  }),
)

builder.queryField('contactNames', (t) =>
  t.field({
    type: ['String'],
    nullable: { list: false, items: true },
    description: 'Get the names of contacts, in the order of the numbers: of the newest lead in the 100 newest campaigns, or `null`.',
    authScopes: { scope: 'leads:read' },
    args: { input: t.arg({ type: inputFromZod('ContactNumbers', ContactNumbers), required: true }) },
    resolve: (_, { input: { phoneNumbers } }, ctx) => contactLeads.listNames(actorOf(ctx), phoneNumbers),
  }),
)
