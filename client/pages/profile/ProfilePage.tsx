import { useSnapshot } from 'valtio'
import { session } from '../../stores/session'
import { Avatar } from '../../ui/Avatar'
import { useText } from '../../ui/useText'
import { AccountFacts } from './AccountFacts'
import { Permissions } from './Permissions'
import './ProfilePage.css'

/** Who is signed in, and what they may do. */
export default function ProfilePage() {
  const t = useText()
  const { name, avatar, introduction } = useSnapshot(session)
  return (
    <section className="profile">
      <div className="page-head">
        <h1>{t('page.profile')}</h1>
      </div>
      <div className="profile-head card">
        <Avatar avatar={avatar} name={name} size={80} />
        <div className="profile-who">
          <h2>{name}</h2>
          {introduction && <p className="profile-introduction">{introduction}</p>}
        </div>
      </div>
      <div className="profile-cards">
        <section className="profile-card card" aria-labelledby="profile-account">
          <h2 id="profile-account">{t('profile.account')}</h2>
          <AccountFacts />
        </section>
        <section className="profile-card card" aria-labelledby="profile-permissions">
          <h2 id="profile-permissions">{t('profile.permissions')}</h2>
          <Permissions />
        </section>
      </div>
    </section>
  )
}
