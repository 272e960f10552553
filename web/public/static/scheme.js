// Before anything is painted: the colours that were chosen, so that a dark page never flashes white, and whether the frame can be shown at once.
try {
  const root = document.documentElement
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const isStandalone = /^\/(sign-in|sign-up|invitation|reset-password|connect)\b/.test(location.pathname)
  if (localStorage.getItem('callwright-signed-in') && !isStandalone) root.dataset.signedIn = ''
} catch {}
