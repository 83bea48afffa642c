import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { appInfo } from '../../stores/app-info'
import { useAppName } from '../../ui/app/useAppName'

/** Picture and name of the application; leads home. */
export function Logo() {
  const name = useAppName()
  const { logo } = useSnapshot(appInfo)
  return (
    <Link href="/" className="sidebar-logo">
      <img src={logo || '/logo.svg'} alt="" width={28} height={28} />
      <span className="sidebar-title">{name}</span>
    </Link>
  )
}
