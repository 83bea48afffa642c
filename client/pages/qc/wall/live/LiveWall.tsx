import { useText } from '../../../../ui/useText'
import type { WallSource } from './live'
import { useLive } from './useLive'
import { Wall } from '../Wall'

type LiveWallProps = {
  /** Another one begins anew. */
  source: WallSource
  isAlone: boolean
}

/** The wall of a source, as it changes. */
export function LiveWall({ source, isAlone }: LiveWallProps) {
  const t = useText()
  const state = useLive(source)
  const { screen } = state
  if (!screen) {
    return (
      <p className="wall-message wall-waiting" role="status">
        {t('qcWall.connecting')}
      </p>
    )
  }
  return <Wall state={{ ...state, screen }} isAlone={isAlone} />
}
