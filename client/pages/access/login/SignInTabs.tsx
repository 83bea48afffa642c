import { useEffect, useEffectEvent, type KeyboardEvent } from 'react'
import { useText } from '../../../ui/useText'
import type { SignInWay } from './useSignInWay'
import './SignInTabs.css'

type SignInTabsProps = {
  way: SignInWay
  onChoose: (way: SignInWay) => void
  /** Ids of a tab, and of its panel with `-panel` behind it. */
  idOf: (way: SignInWay) => string
  isInDialog?: boolean | undefined
}

const ways = ['password', 'code'] as const

/** The ways to sign in, side by side; arrow keys choose. */
export default function SignInTabs({ way, onChoose, idOf, isInDialog = false }: SignInTabsProps) {
  const t = useText()

  // What had the focus has made room for this; the form takes it by itself.
  const takeFocus = useEffectEvent(() => isInDialog && way === 'code' && document.getElementById(idOf(way))?.focus())
  useEffect(() => void takeFocus(), [])

  function onKeyDown({ key }: KeyboardEvent) {
    const other = way === 'code' ? 'password' : 'code'
    const keys: Record<string, SignInWay> = { ArrowLeft: other, ArrowRight: other, Home: 'password', End: 'code' }
    const next = keys[key]
    if (!next) return
    onChoose(next)
    document.getElementById(idOf(next))?.focus()
  }

  return (
    <div className="login-tabs" role="tablist" aria-label={t('page.login')}>
      {ways.map((option) => (
        <button
          key={option}
          type="button"
          role="tab"
          id={idOf(option)}
          aria-controls={`${idOf(option)}-panel`}
          aria-selected={option === way}
          tabIndex={option === way ? 0 : -1}
          onClick={() => onChoose(option)}
          onKeyDown={onKeyDown}
        >
          {t(option === 'code' ? 'login.byCode' : 'login.byPassword')}
        </button>
      ))}
    </div>
  )
}
