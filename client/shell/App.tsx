import { useEffect, useLayoutEffect, Component, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { usePathname } from 'wouter/use-browser-location'
import { notices } from '../stores/notices'
import { settings } from '../stores/settings'
import { leaveForSignIn } from '../stores/sign-in-page'
import { withMore } from '../ui/app/more'
import { beyondSignIn } from '../ui/app/beyond-sign-in'
import { ConfirmHost } from '../ui/overlay/confirm'
import { part } from '../ui/part'
import { Progress } from '../ui/feedback/Progress'
import { ToastHost } from '../ui/overlay/toast'
import { LocaleContext, tr } from '../ui/useText'
import { Button } from '../ui/Button'
import { AuthRedirect } from './AuthRedirect'
import { loadShell } from './routing/load-shell'
import { Preferences } from './Preferences'
import { useDocumentTitle } from './useDocumentTitle'
import { useGuard } from './routing/useGuard'
import './App.css'

const Shell = part(loadShell)
/** Preloads the frame, so that it is drawn together with the application. */
export const preloadShell = Shell.preload
/** Nothing if its code cannot be loaded either: the page recovers once the server answers. */
const OfflineStrip = part(() =>
  loadShell().then(
    (shell) => ({ default: shell.OfflineStrip }),
    () => ({ default: () => null }),
  ),
)
/** The wall of a display, which has no session. */
const Wall = part(async () => ({ default: (await loadShell()).Wall }))
const SetupPage = part(() => beyondSignIn(() => withMore(() => import('../pages/access/setup/SetupPage'))))
/** All parts of the kit on one page, for developers. */
const DevUiPage =
  process.env.NODE_ENV === 'production'
    ? undefined
    : part(() => beyondSignIn(() => withMore(() => import('../pages/dev-ui/DevUiPage'))))

/** @param onDrawn called before the first paint */
export function App({ onDrawn }: { onDrawn: () => void }) {
  const { locale } = useSnapshot(settings)
  useLayoutEffect(onDrawn, [onDrawn])
  return (
    <LocaleContext value={locale}>
      <div className="app">
        <AppBoundary>
          <Place />
        </AppBoundary>
      </div>
      <ConfirmHost />
      <ToastHost />
      {/* Last: adding or removing it before other elements would restyle all of them. */}
      <Progress />
    </LocaleContext>
  )
}

/** The content of the present address. */
function Place() {
  const path = usePathname()
  if (DevUiPage && path === '/dev/ui') return <DevUiPage />
  return path === '/wall' ? <Wall /> : <GuardedPlace path={path} />
}

function GuardedPlace({ path }: { path: string }) {
  const isAdmitted = useGuard()
  if (!isAdmitted) return <Waiting />
  if (path === '/login') return <SignInPage />
  if (path === '/setup') return <Setup />
  if (path === '/auth-redirect') return <AuthRedirect />
  return <Shell />
}

/** Shown while the operator is being loaded, or before a redirect. */
function Waiting() {
  const { isOffline } = useSnapshot(notices)
  return (
    isOffline && (
      <main>
        <h1 className="sr-only">{document.title}</h1>
        <div role="status">
          <OfflineStrip />
        </div>
      </main>
    )
  )
}

/** A separate page, outside the application. */
function SignInPage() {
  useEffect(() => leaveForSignIn(location.pathname + location.search), [])
  return null
}

function Setup() {
  useDocumentTitle('page.setup')
  return <SetupPage tools={<Preferences />} onDone={(note) => leaveForSignIn('/login', note)} />
}

/** The last error boundary: if the frame around the pages cannot be drawn or loaded. */
class AppBoundary extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: '' }

  static getDerivedStateFromError(thrown: unknown) {
    return { message: String(thrown) }
  }

  /** As for an uncaught error: it goes to the console, and to the list of errors if the frame already keeps one. */
  override componentDidCatch(error: unknown) {
    reportError(error)
  }

  override render() {
    const { message } = this.state
    if (!message) return this.props.children
    return (
      <main className="app-failed" role="alert">
        <h1>{tr('error.unknown')}</h1>
        <p>{message}</p>
        <Button onClick={() => location.reload()}>{tr('action.refresh')}</Button>
      </main>
    )
  }
}
