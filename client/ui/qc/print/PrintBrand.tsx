import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'
import { useAppName } from '../../app/useAppName'

/** Whose sheet this is, as the sidebar says it, and beside it which form it is. */
export function PrintBrand({ children }: { children?: ReactNode }) {
  const name = useAppName()
  const { logo } = useSnapshot(appInfo)
  return (
    <div className="print-brand">
      <img src={logo || '/logo.svg'} alt="" />
      <span>{name}</span>
      {children}
    </div>
  )
}
