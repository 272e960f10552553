import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

/** The words of requests, by language. */
export const REQUESTS = { en, de, es, fr, it, nl, pl, pt }
