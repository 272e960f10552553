const escaped = (text: string) => text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The page may be read, and do nothing. */
export const ERROR_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** What a person sees who was sent here with a request that cannot be taken, and cannot be sent back with the reason. */
export const errorPage = (error: string, description = '') => `<!doctype html>
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
<p><code>${escaped(error)}${description ? `: ${escaped(description)}` : ''}</code></p>
</body>
</html>
`
