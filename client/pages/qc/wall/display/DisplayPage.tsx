import { useMemo, useState } from 'react'
import { getDisplayScreen } from '../../../../api/qc/wall'
import { displayToken, forgetDisplay } from '../../../../stores/qc/display'
import { useText } from '../../../../ui/useText'
import { Corner } from '../Corner'
import { toggleScreen } from '../live/full-screen'
import type { WallSource } from '../live/live'
import { LiveWall } from '../live/LiveWall'
import { Message } from '../Message'
import { Stage } from '../Stage'
import { useLanguage } from '../live/useLanguage'
import { useUnattended } from '../live/useUnattended'

/** `/wall#{token}`: the wall of the display that this device is, without anybody signing in. */
export default function DisplayPage() {
  const t = useText()
  const [token] = useState(displayToken)
  const [isRevoked, setIsRevoked] = useState(token === '')
  useLanguage(new URLSearchParams(location.search).get('lang'))
  useUnattended(!isRevoked)
  const source = useMemo<WallSource>(
    () => ({
      feed: { token },
      read: (signal) => getDisplayScreen(token, signal),
      ended() {
        forgetDisplay()
        setIsRevoked(true)
      },
    }),
    [token],
  )
  const corner = <Corner label={t('shell.fullScreen')} icon="fullscreen" onClick={toggleScreen} onLeave={stay} />
  return (
    <main>
      <Stage isFull corner={corner}>
        {isRevoked ? (
          <Message title={t('qcWall.noDisplay')} text={t('qcWall.noDisplayHow')} />
        ) : (
          <LiveWall source={source} isAlone />
        )}
      </Stage>
    </main>
  )
}

/** There is nothing to leave for. */
function stay() {}
