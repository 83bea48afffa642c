import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { logout } from '../api/login'
import { session } from '../stores/session'
import { clearSession } from '../stores/sign-out'
import { confirm } from '../ui/confirm'
import { Icon } from '../ui/Icon'
import { Menu } from '../ui/Menu'
import { tr, useText } from '../ui/useText'

/** Who is signed in, and the way out. */
export function AvatarMenu() {
  const t = useText()
  const { name, avatar } = useSnapshot(session)
  return (
    <Menu
      label={t('shell.account')}
      trigger={
        <button type="button" className="avatar-button">
          <Avatar key={avatar} avatar={avatar} name={name} />
          <span className="avatar-name">{name}</span>
          <Icon name="chevron-down" />
        </button>
      }
      items={[{ key: 'sign-out', label: t('shell.signOut'), icon: 'logout', onSelect: () => void signOut() }]}
    />
  )
}

/** The operator's picture; the first letter of the name where there is none or it cannot be shown. */
function Avatar({ avatar, name }: { avatar: string; name: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (!avatar || isBroken) {
    return (
      <span className="avatar" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  }
  return <img className="avatar" src={avatar} alt="" width={80} height={80} onError={() => setIsBroken(true)} />
}

async function signOut() {
  const isSure = await confirm({
    title: tr('signOut.title'),
    text: tr('signOut.text'),
    confirmLabel: tr('action.confirm'),
    cancelLabel: tr('action.cancel'),
    tone: 'warning',
  })
  if (!isSure) return
  await logout().catch(() => {}) // whether or not the server hears of it, this browser forgets the session
  clearSession()
  location.reload()
}
