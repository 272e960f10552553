import { parseRowId } from '../../kernel/db/rows.ts'
import * as callProofs from '../../services/compliance/proof/callProofs.ts'
import type { SignedProof } from '../../services/compliance/proof/proofDocuments.ts'
import { actorOf, builder } from '../base/builder.ts'
import { connection } from '../base/page.ts'

const CallProof = builder.objectRef<SignedProof>('CallProof').implement({
  description: 'Signed proof of what was known and decided when a call was placed.',
  fields: (t) => ({
    callId: t.id({ resolve: ({ document }) => String(document.call_id) }),
    document: t.field({ type: 'JSON', description: 'The proof. See "Proof" in the documentation.', resolve: ({ document }) => document }),
    digest: t.exposeString('digest', { description: 'SHA-256 of the canonical JSON of `document`, hexadecimal.' }),
    signature: t.exposeString('signature', { description: 'Ed25519 signature of the canonical JSON of `document`, in Base64.' }),
    publicKey: t.exposeString('publicKey', { description: 'Public key of the server for proofs, in Base64 (SPKI).' }),
  }),
})

builder.queryFields((t) => ({
  callProof: t.field({
    type: CallProof,
    description: 'Get the proof of a call, also of one whose data was erased.',
    authScopes: { scope: 'compliance:read' },
    args: { callId: t.arg.id({ required: true }) },
    resolve: (_, { callId }, ctx) => callProofs.get(actorOf(ctx), parseRowId(callId, 'Call')),
  }),
  callProofs: t.connection({
    type: CallProof,
    description: 'List the proofs of all calls with a phone number, newest first.',
    authScopes: { scope: 'compliance:read' },
    args: { phoneNumber: t.arg.string({ required: true, description: 'Phone number of the contact.' }) },
    resolve: async (_, { first, after, phoneNumber }, ctx) => connection(await callProofs.list(actorOf(ctx), phoneNumber, { first, after }), after),
  }),
}))
