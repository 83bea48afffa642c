import { useMemo, useState } from 'react'
import { getDisplayScreen } from '../../../../api/qc/wall'
import { displayToken, forgetDisplay } from '../../../../stores/qc/display'
import { useText } from '../../../../ui/useText'
import { Corner, toggleFullScreen } from '../Corner'
import { useLanguage, useUnattended } from '../live/useUnattended'
import type { WallSource } from '../live/watch-wall'
import { Message, Stage } from '../Stage'
import { Wall } from '../Wall'

/** `/wall#{token}`: the wall on a registered display, without a sign-in. */
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
      onEnd() {
        forgetDisplay()
        setIsRevoked(true)
      },
    }),
    [token],
  )
  const corner = <Corner label={t('shell.fullScreen')} icon="fullscreen" onClick={toggleFullScreen} onLeave={stay} />
  return (
    <main>
      <Stage isFull corner={corner}>
        {isRevoked ? (
          <Message title={t('qcWall.noDisplay')} text={t('qcWall.noDisplayHow')} />
        ) : (
          <Wall source={source} isAlone />
        )}
      </Stage>
    </main>
  )
}

/** A display has no other page. */
function stay() {}
