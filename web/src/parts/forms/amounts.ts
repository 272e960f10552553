/** An amount as a person enters it, such as 12.50 or 12,50. The server checks its maximum. */
export const AMOUNT = /^\s*\d{1,7}(\.\d{1,6}|,\d{1,2})?\s*$/

/** Converts an entered amount to the API's format. Three digits after a comma are thousands in some languages, so they stay, and the API refuses them. */
export const toAmount = (text: string) => text.trim().replace(/,(?=\d{1,2}$)/, '.')
