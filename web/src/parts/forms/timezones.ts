/** Time zones to choose from: those that the browser knows, UTC, and the current one, which it may not know. */
export const listTimezones = (current: string | null) => [...new Set(['UTC', ...(current ? [current] : []), ...Intl.supportedValuesOf('timeZone')])].sort()
