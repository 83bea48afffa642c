import { html } from 'hono/html'
import { adminRole, workingRoles } from '#seed/access/role'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { localizedName } from '#shared/qc/localized-name'
import type { Colleague, Message } from './company'

/** The phone page on which a person chooses their identity. `query` is its own; `fields` go back with the answer. */
export function choicePage(
  locale: Locale,
  query: Record<string, string>,
  colleagues: Colleague[],
  fields: Record<string, string>,
) {
  const other = locale === 'zh' ? 'en' : 'zh'
  return frame(
    locale,
    html`<h2>${text(locale, 'wecom.simulatorChoose')}</h2>
      <form method="post" action="/simulator/choose?lang=${locale}">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <ul>
          ${colleagues.map(
            ({ memberId, name, roles }) =>
              html`<li>
                <button name="member" value="${memberId}">
                  <b lang="zh">${name}</b> <span>${roleNames(locale, roles)}</span>
                </button>
              </li>`,
          )}
        </ul>
      </form>
      <a class="language" lang="${other}" href="?${new URLSearchParams({ ...query, lang: other }).toString()}"
        >${text(locale, 'shell.otherLanguage')}</a
      >`,
  )
}

/** The sent messages, the latest first. */
export const messagesPage = (locale: Locale, messages: readonly Message[]) =>
  frame(
    locale,
    html`<h2>${text(locale, 'wecom.simulatorMessages')}</h2>
      ${messages.length === 0 ? html`<p>${text(locale, 'wecom.simulatorNoMessages')}</p>` : ''}
      <ul>
        ${messages.map(
          ({ at, kind, to, title, text: body }) =>
            html`<li class="message">
              <p>
                <b>${text(locale, `notification.channel.${kind}`)}</b> ${to} · ${new Date(at).toLocaleTimeString('sv')}
              </p>
              <p>${title}</p>
              <pre>${body}</pre>
            </li>`,
        )}
      </ul>`,
  )

/** The page for a link not made by a sign-in page. */
export const badLinkPage = (locale: Locale) =>
  frame(locale, html`<p role="alert">${text(locale, 'wecom.simulatorBadLink')}</p>`)

const frame = (locale: Locale, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>${text(locale, 'wecom.simulator')}</title>
        <link rel="icon" href="/logo.svg" />
        <link rel="stylesheet" href="/simulator/style.css" />
      </head>
      <body>
        <main>
          <h1>${text(locale, 'wecom.simulator')}</h1>
          <p class="what">${text(locale, 'wecom.simulatorWhat')}</p>
          ${content}
        </main>
      </body>
    </html>`

const seeded = [adminRole, ...workingRoles]

function roleNames(locale: Locale, keys: string[]): string {
  if (keys.length === 0) return text(locale, 'wecom.simulatorNobody')
  const names = keys.map((key) => {
    const role = seeded.find(({ roleKey }) => roleKey === key)
    return role ? localizedName(locale, { name: role.roleName, nameEn: role.roleNameEn }) : key
  })
  return names.join(locale === 'zh' ? '、' : ', ')
}

export const style = `:root { color-scheme: light dark; --ink: #1f2329; --muted: #5c6570; --page: #f5f7fa; --card: #fff; --line: #e5e8ec; --warm: #fff7e6; --warm-line: #ffd591; --link: #006fcc }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --muted: #a3abb6; --page: #131519; --card: #1b1e24; --line: #2d323a; --warm: #2b2111; --warm-line: #594214; --link: #3c92ed } }
* { box-sizing: border-box }
body { margin: 0; font: 16px/24px -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans SC", sans-serif; color: var(--ink); background: var(--page) }
main { max-width: 420px; margin: 0 auto; padding: max(24px, env(safe-area-inset-top)) max(16px, env(safe-area-inset-right)) max(24px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left)) }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 12px } h2 { font-size: 16px; margin: 24px 0 8px }
.what { margin: 0; padding: 12px; font-size: 14px; line-height: 22px; background: var(--warm); border: 1px solid var(--warm-line); border-radius: 8px }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px }
button { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: center; justify-content: space-between; width: 100%; min-height: 56px; padding: 8px 16px; font: inherit; text-align: start; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
button:hover { border-color: var(--link) } button:active { background: var(--page) } button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
a { color: var(--link) } a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.language { display: inline-flex; align-items: center; min-height: 44px; margin-top: 12px }
li.message { padding: 12px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere }
li.message p { margin: 0 } li.message pre { margin: 8px 0 0; font: inherit; font-size: 14px; color: var(--muted); white-space: pre-wrap }
button b { font-weight: 600 } button span { font-size: 14px; color: var(--muted) }
`
