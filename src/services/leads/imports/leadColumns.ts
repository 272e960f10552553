// It imports nothing: the command line is built with a copy of it, so that both read a file alike.

type LeadColumn = 'phone_number' | 'name' | 'external_id' | 'timezone'
/** Columns by what they hold. */
export type Mapping = Partial<Record<LeadColumn, string | null>>

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
export function guess(columns: readonly string[]): Partial<Record<LeadColumn, string>> {
  const known = columns.map((column) => ({ column, name: plain(column) }))
  const found = NAMES.flatMap(([field, names]) => {
    const [best] = names.flatMap((name) => known.filter((each) => each.name === name))
    return best ? [[field, best.column]] : []
  })
  return Object.fromEntries(found) as Partial<Record<LeadColumn, string>>
}

/** Of a longer header line only so much is looked at. */
const MAX_HEADER_LENGTH = 65_536

/** What the header line has most of, outside quotes; a comma when in doubt. */
export function delimiterOf(content: string): string {
  const start = /^\ufeff?[\r\n]*/.exec(content)![0].length
  const header = /^[^\r\n]*/.exec(content.slice(start, start + MAX_HEADER_LENGTH))![0].replace(/"[^"]*"/g, '')
  const counted = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).delimiter
}

/** Each column under a name of its own, also where the header has none or one twice. */
export function named(header: readonly string[]): string[] {
  const names = new Set<string>()
  for (const [at, given] of header.entries()) {
    const name = given || `column ${at + 1}`
    names.add(free(names, name, at + 1))
  }
  return [...names]
}

function free(names: ReadonlySet<string>, name: string, place: number): string {
  if (!names.has(name)) return name
  const numbered = `${name} (${place})`
  return names.has(numbered) ? free(names, numbered, place) : numbered
}

/** A row of a file as a row of the API: mapped columns in their fields, all others in `data`. Empty cells give nothing. */
export function toRow(record: Record<string, unknown>, mapping: Mapping) {
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
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
