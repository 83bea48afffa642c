import './styles/base.css'
import './ui/feedback/starting.css'
import { TOKEN_COOKIE } from '#shared/constants'
import type { Ticket } from '#shared/access/login'
import type { Start } from '#shared/access/operator'
import { fill, type Locale, type TextKey } from '#shared/i18n/text'
import { entryTexts } from '#shared/i18n/texts/entry'
import { signInTexts } from '#shared/i18n/texts/sign-in'
import type { Stamped } from './api/access/stamp'
import { getVersion } from './api/health'
import { transport } from './api/http'
import type { Application } from './main'
import { openSignIn } from './pages/access/login/form'
import { rename, signInPage, translate, type SignInWay } from './pages/access/login/markup'
import './pages/access/login/page.css'
import { documentTitle, loginPath, pathAfterLogin } from './shell/routing/guard'
import { isHome } from './shell/routing/fixed-paths'
import { whenIdle } from './shell/routing/when-idle'
import { fetchFacts, keptFacts, type AppFacts, type DemoAccount } from './stores/app-config'
import {
  applyLook,
  installedLocale,
  isDarkIn,
  onSystemLook,
  readSettings,
  SETTINGS_KEY,
  takeAskedLocale,
  writeLook,
} from './stores/look'
import { readCookie } from './stores/cookie'
import { recordSession, SESSION_KEY } from './stores/session-record'
import { defaultSettings, type Settings } from './stores/setting-values'
import { takeNote } from './stores/sign-in-page'
import { writeJson } from './stores/storage'
import type { T, Values } from './stores/texts'
import { h, icon, nodeOf } from './ui/markup'

/**
 * The sign-in page, which the server sends for every address without a token. The form is in the HTML (`markup.ts`) and
 * works without the application, which loads behind it and then replaces it.
 */

let settings: Settings = { ...defaultSettings, ...readSettings(), locale: firstLocale() }
const texts: Partial<Record<TextKey, readonly [zh: string, en: string]>> = { ...entryTexts, ...signInTexts }
const say: T = (key: TextKey, values?: Values) =>
  fill(settings.locale, texts[key]?.[settings.locale === 'zh' ? 0 : 1] ?? key, values)

if (process.env.NODE_ENV !== 'production') document.body.prepend(nodeOf(signInPage(say))) // else the build has written it
const page = document.getElementById('sign-in')!
const part = (selector: string) => page.querySelector<HTMLElement>(selector)!
part('.login-place').replaceChildren()

const { pathname, search } = location
if (pathname !== '/login') history.replaceState(null, '', loginPath(pathname + search))

let facts: AppFacts = { ...keptFacts(), demoAccounts: [], setup: 'unknown' }
let state: { isCaptchaAsked: boolean; way: SignInWay } = { isCaptchaAsked: false, way: 'password' }
let isFirstOffered = false
let health: 'checking' | 'ok' | 'bad' = 'checking'
let version = ''
/** Set once there is a session: the application then takes over. */
let going: Promise<void> | undefined

transport.locale = () => settings.locale
transport.words = {
  network: () => say('error.network'),
  timeout: () => say('error.timeout'),
  status: (status) => say('error.http', { status }),
}
transport.starting = async (progress) => (await import('./ui/feedback/starting')).untilReady(progress, say)

const form = openSignIn(part('.login-card'), {
  say,
  leadsHome: () => isHome(new URL(pathAfterLogin(location.search), location.origin).pathname),
  onSignedIn: (ticket: Ticket, isKept, start) => {
    recordSession(ticket, { isKept })
    return goOn(start)
  },
  onChange(next) {
    state = next
    drawDemo()
  },
  showQr,
})
transport.failed = ({ message }) => form.tell(message)

const { message, isGood = false, username } = takeNote()
if (message) form.tell(message, { isGood })
if (username) form.offer({ username })

const wasOffered = !part('.login-ways').hidden
form.offerQr(facts.isWecomEnabled || wasOffered, { isLate: !facts.isWecomEnabled })
// The form can be used now. The server has sent the page in the language and colours of this browser, if it knows them.
setTimeout(() => {
  void showFacts()
  void showHealth()
  drawFacts(facts)
})

/** The language of the address, else the one chosen in this browser, else that of the installation. */
function firstLocale(): Locale {
  const asked = takeAskedLocale()
  if (asked) writeSettings({ ...readSettings(), locale: asked })
  return asked ?? readSettings().locale ?? installedLocale()
}

function writeSettings(changed: Partial<Settings>) {
  writeJson(SETTINGS_KEY, changed)
  writeLook(changed)
}

function change(changed: Partial<Settings>) {
  writeSettings({ ...readSettings(), ...changed })
  adopt()
}

/** Shows the stored settings, changed here or by another window. */
function adopt() {
  settings = { ...settings, ...readSettings() }
  draw()
  form.translate()
  void globalThis.application?.adoptSettings()
}

part('.login-language').addEventListener('click', () => change({ locale: settings.locale === 'zh' ? 'en' : 'zh' }))
part('.login-theme').addEventListener('click', () =>
  change({ themeMode: isDarkIn(settings.themeMode) ? 'light' : 'dark' }),
)
onSystemLook(draw)
window.addEventListener('storage', ({ key }) => {
  if (going) return
  if (key === SETTINGS_KEY) adopt()
  if (key === SESSION_KEY) followOtherWindow()
})

function draw() {
  if (!page.isConnected) return // the application has replaced it
  void applyLook(settings)
  translate(page, say)
  const isDark = isDarkIn(settings.themeMode)
  const theme = part('.login-theme')
  theme.replaceChildren(nodeOf(icon(isDark ? 'sun' : 'moon', 20)))
  rename(theme, isDark ? 'shell.toLight' : 'shell.toDark', say)
  part('.login-language').lang = settings.locale === 'zh' ? 'en' : 'zh-CN'
  const name = facts.name || say('app.defaultName')
  part('h1').textContent = name
  document.title = documentTitle(say('page.login'), name)
  drawDemo()
  drawHealth()
}

async function showFacts() {
  try {
    drawFacts(await fetchFacts())
  } catch {
    return // the server does not answer: the stored facts remain
  }
  globalThis.application?.adoptAppInfo()
  if (facts.setup === 'required') location.replace('/setup')
  form.offerQr(facts.isWecomEnabled, { isLate: true })
}

function drawFacts(next: AppFacts) {
  facts = next
  if (facts.logo) {
    const picture = h('img', { src: facts.logo, alt: '', width: '40', height: '40' })
    part('.login-brand > :first-child').replaceWith(nodeOf(picture))
  }
  draw()
}

/** Demo accounts; choosing one fills the form, and the first one fills it by default. */
function drawDemo() {
  const place = part('.login-place')
  const { demoAccounts } = facts
  if (demoAccounts.length === 0 || state.way !== 'password') return place.replaceChildren()
  const hint = say(state.isCaptchaAsked ? 'login.demoHintCaptcha' : 'login.demoHint')
  const buttons = demoAccounts.map((account) => {
    const button = nodeOf(h('button', { type: 'button', class: 'button button-default' }, account.label))
    button.addEventListener('click', () => form.offer(account))
    return button
  })
  const list = nodeOf(h('ul', { class: 'login-demo-accounts' }))
  list.append(...buttons.map((button) => (nodeOf(h('li')).append(button), button.parentElement!)))
  const section = nodeOf(
    h(
      'section',
      { class: 'login-demo', 'aria-label': say('login.demo') },
      h('p', {}, `${say('login.demo')} · ${hint}`),
    ),
  )
  section.append(list)
  place.replaceChildren(section)
  offerFirst(demoAccounts[0]!)
}

function offerFirst(account: DemoAccount) {
  if (isFirstOffered) return
  isFirstOffered = true
  if (form.nameOf() === '') form.offer(account) // unless the operator was faster
}

/** The version of the server, and its availability. */
async function showHealth() {
  try {
    version = await getVersion()
    health = 'ok'
  } catch {
    health = 'bad'
  }
  drawHealth()
}

function drawHealth() {
  const line = part('.service-health')
  line.dataset['health'] = health
  const dot = nodeOf(h('span', { class: 'service-health-dot', 'aria-hidden': 'true' }))
  const said = nodeOf(h('span'))
  said.append(`${say('login.health')} `, dot, ` ${say(`health.${health}`)}`)
  line.replaceChildren(...(version ? [nodeOf(h('span', {}, `v${version}`))] : []), said)
}

/** Another window of this browser has signed in: its cookie may arrive after its message. */
function followOtherWindow(triesLeft = 20) {
  if (readCookie(TOKEN_COOKIE)) void goOn()
  else if (triesLeft > 0) setTimeout(followOtherWindow, 50, triesLeft - 1)
}

/** The application; the build writes its file name into the page. */
async function loadApplication(): Promise<Application> {
  const address = document.querySelector<HTMLMetaElement>('meta[name=app-script]')?.content
  await (process.env.NODE_ENV === 'production' ? import(address!) : import('./main'))
  if (!application) throw new Error('The application has not said what it can do.')
  return application
}

// Without a network the address alone chooses the page (ADR 84): a signed-in operator gets the requested page.
if (readCookie(TOKEN_COOKIE)) void goOn()
else whenIdle(() => void loadApplication().then(({ prepare }) => prepare(), ignore))

/** A failed prefetch is repeated when needed, and then reported. */
function ignore() {}

/** There is a session: the application replaces the form. */
function goOn(first: Stamped<Start> | null = null): Promise<void> {
  return (going ??= handOver(first))
}

/** If the application cannot be loaded, the browser requests its page. */
async function handOver(first: Stamped<Start> | null) {
  const target = pathAfterLogin(location.search)
  try {
    const { start } = await loadApplication()
    history.replaceState(null, '', target)
    await start(first)
    form.close()
  } catch {
    location.replace(target)
  }
}

function showQr(panel: HTMLElement): () => void {
  let isShown = true
  let hide = () => {}
  void loadApplication().then(
    ({ showQrSignIn }) => {
      if (isShown) hide = showQrSignIn(panel, () => void goOn())
    },
    () => panel.replaceChildren(nodeOf(h('p', { role: 'alert' }, say('error.network')))),
  )
  return () => {
    isShown = false
    hide()
    panel.replaceChildren() // the previous message
  }
}
