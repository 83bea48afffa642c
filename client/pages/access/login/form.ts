import type { Ticket } from '#shared/access/login'
import type { Start } from '#shared/access/operator'
import { codes } from '#shared/envelope'
import type { Stamped } from '../../../api/access/stamp'
import { login } from '../../../api/access/login'
import { Failure } from '../../../api/failure'
import { afterPaint } from '../../../ui/paint/after-paint'
import { readText, writeText } from '../../../stores/storage'
import type { T } from '../../../stores/texts'
import { h, icon, nodeOf } from '../../../ui/markup'
import { openCaptcha } from './captcha'
import { idOf, rename, translate, type SignInWay } from './markup'
import { openWaits } from './waits'
import '../../../ui/Button.css'
import '../../../ui/icons/Icon.css'
import '../../../ui/form/Field.css'
import '../../../ui/input/PasswordInput.css'
import './form.css'

type SignInHost = {
  /** Reads a text in the current language. */
  say: T
  /** True over a page to return to: the duration of the session was chosen before. */
  isInDialog?: boolean
  /** True if the dashboard comes next: its data then come with the sign-in. */
  leadsHome?: () => boolean
  /** Continues with the session. Its error is shown below the form. */
  onSignedIn: (ticket: Ticket, isKept: boolean, start: Stamped<Start> | null) => Promise<void> | void
  /** Called with the need for a captcha, and the visible form. */
  onChange?: (state: { isCaptchaAsked: boolean; way: SignInWay }) => void
  /** Draws the QR code into an element, and returns a function that removes it. */
  showQr: (panel: HTMLElement) => () => void
}

const fields = ['username', 'password', 'code'] as const
type FieldName = (typeof fields)[number]
/** The error of each field. An empty text means "missing", in the current language. */
type Complaints = { [Name in FieldName]?: string }

/**
 * Runs the form below `root` (`markup.ts`): name and password, captcha, waits, and the QR code. It needs no framework,
 * so that it works before the application is loaded. After a failed sign-in the input stays, with the password
 * selected.
 */
export function openSignIn(root: ParentNode, host: SignInHost) {
  const { say, isInDialog = false } = host
  const form = root.querySelector<HTMLFormElement>('.login-form')!
  const submit = form.querySelector<HTMLButtonElement>('.login-submit')!
  const message = form.querySelector('.login-message')!
  let complaints: Complaints = {}
  let told = ''
  let isBusy = false
  /** True if the form is sent once the proof is complete. */
  let isProofAwaited = false

  const waits = openWaits(draw)
  const captcha = openCaptcha({
    say,
    before: form.querySelector('.login-keep') ?? submit,
    onAnswer() {
      notify()
      draw()
      if (complaints.code !== undefined) focus('code') // the server's error arrived before the field
    },
    onProofEnd(isProven) {
      const isWaited = isProofAwaited
      isProofAwaited = false
      draw()
      if (isWaited && isProven) form.requestSubmit()
    },
  })
  const ways = openWays(root, host, notify)
  const password = openPassword(form, say)

  const nameOf = () => fieldOf('username')?.value ?? ''

  function notify() {
    host.onChange?.({ isCaptchaAsked: captcha.isEnabled(), way: ways.way() })
  }

  function fieldOf(name: string): HTMLInputElement | undefined {
    const found = form.elements.namedItem(name)
    return found instanceof HTMLInputElement ? found : undefined
  }

  /** Focuses a field, and selects its text. */
  function focus(name: FieldName) {
    fieldOf(name)?.focus()
    fieldOf(name)?.select()
  }

  /** Shows errors at their fields, below the form and on the button. */
  function draw() {
    for (const name of fields) complain(name, complaints[name] === '' ? say('field.required') : complaints[name])
    const seconds = waits.left(nameOf())
    // Only the button counts the seconds.
    const alert = (!captcha.isEnabled() && complaints.code) || told || (seconds > 0 ? say('login.wait') : '')
    if (message.textContent !== alert) {
      message.removeAttribute('data-good')
      message.replaceChildren(...(alert ? [nodeOf(icon('warning')), alert] : []))
    }
    const isWorking = isBusy || isProofAwaited
    submit.disabled = seconds > 0
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (isWorking) submit.setAttribute(name, 'true')
      else submit.removeAttribute(name)
    }
    const spinner = isWorking ? [nodeOf(h('span', { class: 'button-spinner' }))] : []
    const label = submit.querySelector('[data-text]')!
    submit.replaceChildren(...spinner, label, ...(seconds > 0 ? [` · ${seconds} s`] : []))
  }

  function complain(name: FieldName, text: string | undefined) {
    const input = fieldOf(name)
    const place = input?.closest('.field') ?? (name === 'code' ? form.querySelector('.captcha-proof') : null)
    const id = `${idOf(name)}-error`
    if (input) {
      input.setAttribute('aria-invalid', String(Boolean(text)))
      if (text) input.setAttribute('aria-describedby', id)
      else input.removeAttribute('aria-describedby')
    }
    const shown = document.getElementById(id)
    if (!text || !place) return shown?.remove()
    if (shown && shown.parentElement === place) shown.textContent = text
    else {
      shown?.remove()
      place.append(nodeOf(h('p', { id, class: 'field-error', role: 'alert' }, text)))
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  form.addEventListener('input', ({ target }) => {
    if (target !== fieldOf('username')) return
    told = '' // the message was about the previous name
    draw()
  })

  async function send() {
    if (isBusy || isProofAwaited || waits.left(nameOf()) > 0) return
    const entered = new FormData(form)
    const [username = '', secret = '', code = ''] = fields.map((name) => String(entered.get(name) ?? ''))
    const isProving = captcha.isUnproven()
    complaints = {
      ...(!username.trim() && { username: '' }),
      ...(!secret && { password: '' }),
      ...(captcha.isEnabled() && !isProving && !code.trim() && { code: '' }),
    }
    told = ''
    const first = fields.find((name) => name in complaints)
    isProofAwaited = !first && isProving
    isBusy = !first && !isProving
    draw()
    if (first) return focus(first)
    if (isProving) return
    try {
      const answer = captcha.isEnabled() ? { code, uuid: captcha.id() } : {}
      const asked = { username, password: secret, ...answer, start: host.leadsHome?.() ?? false }
      const { ticket, start } = await login(asked)
      await host.onSignedIn(ticket, entered.has('keep'), start)
    } catch (error) {
      refuse(error, username)
    }
  }

  function refuse(error: unknown, username: string) {
    isBusy = false
    const failure = error instanceof Failure ? error : undefined
    complaints = failure?.errors ?? {}
    const blamed = fields.find((name) => complaints[name])
    const wait = failure?.retryAfter
    if (wait) waits.begin(username, wait)
    const isSaidElsewhere = blamed || (wait && failure.code === codes.tooMany)
    if (!isSaidElsewhere) told = (error instanceof Error && error.message) || say('error.unknown')
    draw()
    void captcha.renew() // the previous one is used up, or this failure makes one necessary
    focus(blamed ?? 'password')
  }

  /** Fills in an account of the demonstration, or the one created by set-up. */
  function offer({ username, password: secret = '' }: { username: string; password?: string }) {
    complaints = {}
    told = ''
    for (const [name, value] of Object.entries({ username, password: secret })) {
      const input = fieldOf(name)
      if (input) input.value = value
    }
    draw()
    focus('password')
  }

  draw()
  setTimeout(() => void captcha.renew()) // the form is usable before that
  // On a phone the keyboard would cover the page. The operator may be typing already. Not before the first frame: a
  // focus forces layout.
  const cancelFocus = afterPaint(() => {
    const isTyping = form.contains(document.activeElement)
    if (!isTyping && matchMedia('(pointer: fine)').matches) focus(isInDialog ? 'password' : 'username')
  })

  return {
    offer,
    nameOf,
    /** Shows a message below the form. */
    tell(text: string, { isGood = false } = {}) {
      told = text
      draw()
      message.toggleAttribute('data-good', isGood)
      if (isGood) message.querySelector('.icon')?.replaceWith(nodeOf(icon('ok')))
    },
    /** Shows or hides the QR code beside the password. */
    offerQr: ways.offer,
    /** Called after a change of language. */
    translate() {
      translate(root, say)
      captcha.draw()
      draw()
    },
    close() {
      cancelFocus()
      waits.close()
      captcha.close()
      ways.close()
      password.close()
    },
  }
}

/** A button shows the typed password; a hint shows that caps lock is on. */
function openPassword(form: HTMLFormElement, say: T) {
  const input = form.querySelector<HTMLInputElement>('[name=password]')!
  const show = form.querySelector<HTMLElement>('.password-input button')!
  const capsLock = nodeOf(
    h('span', { class: 'password-caps-lock', role: 'status', 'data-text': 'login.capsLock' }, say('login.capsLock')),
  )
  show.addEventListener('click', () => {
    const isShown = input.type === 'password'
    input.type = isShown ? 'text' : 'password'
    show.setAttribute('aria-pressed', String(isShown))
    show.replaceChildren(nodeOf(icon(isShown ? 'eye-off' : 'eye', 20)))
    rename(show, isShown ? 'login.hidePassword' : 'login.showPassword', say)
  })
  function watch(event: KeyboardEvent) {
    if (!event.getModifierState('CapsLock')) return capsLock.remove()
    capsLock.textContent = say('login.capsLock')
    input.parentElement!.after(capsLock)
  }
  input.addEventListener('keydown', watch)
  input.addEventListener('keyup', watch)
  return { close: () => capsLock.remove() }
}

const WAY_KEY = 'sign-in-way'

/**
 * The two ways to sign in, as tabs with arrow keys; the last used way comes first. If WeCom becomes known only later,
 * an operator who is typing already is not interrupted. Typed text stays in either way.
 */
function openWays(root: ParentNode, { showQr, isInDialog }: SignInHost, onChange: () => void) {
  const bar = root.querySelector<HTMLElement>('.login-ways')!
  const tabs = [...bar.querySelectorAll<HTMLElement>('[role=tab]')]
  const panels = {
    password: root.querySelector<HTMLElement>(`#${idOf('password-panel')}`)!,
    code: root.querySelector<HTMLElement>(`#${idOf('code-panel')}`)!,
  }
  let way: SignInWay = 'password'
  let hideQr: (() => void) | undefined

  function draw() {
    for (const tab of tabs) {
      const isChosen = tab.dataset['way'] === way
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
    }
    for (const name of ['password', 'code'] as const) panels[name].hidden = name !== way
    if (way === 'code') hideQr ??= showQr(panels.code)
    else hideQr = void hideQr?.()
    onChange()
  }

  function choose(next: SignInWay) {
    way = next
    writeText(WAY_KEY, next)
    draw()
  }

  for (const tab of tabs) tab.addEventListener('click', () => choose(tab.dataset['way'] as SignInWay))
  bar.addEventListener('keydown', ({ key }) => {
    const other = way === 'code' ? 'password' : 'code'
    const keys: Record<string, SignInWay> = { ArrowLeft: other, ArrowRight: other, Home: 'password', End: 'code' }
    const next = keys[key]
    if (!next) return
    choose(next)
    tabs.find((tab) => tab.dataset['way'] === next)?.focus()
  })

  return {
    way: () => way,
    offer(isOffered: boolean, { isLate = false } = {}) {
      bar.hidden = !isOffered
      for (const name of ['password', 'code'] as const) {
        if (!isOffered) {
          for (const attribute of ['role', 'aria-labelledby']) panels[name].removeAttribute(attribute)
          continue
        }
        panels[name].setAttribute('role', 'tabpanel')
        panels[name].setAttribute('aria-labelledby', idOf(`by-${name}`))
      }
      if (!isOffered && way === 'code') way = 'password'
      else if (isOffered && !isLate && readText(WAY_KEY) === 'code') way = 'code'
      draw()
      if (isInDialog && way === 'code') tabs.find((tab) => tab.dataset['way'] === way)?.focus()
    },
    close: () => void hideQr?.(),
  }
}
