import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords of published leaks, about 49,000 in lower case, from zxcvbn. They take several megabytes, so import this module only for a new password. */
export const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])
