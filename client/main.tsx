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
  /** Fetches what the first page is made of. */
  prepare: () => Promise<void>
  /** Takes the place of the sign-in page, once there is something to show. `first` may have come with the sign-in. */
  start: (first: Stamped<Start> | null) => Promise<void>
  /** Draws the sign-in by QR code. Returns how to take it away. */
  showQrSignIn: (panel: HTMLElement, onSignedIn: () => void) => () => void
  /** Takes over the language and colours that were chosen. */
  adoptSettings: () => Promise<void>
  /** Takes over what the server has told of itself. */
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
      if (session.token) draw() // else the browser is on its way back
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
  if (session.token && !isOpen(location.pathname)) void enter() // the guard asks for it too, but is drawn later
  void isReady.then(draw)
}

function draw() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // Else everything would be drawn for this address, and again for where it leads.
  const target = session.token && fixedRedirects[location.pathname]
  if (target) history.replaceState(null, '', target)
  // Removing an element that has the focus lays out the whole page.
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

/** Tells the operator of a failed request. Requests that fail together, as without a network, are told of once. */
function report({ message }: Failure): void {
  const now = Date.now()
  if (message === last.message && now - last.at < REPEAT_MS) return
  last = { message, at: now }
  toast.show(message, { tone: 'error' })
}

/**
 * The server no longer knows a session, or it is that of another user: the operator may sign in again on the spot. True
 * when the request can be sent again. Where nothing of theirs is shown, everything is reset.
 */
async function sessionEnded(...refused: Parameters<typeof transport.sessionEnded>): Promise<boolean> {
  if (location.pathname !== '/login') {
    const { resume } = await loadShell() // it is there: the page it draws has asked
    return resume(...refused)
  }
  clearSession()
  location.reload()
  return false
}
