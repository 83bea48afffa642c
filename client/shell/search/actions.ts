import { navigate } from 'wouter/use-browser-location'
import { ALL_ROLES } from '#shared/constants'
import type { PlainTextKey } from '#shared/i18n/text'
import { isAllowed, type PermissionTag } from '#shared/permissions'
import { draftPath, INBOX_PATH, recordPath, RECORDS_PATH, recordsPath, NEW_RECORD } from '#shared/qc/paths'
import { session } from '../../stores/session'
import { isDark, settings, toggleDark } from '../../stores/settings'
import type { IconName } from '../../ui/icons/Icon'
import { roleName } from '../../ui/record/names'
import { tr } from '../../ui/useText'
import { signOut } from '../AvatarMenu'
import { hasFullscreen, isFullscreen, toggleFullscreen } from '../fullscreen'
import { openOverlay } from '../keyboard/overlay'
import { commandButton, newButton } from '../keyboard/run-command'
import { findRoute, type RouteTable } from '../routing/routes'
import { setActingRole } from '../session/continue-session'
import { chooseLanguage } from '../settings/choose-language'
import { openSettings } from '../settings/open-settings'
import { spellingOf } from './spellings'

/** An action that is available everywhere. */
export type Action = {
  label: string
  keys: string
  icon: IconName
  run: () => unknown
  /** True for one of many: offered once part of it is typed, and not chosen by Enter while the server is searching. */
  isLate?: boolean
}

const action = (key: PlainTextKey, icon: IconName, run: () => unknown): Action => ({
  label: tr(key),
  keys: spellingOf(key),
  icon,
  run,
})

const may = (...tags: PermissionTag[]) => isAllowed(session.permissions, tags)

/** A template for new records. */
export type Startable = { templateId: number; code: string; name: string; nameEn: string }

/** True if the operator may begin records: then their templates are offered. */
export const mayStart = (table: RouteTable): boolean =>
  may('qc:record:add') && Boolean(findRoute(table, recordPath(NEW_RECORD))?.name)

/** The actions available now, in the operator's language. */
export function actionsNow(table: RouteTable, templates: readonly Startable[]): Action[] {
  const has = (path: string) => Boolean(findRoute(table, path)?.name)
  const isApprover = may('qc:record:review', 'qc:record:approve') && (has(INBOX_PATH) || has(RECORDS_PATH))
  const waiting = has(INBOX_PATH) ? INBOX_PATH : recordsPath({ waiting: '1' })
  return [
    ...ofPage(newButton(), 'plus'),
    ...ofPage(commandButton('export'), 'documentation'),
    ...ofPage(commandButton('print'), 'documentation'),
    ...(isApprover ? [action('find.approve', 'sign', () => navigate(waiting))] : []),
    isDark() ? action('shell.toLight', 'sun', toggleDark) : action('shell.toDark', 'moon', toggleDark),
    ...(hasFullscreen()
      ? [
          isFullscreen()
            ? action('shell.leaveFullScreen', 'fullscreen-exit', toggleFullscreen)
            : action('shell.fullScreen', 'fullscreen', toggleFullscreen),
        ]
      : []),
    action('settings.title', 'system-tools', openSettings),
    action('shell.otherLanguage', 'language', () => chooseLanguage(settings.locale === 'zh' ? 'en' : 'zh')),
    action('keys.title', 'info', () => openOverlay('keys')),
    ...roles(),
    action('shell.signOut', 'logout', signOut),
    ...templates.map((template): Action => ({
      label: tr('find.startRecord', { name: (settings.locale === 'en' && template.nameEn) || template.name }),
      keys: template.code.toLowerCase(),
      icon: 'plus',
      run: () => startRecord(template.templateId),
      isLate: true,
    })),
  ]
}

/** A button of the visible page, by its own label. */
const ofPage = (button: HTMLElement | null, icon: IconName): Action[] =>
  button
    ? [
        {
          label: button.textContent,
          keys: '',
          icon,
          run() {
            button.focus() // where the focus returns to
            button.click()
          },
        },
      ]
    : []

function roles(): Action[] {
  const { ownRoles, actingRole } = session
  if (ownRoles.length < 2) return []
  const all = { roleKey: ALL_ROLES, label: tr('roles.all') }
  const each = ownRoles.map((role) => ({ roleKey: role.roleKey, label: roleName(role) }))
  return [all, ...each]
    .filter(({ roleKey }) => roleKey !== actingRole)
    .map(({ roleKey, label }) => ({
      label: tr('roles.actAs', { roleName: label }),
      keys: '',
      icon: 'peoples',
      run: () => setActingRole(roleKey),
    }))
}

/** Creates a draft of a template and opens it. */
async function startRecord(templateId: number) {
  const { beginRecord } = await import('./begin-record')
  const uid = await beginRecord(templateId)
  if (uid !== undefined) navigate(draftPath(uid))
}
