import type { ServerResponse } from 'node:http'
import { Router } from 'express'
import { beginRequest } from '../../kernel/http/requests.ts'
import * as recipients from '../../services/alerts/alertRecipients.ts'
import { parseLink } from '../../services/alerts/alertRecipientLinks.ts'

const WORDS = {
  confirm: {
    ask: ['Confirm your email address', 'Callwright sends alerts to this address once you confirm it.', 'Confirm address'],
    done: ['Address confirmed', 'You now receive alerts at this address. Each email has a link to unsubscribe.'],
  },
  unsubscribe: {
    ask: ['Unsubscribe from alerts', 'Callwright stops sending you alerts of this workspace.', 'Unsubscribe'],
    done: ['Unsubscribed', 'You no longer receive alerts of this workspace.'],
  },
} as const
const GONE = [
  'This link no longer works',
  'The link was used, replaced by a newer one, or has expired. Ask a member of the workspace to send another one.',
] as const

/**
 * Serves the pages of links in emails. Opening a page changes nothing, since mail servers open links too. The button on the page applies
 * the change, or the mail program's one-click unsubscribe (RFC 8058).
 */
export function createEmailLinkRouter(): Router {
  const router = Router()
  for (const action of ['confirm', 'unsubscribe'] as const) {
    router.get(`/email/${action}/:token`, (req, res) => {
      beginRequest(req, res, `/email/${action}/{token}`)
      const [title, text, button] = WORDS[action].ask
      return parseLink(action, req.params.token) ? sendPage(res, 200, title, text, button) : sendPage(res, 404, ...GONE)
    })
    router.post(`/email/${action}/:token`, async (req, res) => {
      beginRequest(req, res, `/email/${action}/{token}`)
      req.resume()
      const recipient = parseLink(action, req.params.token)
      const isDone = recipient && (await recipients.applyResponse(recipient.id, action === 'confirm' ? 'confirmed' : 'unsubscribed', recipient.askedAt))
      return isDone ? sendPage(res, 200, WORDS[action].done[0], WORDS[action].done[1]) : sendPage(res, 404, ...GONE)
    })
  }
  return router
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** The pages contain only our own text, so nothing is escaped. */
const sendPage = (res: ServerResponse, status: number, title: string, text: string, button?: string) =>
  void res.writeHead(status, HEADERS).end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem }
button { font: inherit; padding: .5rem 1rem }
</style>
</head>
<body>
<h1>${title}</h1>
<p>${text}</p>
${button ? `<form method="post"><button type="submit">${button}</button></form>` : ''}
</body>
</html>
`)
