import { createRequire } from 'node:module'
import texts from '../../data/invoice-texts.json' with { type: 'json' }
import type { InvoiceLanguage } from '../../inputs/billing.ts'
import type { Invoice } from '../../generated/prisma/client.ts'
import { formatMicros } from '../../kernel/lib/money.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { type InvoiceCustomer, linesOf, titleOf } from './invoices.ts'
import { monthOf } from './usage.ts'

type Texts = (typeof texts)['en']

/** Characters that every PDF reader has a font for. */
const BUILT_IN = /^[\n\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026\u20ac]*$/
/** Characters of the font files, for other texts. Each gets the first one that has all of its letters. */
const SUBSETS: readonly [name: string, characters: RegExp][] = [
  ['latin-ext', /^[\n\x20-\u02ff\u1e00-\u1eff\u2013-\u2026\u20a0-\u20bf]*$/],
  ['cyrillic', /^[\n\x20-\x7e\u0400-\u045f\u0490-\u0491\u2116]*$/],
  ['greek', /^[\n\x20-\x7e\u0370-\u03ff]*$/],
]

const [LEFT, RIGHT, WIDTH] = [50, 545, 495]
const GRAY = '#5c6370'

/** Renders an invoice as a PDF of one page, in the reader's language. Letters that no font has are shown as question marks. */
export async function renderPdf(invoice: Invoice, language: InvoiceLanguage): Promise<Buffer> {
  // Few servers issue invoices, so the library isn't loaded at the start.
  const { default: PDFDocument } = await import('pdfkit')
  const t: Texts = texts[language]
  const customer = fromJson<InvoiceCustomer>(invoice.customer as never)
  const title = titleOf(invoice)
  const pdf = new PDFDocument({ size: 'A4', margin: LEFT, info: { Title: `${t.invoice} ${title}`, CreationDate: invoice.issuedAt }, lang: language })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))

  const put = (given: string, x: number, y: number, { bold = false, size = 10, color = '#000', ...options } = {}) => {
    const text = readable(given)
    pdf
      .font(fontOf(text, bold))
      .fontSize(size)
      .fillColor(color)
      .text(text, x, y, { width: WIDTH, lineBreak: false, ...options })
  }
  const right = (text: string, y: number, bold = false) => put(text, LEFT, y, { bold, align: 'right' } as object)
  const rule = (y: number) => pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#c9cdd4').stroke()

  put(`${t.invoice} ${title}`, LEFT, 50, { bold: true, size: 20 })
  const { start, end } = monthOf(new Date(`${invoice.month}-01T00:00:00Z`))
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  put(`${t.period}: ${date.format(start)} – ${date.format(new Date(end.getTime() - 1))}`, LEFT, 84, { color: GRAY })
  put(`${t.issued}: ${date.format(invoice.issuedAt)}`, LEFT, 100, { color: GRAY })

  put(invoice.issuer, 345, 54, { size: 9, color: GRAY, align: 'right', lineBreak: true, lineGap: 2, width: 200, height: 110, ellipsis: true } as object)

  put(t.billTo, LEFT, 136, { bold: true })
  put([customer.legalName || customer.name, customer.address].filter(Boolean).join('\n'), LEFT, 152, {
    lineBreak: true,
    lineGap: 4,
    width: 300,
    height: 150,
    ellipsis: true,
  } as object)
  let y = Math.max(pdf.y, 170) + 4
  if (customer.taxId) put(`${t.taxId}: ${customer.taxId}`, LEFT, y)
  if (customer.legalName) put(`${t.workspace}: ${customer.name}`, LEFT, (y += customer.taxId ? 16 : 0), { color: GRAY })

  const lines = linesOf(invoice)
  const money = moneyFormat(language, invoice.currency, [invoice.openingBalance, ...lines.map(({ amount }) => amount), invoice.closingBalance])
  y += 48
  const row = (label: string, count: string, amount: bigint, bold = false) => {
    put(label, LEFT, y, { bold })
    put(count, LEFT, y, { width: 330, align: 'right' } as object)
    right(money(amount), y, bold)
    rule((y += 20))
    y += 8
  }
  put(t.line, LEFT, y, { color: GRAY })
  put(t.count, LEFT, y, { color: GRAY, width: 330, align: 'right' } as object)
  put(t.amount, LEFT, y, { color: GRAY, align: 'right' } as object)
  rule((y += 20))
  y += 8
  row(t.opening, '', invoice.openingBalance)
  const count = new Intl.NumberFormat(language)
  for (const line of lines) row(t[line.type as keyof Texts] ?? line.type, count.format(line.count), line.amount)
  row(t.closing, '', invoice.closingBalance, true)
  put(t.prepaid, LEFT, y + 16, { color: GRAY, size: 9 })
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

const subsetOf = (text: string) => SUBSETS.find(([, characters]) => characters.test(text))?.[0]

function fontOf(text: string, bold: boolean): string {
  if (BUILT_IN.test(text)) return bold ? 'Helvetica-Bold' : 'Helvetica'
  return createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-${subsetOf(text) ?? 'latin-ext'}-400-normal.woff`)
}

/** French numbers have narrow spaces, which few fonts have. */
const readable = (text: string) => {
  const plain = text.replaceAll('\u202f', '\u00a0')
  return BUILT_IN.test(plain) || subsetOf(plain) ? plain : plain.replace(/[^\n\x20-\u02ff\u1e00-\u1eff]/gu, '?')
}

/** Formats micro-units exactly, all with as many decimals as the amount that needs most, at least two. */
function moneyFormat(language: string, currency: string, amounts: readonly bigint[]) {
  const decimals = [2, 3, 4, 5].find((count) => amounts.every((micros) => micros % 10n ** BigInt(6 - count) === 0n)) ?? 6
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  // A decimal string keeps every digit, which a number would not.
  return (micros: bigint) => format.format(formatMicros(micros) as unknown as number)
}
