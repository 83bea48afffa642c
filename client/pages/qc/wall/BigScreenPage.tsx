import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { codes } from '#shared/envelope'
import { isSessionOver, type Failure } from '../../../api/failure'
import { getBigScreen } from '../../../api/qc/wall'
import { session } from '../../../stores/session'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { useCalled } from '../../../ui/qc/localized-name'
import { useProducts } from '../../../ui/qc/products'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'
import { Corner } from './Corner'
import { fillScreen, giveScreenBack } from './live/full-screen'
import { chosenLine, rememberLine } from './live/last-line'
import type { WallSource } from './live/live'
import { LiveWall } from './live/LiveWall'
import { Message } from './Message'
import { Stage } from './Stage'
import { useLanguage } from './live/useLanguage'
import { useUnattended } from './live/useUnattended'

const Displays = dialogPart(() => import('./display/Displays'))

/** The address of a wall; with `kiosk=1` it fills the window, without anything else. */
const addressOf = (product: string, isKiosk: boolean) =>
  `/caliper/bigscreen?${new URLSearchParams({ product, ...(isKiosk && { kiosk: '1' }) })}`

export default function BigScreenPage() {
  const query = new URLSearchParams(useSearch())
  const isKiosk = query.get('kiosk') === '1'
  const asked = query.get('product')
  const products = useProducts()
  const line = chosenLine(asked, products)
  const isSignedIn = useSnapshot(session).token !== ''
  useLanguage(query.get('lang'))
  useUnattended(isKiosk)

  useEffect(() => {
    if (!line) return
    rememberLine(line)
    if (asked === null) navigate(addressOf(line, isKiosk), { replace: true })
  }, [line, asked, isKiosk])

  return (
    <section className="wall-page">
      {!isKiosk && <Head line={line} />}
      {line ? (
        <WallOfLine key={`${line} ${isKiosk} ${isSignedIn}`} {...{ line, isKiosk, isSignedIn }} />
      ) : (
        <LineChoice isKiosk={isKiosk} />
      )}
    </section>
  )
}

function Head({ line }: { line: string | undefined }) {
  const t = useText()
  const called = useCalled()
  const products = useProducts()
  const [isManaging, setIsManaging] = useState(false)
  const options = products.map((product) => ({ value: product.code, label: called(product) }))

  function hang() {
    if (!line) return
    fillScreen()
    navigate(addressOf(line, true))
  }

  return (
    <>
      <PageHead title={t('page.bigScreen')} intro={t('qcWall.intro')}>
        {line && options.some(({ value }) => value === line) && (
          <Select
            label={t('qc.product')}
            value={line}
            options={options}
            onSelect={(code) => code && navigate(addressOf(code, false))}
          />
        )}
        <Allow tags={['qc:bigscreen:edit']}>
          <Button onClick={() => setIsManaging(true)}>{t('qcWall.displays')}</Button>
        </Allow>
        {line && (
          <Button variant="primary" icon="fullscreen" onClick={hang}>
            {t('qcWall.hang')}
          </Button>
        )}
      </PageHead>
      {isManaging && <Displays onClose={() => setIsManaging(false)} />}
    </>
  )
}

/** `isSignedIn`: not once the session is over, while its page may be read on. */
type WallOfLineProps = { line: string; isKiosk: boolean; isSignedIn: boolean }

function WallOfLine({ line, isKiosk, isSignedIn }: WallOfLineProps) {
  const t = useText()
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)
  const source = useMemo<WallSource & { round: number }>(
    () => ({
      feed: { product: line },
      read: (signal) => getBigScreen(line, !isKiosk, signal),
      ended: setFailure,
      round,
    }),
    [line, isKiosk, round],
  )

  function retry() {
    setFailure(undefined)
    setRound((before) => before + 1)
  }

  function leave() {
    giveScreenBack()
    navigate(addressOf(line, false))
  }

  const why = isSignedIn ? failure && whyOf(failure) : 'signedOut'
  if (failure && !why) return <ErrorState error={failure} onRetry={retry} />
  const corner = isKiosk && <Corner label={t('qcWall.leave')} icon="close" onClick={leave} />
  return (
    <Stage isFull={isKiosk} corner={corner}>
      {why ? (
        <Message
          title={t(`qcWall.${why}`)}
          text={why === 'noLine' ? t('qcWall.noLineHow', { line }) : t(`qcWall.${why}How`)}
        />
      ) : (
        <LiveWall source={source} isAlone={isKiosk} />
      )}
    </Stage>
  )
}

/** What a wall can say of it in letters that are read from afar. */
function whyOf(failure: Failure) {
  if (isSessionOver(failure)) return 'signedOut'
  if (failure.code === codes.forbidden) return 'refused'
  return failure.code === codes.notFound ? 'noLine' : undefined
}

/** Which line this screen is for; asked once. */
function LineChoice({ isKiosk }: { isKiosk: boolean }) {
  const t = useText()
  const called = useCalled()
  const products = useProducts()
  if (products.length === 0) return <EmptyState icon="monitor" text={t('qcWall.noLines')} />
  return (
    <div className="wall-choice card">
      <h2>{t('qcWall.choose')}</h2>
      <ul>
        {products.map((product) => (
          <li key={product.code}>
            <Button onClick={() => navigate(addressOf(product.code, isKiosk), { replace: true })}>
              {called(product)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
