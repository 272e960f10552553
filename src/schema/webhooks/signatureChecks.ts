import { SignatureCheckInput } from '../../inputs/webhooks.ts'
import * as signatureCheck from '../../services/webhooks/signatureCheck.ts'
import { actorOf, builder, LONG_INPUT } from '../base/builder.ts'
import { inputFromZod } from '../base/inputs.ts'
import { closedSet } from '../enums/closedSet.ts'

const SignatureVerdict = closedSet('SignatureVerdict', 'Result of checking the signature of a webhook request.', {
  valid: 'The signature matches, and the request is recent.',
  timestamp_missing: 'The signature matches, but there is no `X-Service-Timestamp`.',
  timestamp_too_old: 'The signature matches, but the request is older than 5 minutes.',
  signature_missing: 'There is no signature header.',
  signature_malformed: 'The signature is not `sha256=` and 64 hexadecimal digits in lower case.',
  secret_missing: 'There is no signing secret to check with.',
  secret_wrong: 'The body was signed with another secret.',
  body_changed: 'The body is not what Callwright sent: it was changed, trimmed, or parsed and serialized again.',
  no_match: 'The secret or the body is wrong.',
} satisfies Record<signatureCheck.SignatureVerdict, string>)

const SignatureCheck = builder.objectRef<signatureCheck.SignatureCheck>('SignatureCheck').implement({
  description: 'Result of checking a webhook request.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: SignatureVerdict }),
    ageSeconds: t.exposeInt('ageSeconds', { nullable: true, description: 'Age of the request in seconds. `null` without `X-Service-Timestamp`.' }),
  }),
})

builder.queryField('checkWebhookSignature', (t) =>
  t.field({
    type: SignatureCheck,
    description: 'Check the signature of a webhook request that your server received, and find out why it does not match.',
    authScopes: { scope: 'webhooks:read' },
    extensions: LONG_INPUT,
    args: { input: t.arg({ type: inputFromZod('SignatureCheckInput', SignatureCheckInput), required: true }) },
    resolve: (_, { input }, ctx) => signatureCheck.check(actorOf(ctx), input),
  }),
)
