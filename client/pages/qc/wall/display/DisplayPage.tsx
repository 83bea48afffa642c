import { useEffect, useMemo, useState } from 'react'
import { MINUTE_MS } from '#shared/durations'
import { isSessionOver } from '../../../../api/failure'
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
  const [refusal, setRefusal] = useState<'noDisplay' | 'suspended' | undefined>(token === '' ? 'noDisplay' : undefined)
  useLanguage(new URLSearchParams(location.search).get('lang'))
  useUnattended(refusal !== 'noDisplay')
  const source = useMemo<WallSource>(
    () => ({
      feed: { token },
      read: (signal) => getDisplayScreen(token, signal),
      onEnd(failure) {
        if (isSessionOver(failure)) forgetDisplay()
        setRefusal(isSessionOver(failure) ? 'noDisplay' : 'suspended')
      },
    }),
    [token],
  )
  useEffect(() => {
    if (refusal !== 'suspended') return
    const timer = setTimeout(() => setRefusal(undefined), MINUTE_MS)
    return () => clearTimeout(timer)
  }, [refusal])
  const corner = <Corner label={t('shell.fullScreen')} icon="fullscreen" onClick={toggleFullScreen} onLeave={stay} />
  return (
    <main>
      <Stage isFull corner={corner}>
        {refusal ? (
          <Message title={t(`qcWall.${refusal}`)} text={t(`qcWall.${refusal}How`)} />
        ) : (
          <Wall source={source} isAlone />
        )}
      </Stage>
    </main>
  )
}

/** A display has no other page. */
function stay() {}
