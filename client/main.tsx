import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { transport } from './api/http'
import { App } from './shell/App'
import { behindSignIn } from './shell/routing/enter'
import { loadShell } from './shell/routing/load-shell'
import { report } from './shell/report'
import { sessionEnded } from './shell/session-ended'
import { loadAppInfo } from './stores/app-info'
import { untilReady } from './stores/server'
import { adoptToken, readLife, session } from './stores/session'
import { settings, startSettings } from './stores/settings'
import { tr } from './ui/useText'

transport.token = adoptToken
transport.swapKey = () => readLife().swapKey
transport.locale = () => settings.locale
transport.words = {
  network: () => tr('error.network'),
  timeout: () => tr('error.timeout'),
  status: (status) => tr('error.http', { status }),
}
transport.failed = report
transport.sessionEnded = sessionEnded
transport.starting = untilReady
behindSignIn.load = loadShell

/** A form that is on the screen already would be pushed about by what the server tells of it: that may come first. */
const APP_INFO_MS = 150
const appInfo = Promise.race([loadAppInfo(), new Promise((later) => setTimeout(later, APP_INFO_MS))])
if (session.token) void loadShell().catch(() => {}) // what is drawn of it will say so
void Promise.all([startSettings(), session.token || appInfo]).then(draw)

function draw() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
