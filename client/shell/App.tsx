import { useEffect, Component, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { navigate, usePathname } from 'wouter/use-browser-location'
import { LoginPage } from '../pages/access/login/LoginPage'
import { notices } from '../stores/notices'
import { server } from '../stores/server'
import { adoptSignIn, SESSION_KEY, session, signInElsewhere } from '../stores/session'
import { settings } from '../stores/settings'
import { withMoreStyles } from '../ui/app/app-styles'
import { beyondSignIn } from '../ui/app/beyond-sign-in'
import { ConfirmHost } from '../ui/overlay/confirm'
import { part } from '../ui/part'
import { Progress } from '../ui/feedback/Progress'
import { ToastHost } from '../ui/overlay/toast'
import { LocaleContext, useText, tr } from '../ui/useText'
import type { StartProgress } from '../api/failure'
import { Button } from '../ui/Button'
import { AuthRedirect } from './AuthRedirect'
import { pathAfterLogin } from './routing/guard'
import { loadShell } from './routing/load-shell'
import { Preferences } from './Preferences'
import { useDocumentTitle } from './useDocumentTitle'
import { useGuard } from './routing/useGuard'
import { whenIdle } from './routing/when-idle'
import './App.css'

const Shell = part(loadShell)
/** Nothing where its code cannot be had either: the page goes on by itself once the server answers. */
const OfflineStrip = part(() =>
  loadShell().then(
    (shell) => ({ default: shell.OfflineStrip }),
    () => ({ default: () => null }),
  ),
)
/** A screen on the wall, which has no session. */
const Wall = part(async () => ({ default: (await loadShell()).Wall }))
const SetupPage = part(() => beyondSignIn(() => withMoreStyles(() => import('../pages/access/setup/SetupPage'))))
/** All parts of the kit on one page, for those who build with them. */
const DevUiPage =
  process.env.NODE_ENV === 'production'
    ? undefined
    : part(() => beyondSignIn(() => withMoreStyles(() => import('../pages/dev-ui/DevUiPage'))))

export function App() {
  const { starting } = useSnapshot(server)
  const { locale } = useSnapshot(settings)
  return (
    <LocaleContext value={locale}>
      {starting && <StartingPage {...starting} />}
      {/* Kept while the server starts: what has been typed is still there afterwards. */}
      <div className="app" hidden={starting !== null}>
        <AppBoundary>
          <Place />
        </AppBoundary>
      </div>
      <ConfirmHost />
      <ToastHost />
      {/* Last: what comes and goes before other elements has all of theirs restyled. */}
      <Progress />
    </LocaleContext>
  )
}

/** What stands at the present address. */
function Place() {
  const path = usePathname()
  if (DevUiPage && path === '/dev/ui') return <DevUiPage />
  return path === '/wall' ? <Wall /> : <GuardedPlace path={path} />
}

function GuardedPlace({ path }: { path: string }) {
  const isAdmitted = useGuard()
  if (!isAdmitted) return <Waiting />
  if (path === '/login') return <Login />
  if (path === '/setup') return <Setup />
  if (path === '/auth-redirect') return <AuthRedirect />
  return <Shell />
}

/** Who is signed in is being loaded, or another address comes at once. */
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

function Login() {
  useDocumentTitle('page.login')
  useEffect(() => whenIdle(() => void loadShell().then(({ preloadHome }) => preloadHome(), ignore)), [])
  useEffect(() => {
    async function follow({ key }: StorageEvent) {
      if (key !== SESSION_KEY) return
      adoptSignIn(await signInElsewhere())
      if (session.token) goOn()
    }
    const listen = (event: StorageEvent) => void follow(event)
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [])
  return <LoginPage tools={<Preferences />} onSignedIn={goOn} />
}

const goOn = () => navigate(pathAfterLogin(location.search))

function Setup() {
  useDocumentTitle('page.setup')
  return <SetupPage tools={<Preferences />} onDone={() => navigate('/login', { replace: true })} />
}

/** What was fetched ahead is fetched again when it is needed, and tells then. */
function ignore() {}

/** In place of everything while the server opens and fills its database. */
function StartingPage({ phase, done, total }: StartProgress) {
  const t = useText()
  const step = (['database', 'data', 'accounts'] as const).find((name) => name === phase)
  return (
    <main className="starting">
      <div className="starting-card card">
        <h1>{t('error.starting')}</h1>
        <progress aria-label={t('error.starting')} {...(total > 0 && { value: done, max: total })} />
        <p role="status">{step ? t(`starting.${step}`) : t('starting.soon')}</p>
        <p className="starting-hint">{t('starting.hint')}</p>
      </div>
    </main>
  )
}

/** The last net: when not even the frame around the pages can be drawn, or its file not be fetched. */
class AppBoundary extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: '' }

  static getDerivedStateFromError(thrown: unknown) {
    return { message: String(thrown) }
  }

  /** As if nothing had caught it: the console says it, and the list of errors where the frame has begun to keep one. */
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
