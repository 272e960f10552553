/** What happens when an agent is published that leaves out what callers must state: it is published with advisories, or refused. */
export const DISCLOSURE_MODES = ['advise', 'refuse'] as const
export type DisclosureMode = (typeof DISCLOSURE_MODES)[number]

/** Whether an agent said at the beginning of a call what contacts must be told. */
export const DISCLOSURES_SAID = ['yes', 'no', 'unknown'] as const
export type DisclosureSaid = (typeof DISCLOSURES_SAID)[number]
