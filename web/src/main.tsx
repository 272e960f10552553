import './theme/fonts.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './theme/controls.css'
import './main.css'
import './theme/forcedColors.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { preloadMessages } from './messages.ts'
import { router } from './routes.tsx'

const render = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

// The code of the page loads while the session is renewed.
if (document.documentElement.dataset.signedIn !== undefined) router.preload(location.pathname + location.search)
// If a component suspends for its messages while rendering, React delays the next reveal by 300 ms each time.
void preloadMessages('shell', 'words')()
void preloadMessages('common')().then(render)
