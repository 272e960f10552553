const escapeHtml = (text: string) => text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page cannot load or run anything. */
export const ERROR_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** The page for an invalid authorization request that cannot be redirected back to the app. */
export const renderErrorPage = (error: string, description = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This app cannot be connected</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem }
code { overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>This app cannot be connected</h1>
<p>The app sent a request that Callwright cannot accept. The app did not get access. Close this page and start again from the app.</p>
<p><code>${escapeHtml(error)}${description ? `: ${escapeHtml(description)}` : ''}</code></p>
</body>
</html>
`
