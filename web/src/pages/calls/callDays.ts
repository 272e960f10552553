const DAY_MS = 86_400_000

/** Whether the end of a period is a date rather than a moment. */
export const isDay = (value: string | undefined): value is string => /^\d{4}-\d{2}-\d{2}$/.test(value ?? '')

const shiftDay = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Converts between the API's exclusive end date and the inclusive one that is displayed. */
export const dayBefore = (day: string) => shiftDay(day, -1)
export const dayAfter = (day: string) => shiftDay(day, 1)
