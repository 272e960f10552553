/** Returns a pattern for `like` that any text with this part matches. */
export const partOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
