import type { ColumnMapping, LeadColumn } from '../inputs/leadImports.ts'
import { isObject } from '../json.ts'

/** How people name these columns, in English, Italian, German, Spanish and French; the likelier name first. */
const SYNONYMS: Record<LeadColumn, string> = {
  phone_number:
    'phone number|phone|mobile|mobile phone|mobile number|cell|cell phone|cellphone|telephone|telephone number|tel|number|contact number|whatsapp|' +
    'telefono|numero di telefono|cellulare|numero|recapito|telefon|telefonnummer|handy|handynummer|mobil|mobilnummer|rufnummer|nummer|' +
    'numero de telefono|movil|celular|telefono movil|numero de telephone|portable|mobile portable|numero de portable',
  name:
    'name|full name|contact|contact name|customer|customer name|lead|lead name|first name|firstname|nome|nome completo|nome e cognome|nominativo|contatto|cliente|' +
    'vollstandiger name|vorname|kunde|kundenname|kontakt|ansprechpartner|nombre|nombre completo|contacto|nom|nom complet|prenom|client',
  external_id:
    'external id|externalid|external|ext id|id|lead id|customer id|crm id|contact id|reference|ref|uid|uuid|' +
    'id esterno|codice|codice cliente|riferimento|externe id|kundennummer|referenz|id externo|codigo|referencia|id externe|identifiant|code client',
  timezone: 'timezone|time zone|tz|fuso orario|fuso|zeitzone|zona horaria|huso horario|fuseau horaire|fuseau',
}
const NAMES = Object.entries(SYNONYMS).map(([field, names]) => [field as LeadColumn, names.split('|')] as const)

/** Whatever people put between words, and accents, set aside. */
const plain = (column: string) =>
  column
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column holds what, by their names alone; what is not recognised is left out. */
export function guess(columns: readonly string[]): Partial<ColumnMapping> {
  const known = columns.map((column) => ({ column, name: plain(column) }))
  const found = NAMES.flatMap(([field, names]) => {
    const [best] = names.flatMap((name) => known.filter((each) => each.name === name))
    return best ? [[field, best.column]] : []
  })
  return Object.fromEntries(found) as Partial<ColumnMapping>
}

/** A row of a file as a row of the API: mapped columns in their fields, all others in `data`. Empty cells give nothing. */
export function toRow(record: Record<string, unknown>, mapping: ColumnMapping) {
  const cell = (column: string | null | undefined) => {
    const value = column == null ? null : record[column]
    return typeof value === 'number' ? String(value) : isEmpty(value) ? null : value
  }
  const mapped = new Set(Object.values(mapping))
  const others = Object.entries(record).filter(([column, value]) => !mapped.has(column) && !isEmpty(value))
  // What is called data and is an object is what the API means by it.
  const data = others.flatMap(([column, value]) => (column === 'data' && isObject(value) ? Object.entries(value) : [[column, value] as const]))
  const timezone = cell(mapping.timezone)
  if (timezone !== null) data.push(['timezone', timezone])
  const phone = cell(mapping.phone_number)
  return {
    // The apostrophe that keeps a spreadsheet from reading a formula.
    phone_number: typeof phone === 'string' ? phone.replace(/^'/, '') : phone,
    name: cell(mapping.name),
    external_id: cell(mapping.external_id),
    data: data.length > 0 ? Object.fromEntries(data) : null,
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
