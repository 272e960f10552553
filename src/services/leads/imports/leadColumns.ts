// This file imports nothing: the command line is built with a copy of it, so that both parse a file in the same way.

type ConsentColumn = 'consent_basis' | 'consent_purpose' | 'consent_text' | 'consent_source' | 'consent_given_at' | 'consent_evidence' | 'consent_expires_at'
type LeadColumn = 'phone_number' | 'name' | 'external_id' | 'timezone' | ConsentColumn
/** File columns by lead field. */
export type Mapping = Partial<Record<LeadColumn, string | null>>

/** Common names of these columns in English, Italian, German, Spanish and French; the likelier name first. */
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
  consent_basis: 'consent basis',
  consent_purpose: 'consent purpose',
  consent_text: 'consent text',
  consent_source: 'consent source',
  consent_given_at: 'consent given at',
  consent_evidence: 'consent evidence',
  consent_expires_at: 'consent expires at',
}
const NAMES = Object.entries(SYNONYMS).map(([field, names]) => [field as LeadColumn, names.split('|')] as const)

/** Normalizes a column name: lower case, without accents, words separated by spaces. */
const normalize = (column: string) =>
  column
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Guesses the field of each column from its name; unknown columns are left out. */
export function guessMapping(columns: readonly string[]): Partial<Record<LeadColumn, string>> {
  const normalized = columns.map((column) => ({ column, name: normalize(column) }))
  const matches = NAMES.flatMap(([field, names]) => {
    const [best] = names.flatMap((name) => normalized.filter((each) => each.name === name))
    return best ? [[field, best.column]] : []
  })
  const mapping = Object.fromEntries(matches) as Partial<Record<LeadColumn, string>>
  if (mapping.consent_basis !== undefined) return mapping
  // Without a basis there is no consent, so these columns are custom fields.
  return Object.fromEntries(Object.entries(mapping).filter(([field]) => !field.startsWith(CONSENT)))
}

const CONSENT = 'consent_'

/** Maximum length of the header line that is inspected. */
const MAX_HEADER_LENGTH = 65_536

/** Returns the most frequent delimiter in the header line, outside quotes; a comma by default. */
export function delimiterOf(content: string): string {
  const start = /^\ufeff?[\r\n]*/.exec(content)![0].length
  const header = /^[^\r\n]*/.exec(content.slice(start, start + MAX_HEADER_LENGTH))![0].replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).delimiter
}

/** Makes column names unique, also if the header lacks a name or repeats one. */
export function uniqueNames(header: readonly string[]): string[] {
  const names = new Set<string>()
  for (const [index, title] of header.entries()) {
    const name = title || `column ${index + 1}`
    names.add(toNumberedName(names, name, index + 1))
  }
  return [...names]
}

function toNumberedName(names: ReadonlySet<string>, name: string, place: number): string {
  if (!names.has(name)) return name
  const candidate = `${name} (${place})`
  return names.has(candidate) ? toNumberedName(names, candidate, place) : candidate
}

/** Converts a row of a file to a row of the API: mapped columns become fields, others go to `data`. Empty cells are left out. */
export function toRow(record: Record<string, unknown>, mapping: Mapping) {
  const cell = (column: string | null | undefined) => {
    const value = column == null ? null : record[column]
    return typeof value === 'number' ? String(value) : isEmpty(value) ? null : value
  }
  const mapped = new Set(Object.values(mapping))
  const stated = Object.entries(mapping).flatMap(([field, column]) =>
    field.startsWith(CONSENT) && cell(column) !== null
      ? [[field.slice(CONSENT.length), field.endsWith('_at') ? toMoment(cell(column)) : cell(column)] as const]
      : [],
  )
  // An object in a column named consent is the `consent` of the API.
  const consent = stated.length > 0 ? Object.fromEntries(stated) : isObject(record['consent']) ? record['consent'] : null
  const others = Object.entries(record).filter(([column, value]) => !mapped.has(column) && !isEmpty(value) && !(column === 'consent' && isObject(value)))
  // An object in a column named data is the `data` of the API.
  const data = others.flatMap(([column, value]) => (column === 'data' && isObject(value) ? Object.entries(value) : [[column, value] as const]))
  const timezone = cell(mapping.timezone)
  if (timezone !== null) data.push(['timezone', timezone])
  const phone = cell(mapping.phone_number)
  return {
    // Removes the apostrophe that keeps spreadsheets from parsing a formula.
    phone_number: typeof phone === 'string' ? phone.replace(/^'/, '') : phone,
    name: cell(mapping.name),
    external_id: cell(mapping.external_id),
    data: data.length > 0 ? Object.fromEntries(data) : null,
    consent,
  }
}

/** Times of a spreadsheet have no zone, and are read as UTC. */
const toMoment = (value: unknown) => (typeof value === 'string' ? value.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(:\d{2})?)$/, '$1T$2Z') : value)

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
