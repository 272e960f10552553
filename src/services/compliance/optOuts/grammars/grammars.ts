import type { Grammar } from '../grammar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'

/** The words of a wish not to be called again, by language. */
export const GRAMMARS: Record<string, Grammar> = { en, de, es, fr, it, nl, pl, pt }
