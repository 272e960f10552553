import { z } from 'zod'
import { CONSENT_BASES } from '../../inputs/consents.ts'
import { isStorable } from '../../kernel/lib/text.ts'
import { checkValidity, type Validity, VALIDITY } from '../../kernel/lib/validity.ts'
import { builtInConsentRule, type HostConsentRule } from './consentRules.ts'
import { findCountry } from './countries.ts'
import type { HostRule } from './hostRules.ts'
import { builtInRule } from './hoursTable.ts'
import { findLooser, findLooserConsent, findLooserRecording } from './looserRules.ts'
import { builtInRecordingRule, type HostRecordingRule } from './recordingRules.ts'

const beginsWithCountry = (place: string) => findCountry(place.slice(0, 2)) === place.slice(0, 2)

const UNSTORABLE = 'contains characters that cannot be stored'

/** Fields of every rule: its source, why it may be looser than certain law, and when it is valid. */
const FIELDS = {
  basis: z.string().trim().min(1).max(500).refine(isStorable, UNSTORABLE),
  looser_because: z.string().trim().min(20, 'must give the reason in at least 20 characters').max(500).refine(isStorable, UNSTORABLE).optional(),
  ...VALIDITY,
}

/** The reason is a part of the rule, so that the version and the history of the rules have it. */
const toReason = (looserBecause: string | undefined) => looserBecause !== undefined && { looserBecause }

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as "09:00"')
const hours = z
  .array(z.tuple([time, time]).refine(([from, to]) => from < to, 'must end after it starts'))
  .max(6)
  .refine((list) => list.every(([from], at) => at === 0 || list[at - 1]![1] <= from), 'must be in order and must not overlap')
const cap = z.union([
  z.strictObject({ hours: z.int().min(1).max(8_784), max: z.int().min(1).max(1_000) }),
  z.strictObject({ refused_days: z.int().min(1).max(3_650) }).transform(({ refused_days }) => ({ refusedDays: refused_days })),
])

const HoursEntry = z
  .strictObject({
    place: z
      .string()
      .regex(/^([A-Z]{2}|(US|CA)-[A-Z]{2})$/, 'must be a country such as "DE", or a state or province such as "US-FL"')
      .refine(beginsWithCountry, 'must begin with the ISO 3166 code of a country, such as "GB"'),
    mon_fri: hours,
    sat: hours,
    sun: hours,
    holidays: z.boolean(),
    holiday_eve_is: z.literal('sat').optional(),
    caps: z.array(cap).max(10).default([]),
    ...FIELDS,
  })
  .transform(({ place, mon_fri, holiday_eve_is, valid_from, valid_to, looser_because, ...rest }): HostRule => {
    const eve = holiday_eve_is && { holidayEveIs: holiday_eve_is }
    const rule = { id: place, monFri: mon_fri, ...eve, ...rest, certainty: 'host', ...toReason(looser_because) }
    return { rule, validFrom: valid_from, validTo: valid_to }
  })

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a country such as "DE"')
  .refine(beginsWithCountry, 'must be the ISO 3166 code of a country, such as "GB"')
const consentBasis = z.enum(CONSENT_BASES).nullable()

const ConsentEntry = z
  .strictObject({ place: country, marketing: consentBasis, other: consentBasis, ...FIELDS })
  .transform(({ place, marketing, other, basis, valid_from, valid_to, looser_because }): HostConsentRule => {
    const bothVoices = (demanded: typeof marketing) => ({ artificial: demanded, human: demanded })
    const rule = { marketing: bothVoices(marketing), other: bothVoices(other), certainty: 'host' as const, basis, ...toReason(looser_because) }
    return { place, rule, validFrom: valid_from, validTo: valid_to }
  })

/** What a rule on recording says, as the built-in table says it. */
const RECORDING = {
  forbidden: { rule: 'all_party', suppress: true },
  announced: { rule: 'notice', suppress: false },
  permitted: { rule: 'one_party', suppress: false },
}

const RecordingEntry = z
  .strictObject({ place: country, recording: z.enum(['forbidden', 'announced', 'permitted']), ...FIELDS })
  .transform(({ place, recording, basis, valid_from, valid_to, looser_because }): HostRecordingRule => {
    const rule = { ...RECORDING[recording], certainty: 'host', basis, ...toReason(looser_because) }
    return { place, rule, validFrom: valid_from, validTo: valid_to }
  })

/** A rule as it is checked: what certain law forbids and it permits, in words. */
interface Checked extends Validity {
  place: string
  looserBecause: string | undefined
  looser: readonly string[]
  lawBasis: string
}

/** Schema of the file in RULES_FILE. A rule that permits what certain law forbids needs a reason. */
export const RulesFile = z
  .strictObject({
    calling_hours: z.array(HoursEntry).max(1_000).default([]),
    consent: z.array(ConsentEntry).max(500).default([]),
    recording: z.array(RecordingEntry).max(500).default([]),
  })
  .transform((file, ctx) => {
    check(
      'calling_hours',
      file.calling_hours.map((entry) => checkedOf({ ...entry, place: entry.rule.id }, builtInRule(entry.rule.id), (law) => findLooser(entry.rule, law))),
      ctx,
    )
    check(
      'consent',
      file.consent.map((entry) => checkedOf(entry, builtInConsentRule(entry.place), (law) => findLooserConsent(entry.rule, law))),
      ctx,
    )
    check(
      'recording',
      file.recording.map((entry) => checkedOf(entry, builtInRecordingRule(entry.place), (law) => findLooserRecording(entry.rule, law))),
      ctx,
    )
    return file
  })

function checkedOf<Law extends { certainty: string; basis: string }>(
  { place, rule, validFrom, validTo }: Validity & { place: string; rule: { looserBecause?: string } },
  law: Law | undefined,
  find: (law: Law) => string[],
): Checked {
  return { place, looserBecause: rule.looserBecause, validFrom, validTo, looser: law?.certainty === 'high' ? find(law) : [], lawBasis: law?.basis ?? '' }
}

function check(list: string, entries: readonly Checked[], ctx: z.RefinementCtx): void {
  const report = (index: number, member: string, message: string) => ctx.addIssue({ code: 'custom', path: [list, index, member], message })
  checkValidity(
    entries.map((entry) => ({ ...entry, key: entry.place })),
    report,
  )
  for (const [index, { looser, looserBecause, lawBasis }] of entries.entries()) {
    if (looser.length > 0 && looserBecause === undefined)
      report(index, 'looser_because', `is needed, because the law (${lawBasis}) is stricter: ${looser.join('; ')}`)
    if (looser.length === 0 && looserBecause !== undefined) report(index, 'looser_because', 'is not needed: the rule permits nothing that certain law forbids')
  }
}
