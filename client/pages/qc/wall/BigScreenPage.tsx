import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { codes } from '#shared/envelope'
import { isSessionOver, type Failure } from '../../../api/failure'
import { getBigScreen } from '../../../api/qc/wall'
import { session } from '../../../stores/session'
import { readText, writeText } from '../../../stores/storage'
import { Allow } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { PageHead } from '../../../ui/layout/PageHead'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { useProducts } from '../../../ui/qc/products'
import { Select } from '../../../ui/input/Select'
import { useText } from '../../../ui/useText'
import { Corner, enterFullScreen, leaveFullScreen } from './Corner'
import { useLanguage, useUnattended } from './live/useUnattended'
import type { WallSource } from './live/watch-wall'
import { Message, Stage } from './Stage'
import { Wall } from './Wall'

const Displays = dialogPart(() => import('./display/Displays'))

/** The address of a wall; with `kiosk=1` only the wall fills the window. */
const addressOf = (product: string, isKiosk: boolean) =>
  `/caliper/bigscreen?${new URLSearchParams({ product, ...(isKiosk && { kiosk: '1' }) })}`

export default function BigScreenPage() {
  const query = new URLSearchParams(useSearch())
  const isKiosk = query.get('kiosk') === '1'
  const requested = query.get('product')
  const product = productToShow(requested, useProducts())
  const isSignedIn = useSnapshot(session).token !== ''
  useLanguage(query.get('lang'))
  useUnattended(isKiosk)

  useEffect(() => {
    if (!product) return
    writeText(LAST_PRODUCT, product)
    if (requested === null) navigate(addressOf(product, isKiosk), { replace: true })
  }, [product, requested, isKiosk])

  return (
    <section>
      {!isKiosk && <Head product={product} />}
      {product ? (
        <ProductWall key={`${product} ${isKiosk} ${isSignedIn}`} {...{ product, isKiosk, isSignedIn }} />
      ) : (
        <ProductChoice isKiosk={isKiosk} />
      )}
    </section>
  )
}

/** The storage key on this device. */
const LAST_PRODUCT = 'wall'

/**
 * The code of the product line of a wall: from its address, else the last one on this device, else the only one.
 * Undefined if the operator must choose.
 */
function productToShow(requested: string | null, products: readonly { code: string }[]): string | undefined {
  if (requested) return requested
  const last = readText(LAST_PRODUCT)
  return (products.find(({ code }) => code === last) ?? (products.length === 1 ? products[0] : undefined))?.code
}

function Head({ product }: { product: string | undefined }) {
  const t = useText()
  const localized = useLocalizedName()
  const [isManaging, setIsManaging] = useState(false)
  const options = useProducts().map((option) => ({ value: option.code, label: localized(option) }))

  function enterKiosk() {
    if (!product) return
    enterFullScreen()
    navigate(addressOf(product, true))
  }

  return (
    <>
      <PageHead title={t('page.bigScreen')} intro={t('qcWall.intro')}>
        {product && options.some(({ value }) => value === product) && (
          <Select
            label={t('qc.product')}
            value={product}
            options={options}
            onSelect={(code) => code && navigate(addressOf(code, false))}
          />
        )}
        <Allow tags={['qc:bigscreen:edit']}>
          <Button onClick={() => setIsManaging(true)}>{t('qcWall.displays')}</Button>
        </Allow>
        {product && (
          <Button variant="primary" icon="fullscreen" onClick={enterKiosk}>
            {t('qcWall.hang')}
          </Button>
        )}
      </PageHead>
      {isManaging && <Displays onClose={() => setIsManaging(false)} />}
    </>
  )
}

/** `isSignedIn`: false after the end of the session, while its page may still be read. */
type ProductWallProps = { product: string; isKiosk: boolean; isSignedIn: boolean }

function ProductWall({ product, isKiosk, isSignedIn }: ProductWallProps) {
  const t = useText()
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)
  const source = useMemo<WallSource & { round: number }>(
    () => ({
      feed: { product },
      read: (signal) => getBigScreen(product, !isKiosk, signal),
      onEnd: setFailure,
      round,
    }),
    [product, isKiosk, round],
  )

  function retry() {
    setFailure(undefined)
    setRound((before) => before + 1)
  }

  function leave() {
    leaveFullScreen()
    navigate(addressOf(product, false))
  }

  const reason = isSignedIn ? failure && reasonOf(failure) : 'signedOut'
  if (failure && !reason) return <ErrorState error={failure} onRetry={retry} />
  const corner = isKiosk && <Corner label={t('qcWall.leave')} icon="close" onClick={leave} />
  return (
    <Stage isFull={isKiosk} corner={corner}>
      {reason ? (
        <Message
          title={t(`qcWall.${reason}`)}
          text={reason === 'noLine' ? t('qcWall.noLineHow', { line: product }) : t(`qcWall.${reason}How`)}
        />
      ) : (
        <Wall source={source} isAlone={isKiosk} />
      )}
    </Stage>
  )
}

/** The failures that the wall itself explains, in text legible from a distance. */
function reasonOf(failure: Failure) {
  if (isSessionOver(failure)) return 'signedOut'
  if (failure.code === codes.forbidden) return 'refused'
  return failure.code === codes.notFound ? 'noLine' : undefined
}

/** The choice of this screen's product line. */
function ProductChoice({ isKiosk }: { isKiosk: boolean }) {
  const t = useText()
  const localized = useLocalizedName()
  const products = useProducts()
  if (products.length === 0) return <EmptyState icon="monitor" text={t('qcWall.noLines')} />
  return (
    <div className="wall-choice card">
      <h2>{t('qcWall.choose')}</h2>
      <ul className="grid gap-12">
        {products.map((product) => (
          <li key={product.code}>
            <Button onClick={() => navigate(addressOf(product.code, isKiosk), { replace: true })}>
              {localized(product)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
