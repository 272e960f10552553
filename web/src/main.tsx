import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { speaks } from './messages.ts'

const draw = () =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )

// Where a part waits for its texts while it is drawn, React holds back what comes next for a third of a second, each time.
void speaks('shell', 'words')()
void speaks('common')().then(draw)
