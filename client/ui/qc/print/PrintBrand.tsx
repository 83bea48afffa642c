import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { appInfo } from '../../../stores/app-info'
import { useAppName } from '../../app/useAppName'

/** The name and logo of the plant, as in the sidebar, and beside them the name of the form. */
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
