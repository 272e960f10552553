import type { Grammar } from '../grammar.ts'
import * as exceptions from './exceptions/exceptions.ts'
import * as requests from './requests/requests.ts'

const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const

/** The words of a wish not to be called again, by language. */
export const GRAMMARS: readonly Grammar[] = LANGUAGES.map((language) => ({ ...requests[language], ...exceptions[language] }))
