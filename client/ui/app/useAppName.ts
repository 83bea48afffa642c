import { useSnapshot } from 'valtio'
import { appInfo } from '../../stores/app-info'
import { useText } from '../useText'

/** The name of the application, set by the plant. The default name until it is loaded, and if the plant sets none. */
export function useAppName(): string {
  const t = useText()
  return useSnapshot(appInfo).name || t('app.defaultName')
}
