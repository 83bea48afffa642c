import { useSnapshot } from 'valtio'
import { ALL_ROLES } from '#shared/constants'
import { logout } from '../api/access/login'
import { transport } from '../api/http'
import { layout } from '../stores/layout'
import { leaveDevice, session } from '../stores/session'
import { settings } from '../stores/settings'
import { clearSession } from '../stores/sign-out'
import { unsavedTabs } from '../stores/tabs'
import { withMore } from '../ui/app/more'
import { Avatar } from '../ui/avatar/Avatar'
import { confirm } from '../ui/overlay/confirm'
import { Icon } from '../ui/icons/Icon'
import { Menu } from '../ui/overlay/Menu'
import { roleName } from '../ui/record/names'
import { tr, useText } from '../ui/useText'
import { stopQueries } from './queries'
import { PROFILE_PATH } from './routing/fixed-paths'
import { setActingRole } from './session/continue-session'
import { openSettings } from './settings/open-settings'
import { mayLose } from './tabs/commands'
import { forgetTabs } from './tabs/remember'

/** The operator's name, the link to their own page, and sign-out. */
export function AvatarMenu() {
  const t = useText()
  const { name, avatar, ownRoles, actingRole } = useSnapshot(session)
  const isPhone = useSnapshot(layout).device === 'mobile'
  const { showSettings } = useSnapshot(settings)
  const roles =
    ownRoles.length > 1 ? [{ roleKey: ALL_ROLES, roleName: t('roles.all'), roleNameEn: '' }, ...ownRoles] : []
  const role = ownRoles.find(({ roleKey }) => roleKey === actingRole)
  return (
    <Menu
      label={t('shell.account')}
      trigger={
        <button type="button" className="row inline avatar-button">
          <Avatar avatar={avatar} name={name} />
          <span className="truncate avatar-name">
            {name}
            {role && <small>{roleName(role)}</small>}
          </span>
          <Icon name="chevron-down" />
        </button>
      }
      items={[
        ...roles.map(({ roleKey, ...names }) => ({
          key: `role ${roleKey}`,
          label: t('roles.actAs', { roleName: roleName(names) }),
          icon: 'peoples',
          isChosen: roleKey === actingRole,
          onSelect: () => void setActingRole(roleKey),
        })),
        ...(roles.length > 0 ? (['separator'] as const) : []),
        { key: 'profile', label: t('page.profile'), icon: 'user', href: PROFILE_PATH },
        ...(isPhone && showSettings
          ? [{ key: 'settings', label: t('settings.title'), icon: 'system-tools', onSelect: () => void openSettings() }]
          : []),
        'separator',
        { key: 'sign-out', label: t('shell.signOut'), icon: 'logout', onSelect: () => void signOut() },
      ]}
    />
  )
}

/** Ends the session, after asking. */
export async function signOut() {
  // Without a network one signs out all the same.
  const device = await withMore(() => import('./session/kept-drafts')).catch(() => undefined)
  const kept = (await device?.keptDraftsText().catch(() => '')) ?? ''
  const isSure = await confirm({
    title: tr('signOut.title'),
    text: tr('signOut.text') + kept,
    confirmLabel: tr('action.confirm'),
    cancelLabel: tr('action.cancel'),
    tone: 'warning',
  })
  if (!isSure || !(await mayLose(unsavedTabs().map(({ path }) => path)))) return
  transport.sessionEnded = async () => false // requests under way may be refused, without a question
  await stopQueries()
  const isTold = logout().catch(() => {}) // even if the server does not hear of it, this browser forgets the session
  leaveDevice() // before the answer: it may take long, and the window may be closed meanwhile
  await Promise.all([isTold, device?.forgetRead(0)])
  forgetTabs()
  clearSession()
  location.reload()
}
