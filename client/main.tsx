import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { transport, type Failure } from './api/http'
import { App } from './shell/App'
import { behindSignIn } from './shell/routing/enter'
import { loadShell } from './shell/routing/load-shell'
import { loadAppInfo } from './stores/app-info'
import { untilReady } from './stores/server'
import { adoptToken, readSharedSession, session } from './stores/session'
import { settings, startSettings } from './stores/settings'
import { tr } from './ui/useText'
import { toast } from './ui/overlay/toast'
import { clearSession } from './stores/sign-out'

transport.token = adoptToken
transport.swapKey = () => readSharedSession().swapKey
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

const REPEAT_MS = 5000

let last = { message: '', at: 0 }

/** Tells the operator of a failed request. Requests that fail together, as without a network, are told of once. */
function report({ message }: Failure): void {
  const now = Date.now()
  if (message === last.message && now - last.at < REPEAT_MS) return
  last = { message, at: now }
  toast.show(message, { tone: 'error' })
}

/**
 * The server no longer knows a session, or it is that of another user. On the login page everything is reset; elsewhere the operator may
 * sign in again on the spot. True when the request can be sent again.
 */
async function sessionEnded(...refused: Parameters<typeof transport.sessionEnded>): Promise<boolean> {
  if (location.pathname !== '/login') {
    const { resume } = await loadShell() // it is there: the page it draws has asked
    return resume(...refused)
  }
  const hadToken = session.token !== ''
  clearSession()
  if (hadToken) location.reload() // without a token there is nothing to reset, and reloading would go on for ever
  return false
}
