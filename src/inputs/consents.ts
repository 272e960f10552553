import { z } from 'zod'
import { clock } from '../kernel/lib/clock.ts'
import { Moment } from './billing.ts'
import { text } from './common.ts'

/** What permits a call, the strongest first. */
export const CONSENT_BASES = ['express_written', 'express', 'existing_business_relationship', 'legitimate_interest', 'none_stated'] as const
export type ConsentBasis = (typeof CONSENT_BASES)[number]

/** The calls that a consent permits. */
export const CONSENT_PURPOSES = ['marketing', 'service', 'any'] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/** Bases that a person gives at a moment, without which they prove nothing. */
const GIVEN: ReadonlySet<ConsentBasis> = new Set(['express_written', 'express'])

/** A date in the recorder's time zone may be tomorrow in UTC. */
const MAX_AHEAD_MS = 24 * 3_600_000

const basis = z.enum(CONSENT_BASES).describe('What permits the calls.')
const purpose = z.enum(CONSENT_PURPOSES).nullish().describe('Calls that it permits. Defaults to `any`.')
const shownText = text(2_000, 1).nullish().describe('Text that the contact agreed to.')
const source = text(200, 1).nullish().describe('Where it was given, such as a form.')
const givenAt = Moment.nullish().describe('When it was given, in ISO 8601. Required for `express` and `express_written`.')
const evidence = text(1_000, 1).nullish().describe('Where the proof is: a URL or a reference.')
const expiresAt = Moment.nullish().describe('When it expires, in ISO 8601.')

/** The rule of every way in: `names` are the fields of the two times. */
const requireTimes =
  (names: { givenAt: string; expiresAt: string }) =>
  (value: Record<string, unknown>, ctx: z.RefinementCtx): void => {
    // An invalid time is still a text here.
    const [given, expires] = [value[names.givenAt], value[names.expiresAt]].map((time) => (time instanceof Date ? time : null))
    const refuse = (name: string, message: string, type: string) => ctx.addIssue({ code: 'custom', path: [name], message, params: { type } })
    if (GIVEN.has(value['basis'] as ConsentBasis) && value[names.givenAt] == null) refuse(names.givenAt, 'field required', 'value_error.missing')
    if (given && given.getTime() > clock.now().getTime() + MAX_AHEAD_MS) refuse(names.givenAt, 'the time is in the future', 'value_error.datetime')
    if (given && expires && expires <= given) refuse(names.expiresAt, 'the consent expires before it is given', 'value_error.datetime')
  }

/** A consent as a row of leads has it, with the names of the REST API. */
export const ConsentRow = z
  .object({ basis, purpose, text: shownText, source, given_at: givenAt, evidence, expires_at: expiresAt })
  .superRefine(requireTimes({ givenAt: 'given_at', expiresAt: 'expires_at' }))
export type ConsentRow = z.output<typeof ConsentRow>

/** A consent of one number. */
export const ConsentInput = z
  .object({
    phoneNumber: text(64).describe('Phone number of the contact, in E.164 format.'),
    basis,
    purpose,
    text: shownText,
    source,
    givenAt,
    evidence,
    expiresAt,
  })
  .superRefine(requireTimes({ givenAt: 'givenAt', expiresAt: 'expiresAt' }))
export type ConsentInput = z.output<typeof ConsentInput>
