/** What happens when an agent is published that leaves out what callers must state: it is published with advisories, or refused. */
export const DISCLOSURE_MODES = ['advise', 'refuse'] as const
export type DisclosureMode = (typeof DISCLOSURE_MODES)[number]
