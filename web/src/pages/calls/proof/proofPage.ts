import type { ProofGroup } from './useProofRows.ts'

interface Page {
  language: string
  title: string
  about: string
  groups: ProofGroup[]
  /** The signed proof, which the server administrator's command reads from the file. */
  signed: object
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}th{text-align:start;vertical-align:top;font-weight:600;width:14rem}td,th{padding:.25rem .5rem;border-bottom:1px solid;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%;table-layout:fixed}'

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Builds a page of a proof that needs nothing else: what it says in the reader's language, and the signed document. */
export function renderProof({ language, title, about, groups, signed }: Page): string {
  const rows = (group: ProofGroup) => group.rows.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`).join('')
  const tables = groups.map((group) => `<h2>${escape(group.title)}</h2><table>${rows(group)}</table>`).join('\n')
  // In a script, only "<" could end the text.
  const json = JSON.stringify(signed).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><h1>${escape(title)}</h1><p>${escape(about)}</p>
${tables}
<script type="application/json" id="proof">${json}</script></body></html>
`
}
