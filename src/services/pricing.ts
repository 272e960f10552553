/** What a call costs, in micro-units of USD. */
const PER_MINUTE = 120_000n

/** The longest a call may last, in seconds; it is handed to the provider and covered by the hold. */
export const MAX_CALL_SECONDS = 600

/** What is set aside when a call is placed: the price of the longest call there can be. */
export const holdAmount = () => costOf(MAX_CALL_SECONDS)

/** The price of a conversation, by the second, rounded up to the next micro-unit. */
export const costOf = (seconds: number) => (PER_MINUTE * BigInt(Math.ceil(seconds)) + 59n) / 60n
