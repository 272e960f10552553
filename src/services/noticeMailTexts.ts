import type { Notice } from '../generated/prisma/client.ts'
import { settings } from '../settings.ts'
import { textOf } from './noticeTexts.ts'

/** What an e-mail about a notice says, in plain words and in HTML. */
export function contentOf(notice: Notice, workspace: string) {
  const { title, message, path } = textOf(notice)
  const link = `${settings.publicUrl}${path}`
  const over = notice.clearedAt && `It is over since ${notice.clearedAt.toISOString()}.`
  const why = `You are told because your address stands in the notice settings of the workspace "${workspace}".`
  const lines = [title, message, ...(over ? [over] : []), `Noticed at ${notice.raisedAt.toISOString()}.`]
  return {
    subject: `[${workspace}] ${title}`,
    text: `${[...lines, link].join('\n\n')}\n\n-- \n${why}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:40em">
<h2>${escaped(title)}</h2>
${lines
  .slice(1)
  .map((line) => `<p>${escaped(line)}</p>`)
  .join('\n')}
<p><a href="${escaped(link)}">Look into it</a></p>
<p style="color:#666;font-size:smaller">${escaped(why)}</p>
</body></html>
`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
