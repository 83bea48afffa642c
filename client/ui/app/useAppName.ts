import { useSnapshot } from 'valtio'
import { appInfo } from '../../stores/app-info'
import { useText } from '../useText'

/** What the plant calls the application; its own name until that is known, and where they call it nothing. */
export function useAppName(): string {
  const t = useText()
  return useSnapshot(appInfo).name || t('app.defaultName')
}
