const DAY_MS = 86_400_000

/** Whether an edge of a period is a whole day and not a moment. */
export const isDay = (value: string | undefined): value is string => /^\d{4}-\d{2}-\d{2}$/.test(value ?? '')

const moved = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The API ends a period before a day; people name its last one. */
export const dayBefore = (day: string) => moved(day, -1)
export const dayAfter = (day: string) => moved(day, 1)
