import './styles/base.css'
import './ui/feedback/starting.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Start } from '#shared/access/operator'
import type { Stamped } from './api/access/stamp'
import { transport, type Failure } from './api/http'
import { mountQr } from './pages/access/login/mount-qr'
import { App, preloadShell } from './shell/App'
import { behindSignIn, enter } from './shell/routing/enter'
import { fixedRedirects } from './shell/routing/fixed-paths'
import { isOpen } from './shell/routing/guard'
import { loadShell } from './shell/routing/load-shell'
import { adoptAppInfo, loadAppInfo } from './stores/app-info'
import { adoptRecord, adoptToken, session } from './stores/session'
import { readSharedSession } from './stores/session-record'
import { adoptSettings, settings, startSettings } from './stores/settings'
import { clearSession } from './stores/sign-out'
import { toast } from './ui/overlay/toast'
import { tr } from './ui/useText'

/** The functions of the loaded application for the sign-in page. (The script of a page exports nothing.) */
export type Application = {
  /** Loads the parts of the first page. */
  prepare: () => Promise<void>
  /** Replaces the sign-in page, once there is something to show. `first` may have come with the sign-in. */
  start: (first: Stamped<Start> | null) => Promise<void>
  /** Draws the sign-in by QR code. Returns a function that removes it. */
  showQrSignIn: (panel: HTMLElement, onSignedIn: () => void) => () => void
  /** Takes over the chosen language and colours. */
  adoptSettings: () => Promise<void>
  /** Takes over the server's facts. */
  adoptAppInfo: () => void
}

declare global {
  var application: Application | undefined
}

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
transport.starting = async (progress) => (await import('./ui/feedback/starting')).untilReady(progress, tr)
behindSignIn.load = loadShell

const signInPage = document.getElementById('sign-in')
const isReady = startSettings()

if (signInPage) {
  globalThis.application = {
    prepare: async () => (await loadShell()).preloadHome(),
    async start(first) {
      adoptRecord()
      adoptAppInfo()
      await Promise.all([isReady.then(adoptSettings), enter(first), preloadShell()])
      if (session.token) draw() // otherwise the browser is going back
    },
    showQrSignIn(panel, onSignedIn) {
      adoptAppInfo()
      return mountQr(panel, { onSignedIn })
    },
    adoptSettings,
    adoptAppInfo,
  }
} else {
  void loadAppInfo()
  if (session.token && !isOpen(location.pathname)) void enter() // the guard requests it too, but later
  void isReady.then(draw)
}

function draw() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // Otherwise everything would be drawn for this address, and again for its target.
  const target = session.token && fixedRedirects[location.pathname]
  if (target) history.replaceState(null, '', target)
  // Removing a focused element forces a layout of the whole page.
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && signInPage?.contains(activeElement)) activeElement.blur()
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App onDrawn={() => signInPage?.remove()} />
      </StrictMode>,
    ),
  )
}

const REPEAT_MS = 5000

let last = { message: '', at: 0 }

/** Reports a failed request to the operator. Requests that fail together, as without a network, are reported once. */
function report({ message }: Failure): void {
  const now = Date.now()
  if (message === last.message && now - last.at < REPEAT_MS) return
  last = { message, at: now }
  toast.show(message, { tone: 'error' })
}

/**
 * The server no longer knows the session, or it is another user's: the operator may sign in again on the spot. True if
 * the request can be sent again. If no page of theirs is shown, everything is reset.
 */
async function sessionEnded(...refused: Parameters<typeof transport.sessionEnded>): Promise<boolean> {
  if (location.pathname !== '/login') {
    const { resume } = await loadShell() // already loaded: the request came from its page
    return resume(...refused)
  }
  clearSession()
  location.reload()
  return false
}
