import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Maximum rows of a sheet and characters of a cell (Excel specifications and limits). */
const MAX_ROWS = 1_048_576
const MAX_TEXT = 32_767
const CUT = ' […]'
/** Size of the chunks that are written, in characters. */
const CHUNK = 65_536

/** An amount of money, shown as a number with all its decimals. */
export interface Amount {
  amount: string
}
export type Cell = string | number | boolean | Date | Amount | null | undefined

/** Indexes in the list of cell formats below. */
const STYLE = { header: 1, moment: 2, amount: 3 }

/**
 * Writes a workbook (ECMA-376) while its rows are read, so that few rows are in memory. Rows beyond the limit of a sheet continue on
 * another sheet with the same header. Times are in UTC. Text is never a formula.
 */
export function writeXlsx(name: string, header: readonly string[], rows: AsyncIterable<readonly Cell[]>, mostRows = MAX_ROWS): Readable {
  const zip = new ZipFile()
  const book = zip.outputStream as Readable
  const lines = rows[Symbol.asyncIterator]()
  let [sheets, next]: [number, Promise<IteratorResult<readonly Cell[]>> | null] = [0, null]
  const take = () => (next ??= lines.next())

  async function* sheetText() {
    let text = SHEET_BEGIN + rowOf(1, header, ` s="${STYLE.header}"`)
    for (let row = 2, line = await take(); !line.done && row <= mostRows; row++) {
      text += rowOf(row, line.value)
      next = null
      if (text.length >= CHUNK) {
        yield text
        text = ''
      }
      line = await take()
    }
    yield `${text}</sheetData></worksheet>`
    if ((await take()).done) finish()
    else addSheet()
  }

  function addSheet() {
    sheets += 1
    const sheet = Readable.from(sheetText(), { objectMode: false, highWaterMark: CHUNK })
    // Stops reading rows once the consumer stops reading.
    book.once('close', () => sheet.destroy())
    sheet.once('error', (error) => book.destroy(error))
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: 4 })
  }

  function finish() {
    for (const [path, text] of Object.entries(partsOf(name, sheets))) zip.addBuffer(Buffer.from(XML + text), path)
    zip.end()
  }

  zip.once('error', (error) => book.destroy(error as Error))
  book.once('close', () => void lines.return?.())
  addSheet()
  return book
}

const rowOf = (number: number, cells: readonly Cell[], style = '') =>
  `<row r="${number}">${cells.map((cell, at) => cellOf(`${columnName(at)}${number}`, cell, style)).join('')}</row>`

function cellOf(place: string, cell: Cell, style: string): string {
  if (cell === null || cell === undefined || cell === '') return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"${style}><v>${cell}</v></c>` : ''
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"${style}><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date) return `<c r="${place}" s="${STYLE.moment}"><v>${serialDate(cell)}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}" s="${STYLE.amount}"><v>${cell.amount}</v></c>`
  return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(truncateCell(cell))}</t></is></c>`
}

/** Converts a date to a spreadsheet's serial date: days since December 30, 1899. */
const serialDate = (date: Date) => date.getTime() / 86_400_000 + 25_569

/** Truncates text without splitting a surrogate pair. */
const truncateCell = (text: string) => (text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT - CUT.length).replace(/[\ud800-\udbff]$/, '') + CUT)

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes text and removes characters that XML cannot hold. Text such as `_x0041_` would be read as a character, so it is escaped too. */
const escapeXml = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- removes control characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign]!)

/** Returns the name of a column: A to Z, AA and so on. */
function columnName(at: number): string {
  const known = COLUMNS[at]
  if (known) return known
  return (COLUMNS[at] = (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26)))
}
const COLUMNS: string[] = []

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The header row is frozen. */
const SHEET_BEGIN =
  `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  '<sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>'

const STYLES =
  `<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/><numFmt numFmtId="165" formatCode="0.0000##"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>'

/** Returns the parts of a workbook other than its sheets. */
function partsOf(name: string, sheets: number): Record<string, string> {
  const all = Array.from({ length: sheets }, (_, at) => at + 1)
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`
  const relations = (...each: string[]) => `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
  const part = (path: string, type: string) => `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${type}+xml"/>`
  return {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>${all.map((at) => `<sheet name="${at === 1 ? name : `${name} ${at}`}" sheetId="${at}" r:id="rId${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...all.map((at) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at}.xml`)),
      relation(`rId${sheets + 1}`, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': STYLES,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${all.map((at) => part(`worksheets/sheet${at}`, 'worksheet')).join('')}</Types>`,
  }
}
