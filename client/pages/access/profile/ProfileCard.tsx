import { useSnapshot } from 'valtio'
import { session } from '../../../stores/session'
import { useText } from '../../../ui/useText'
import { AccountFacts } from './AccountFacts'
import { AvatarPicker } from './AvatarPicker'

/** Who is signed in. */
export function ProfileCard() {
  const t = useText()
  const { name, introduction } = useSnapshot(session)
  return (
    <section className="profile-card card" aria-label={t('profile.account')}>
      <AvatarPicker>
        <h2>{name}</h2>
        {introduction && <p className="profile-introduction">{introduction}</p>}
      </AvatarPicker>
      <AccountFacts />
    </section>
  )
}
