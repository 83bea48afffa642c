import type { PlainTextKey } from '#shared/i18n/text'
import { h, icon, type Attributes, type Markup } from '../../../ui/markup'

/** Reads a text of the catalogue. */
export type Say = (key: PlainTextKey) => string

/** An element with a catalogue text, which {@link translate} finds again. */
const said = (say: Say, tag: string, key: PlainTextKey, attributes: Attributes = {}): Markup =>
  h(tag, { ...attributes, 'data-text': key }, say(key))

/** Attributes that name an element by a catalogue text. */
const named = (say: Say, key: PlainTextKey): Attributes => ({ 'aria-label': say(key), 'data-label': key })

/** Translates all texts below `root` into the language of `say`. */
export function translate(root: ParentNode, say: Say): void {
  const keyOf = (element: HTMLElement, name: 'text' | 'label') => element.dataset[name] as PlainTextKey // written above
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = say(keyOf(element, 'text'))
  for (const element of root.querySelectorAll<HTMLElement>('[data-label]')) {
    element.setAttribute('aria-label', say(keyOf(element, 'label')))
    if (element.title) element.title = say(keyOf(element, 'label'))
  }
}

/** Gives an element another accessible name. */
export function rename(element: HTMLElement, key: PlainTextKey, say: Say): void {
  element.dataset['label'] = key
  element.setAttribute('aria-label', say(key))
  if (element.title) element.title = say(key)
}

const iconButton = (say: Say, key: PlainTextKey, content: Markup, attributes: Attributes = {}) =>
  h('button', { type: 'button', class: 'icon-button', title: say(key), ...named(say, key), ...attributes }, content)

/** A label above its control; an error goes below. */
export const field = (say: Say, name: string, key: PlainTextKey, control: Markup): Markup =>
  h('div', { class: 'field' }, said(say, 'label', key, { class: 'field-label', for: idOf(name) }), control)

/** The ids of the only form on the screen. */
export const idOf = (name: string): string => `sign-in-${name}`

export const inputOf = (name: string, attributes: Attributes): Markup =>
  h('input', {
    id: idOf(name),
    name,
    'aria-required': 'true',
    autocapitalize: 'none',
    spellcheck: 'false',
    ...attributes,
  })

const fixedName = (say: Say, username: string) =>
  h(
    'p',
    { class: 'field' },
    said(say, 'span', 'login.username', { class: 'field-label' }),
    h('b', {}, username),
    h('input', { type: 'hidden', name: 'username', autocomplete: 'username', value: username }),
  )

export type FormOptions = {
  /** The operator who signs in again, over a page to return to; without it the form also has a field for the name. */
  username?: string | undefined
}

const form = (say: Say, { username }: FormOptions): Markup =>
  h(
    'form',
    { class: 'login-form', method: 'post', novalidate: true },
    username === undefined
      ? field(
          say,
          'username',
          'login.username',
          inputOf('username', { autocomplete: 'username', enterkeyhint: 'next' }),
        )
      : fixedName(say, username),
    field(
      say,
      'password',
      'login.password',
      h(
        'span',
        { class: 'password-input' },
        inputOf('password', { type: 'password', autocomplete: 'current-password' }),
        iconButton(say, 'login.showPassword', icon('eye', 20), { 'aria-pressed': 'false' }),
      ),
    ),
    ...(username === undefined
      ? [
          h(
            'label',
            { class: 'login-keep' },
            h('input', { type: 'checkbox', name: 'keep' }),
            said(say, 'span', 'login.keep'),
          ),
        ]
      : []),
    h(
      'button',
      { type: 'submit', class: 'button button-primary login-submit', disabled: true },
      said(say, 'span', 'login.submit'),
    ),
    h('div', { role: 'alert', class: 'login-message' }),
  )

const ways = ['password', 'code'] as const
export type SignInWay = (typeof ways)[number]

const tab = (say: Say, way: SignInWay) =>
  said(say, 'button', way === 'code' ? 'login.byCode' : 'login.byPassword', {
    type: 'button',
    role: 'tab',
    id: idOf(`by-${way}`),
    'data-way': way,
    'aria-controls': idOf(`${way}-panel`),
    'aria-selected': String(way === 'password'),
    tabindex: way === 'password' ? '0' : '-1',
  })

/** Name and password, and beside them the QR code; its tabs are shown if WeCom is set up. */
export const signInWays = (say: Say, options: FormOptions = {}): Markup[] => [
  h(
    'div',
    { class: 'login-ways', hidden: true },
    h(
      'div',
      { class: 'login-tabs', role: 'tablist', ...named(say, 'page.login') },
      ...ways.map((way) => tab(say, way)),
    ),
  ),
  h('div', { id: idOf('password-panel') }, form(say, options)),
  h('div', { id: idOf('code-panel'), hidden: true }),
]

/** The logo of the product; the plant's own logo replaces it. */
const logo = h(
  'svg',
  { viewBox: '0 0 32 32', width: '40', height: '40', 'aria-hidden': 'true' },
  h('rect', { width: '32', height: '32', rx: '7', fill: '#0077d9' }),
  h('path', {
    d: 'M6 10h20M9 10v13M20 10v13M13 7v3M17 7v3M21 7v3M25 7v3',
    fill: 'none',
    stroke: '#fff',
    'stroke-width': '2',
    'stroke-linecap': 'round',
  }),
  h('circle', { cx: '14.5', cy: '18', r: '3', fill: '#fff' }),
)

/** The whole sign-in page, for the HTML. */
export const signInPage = (say: Say): Markup =>
  h(
    'div',
    { id: 'sign-in', class: 'login' },
    h(
      'header',
      { class: 'login-tools' },
      h(
        'button',
        { type: 'button', class: 'button button-text login-language' },
        said(say, 'span', 'shell.otherLanguageShort'),
        said(say, 'span', 'shell.otherLanguage', { class: 'sr-only' }),
      ),
      iconButton(say, 'shell.toDark', icon('moon', 20), { class: 'icon-button login-theme' }),
    ),
    h(
      'main',
      { class: 'login-main' },
      h('div', { class: 'login-brand' }, logo, said(say, 'h1', 'app.defaultName'), said(say, 'p', 'login.intro')),
      h(
        'div',
        { class: 'login-card card' },
        ...signInWays(say),
        h('noscript', {}, said(say, 'p', 'login.noScript', { class: 'login-message' })),
      ),
      h('div', { class: 'login-place' }, said(say, 'p', 'login.scriptLate', { class: 'login-late', role: 'status' })),
    ),
    h('footer', { class: 'login-footer' }, h('p', { class: 'service-health' })),
  )
