/** Whether PostgreSQL can store the text unchanged: no NUL, no lone surrogate. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const utf8 = new TextEncoder()

/** Returns the length of a text in UTF-8 bytes. */
export const byteLength = (text: string) => utf8.encode(text).length
