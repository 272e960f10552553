/** Text that PostgreSQL can keep and give back byte for byte: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const utf8 = new TextEncoder()

/** How many bytes of UTF-8 it takes. */
export const byteLength = (text: string) => utf8.encode(text).length
