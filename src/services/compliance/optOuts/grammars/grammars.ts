import type { Grammar } from '../grammar.ts'
import { EXCEPTIONS } from './exceptions/exceptions.ts'
import { REQUESTS } from './requests/requests.ts'

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const

/** The words of a wish not to be called again, of each language. */
export const GRAMMARS: readonly Grammar[] = LANGUAGES.map((language) => ({ ...REQUESTS[language], ...EXCEPTIONS[language] }))
