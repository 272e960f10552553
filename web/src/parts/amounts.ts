/** An amount as the API reads it; how large it may be the server judges. */
export const AMOUNT = /^\s*\d{1,7}(\.\d{1,6})?\s*$/
