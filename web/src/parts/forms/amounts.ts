/** An amount as the API accepts it. The server checks its maximum. */
export const AMOUNT = /^\s*\d{1,7}(\.\d{1,6})?\s*$/
