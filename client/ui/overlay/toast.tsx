import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { Button, IconButton } from '../Button'
import { Icon } from '../icons/Icon'
import { useText } from '../useText'
import './toast.css'

type Tone = 'info' | 'success' | 'error'

type Options = {
  tone?: Tone
  /** A follow-up action, such as undo. */
  action?: { label: string; onClick: () => void }
  timeoutMs?: number
}

type Shown = { id: number; text: string; tone: Tone; action: Options['action']; timeoutMs: number }

const MAX_SHOWN = 3
const TIMEOUT_MS = 4000
const ERROR_TIMEOUT_MS = 5000

const state = proxy<{ shown: Shown[] }>({ shown: [] })
let lastId = 0

export const toast = {
  /** Shows a message about an event elsewhere. Visible success needs no toast. Returns a function that removes it. */
  show(text: string, { tone = 'info', action, timeoutMs }: Options = {}): () => void {
    const id = (lastId += 1)
    const limit = timeoutMs ?? (tone === 'error' ? ERROR_TIMEOUT_MS : TIMEOUT_MS)
    state.shown = [...state.shown, { id, text, tone, action, timeoutMs: limit }].slice(-MAX_SHOWN)
    return () => dismiss(id)
  },
}

function dismiss(id: number): void {
  state.shown = state.shown.filter((item) => item.id !== id)
}

/** Shows the toasts; rendered once, outside the pages. While one is hovered or focused, the timers of all stop. */
export function ToastHost() {
  const { shown } = useSnapshot(state)
  const [isHeld, setIsHeld] = useState(false)
  const cameFrom = useRef<Element>(null)

  function hold({ relatedTarget, currentTarget }: FocusEvent) {
    setIsHeld(true)
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }

  /** A removed toast takes the focus with it, and fires no `blur` event. */
  function giveBackFocus() {
    const isHere = document.activeElement?.closest('.toasts') // a shortcut may have pressed it from elsewhere
    if (isHere && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  const line = (tones: readonly Tone[]) =>
    shown
      .filter(({ tone }) => tones.includes(tone))
      .map((item) => <Toast key={item.id} {...item} isHeld={isHeld} onLeave={giveBackFocus} />)
  return (
    <div
      className="toasts"
      onPointerMove={() => setIsHeld(true)} // a toast that appears below a resting pointer fires only `pointerenter`
      onPointerLeave={() => setIsHeld(false)}
      onFocus={hold}
      onBlur={() => setIsHeld(false)}
    >
      <div role="status" aria-live="polite">
        {line(['info', 'success'])}
      </div>
      <div role="alert" aria-live="assertive">
        {line(['error'])}
      </div>
    </div>
  )
}

const icons = { info: 'info', success: 'ok', error: 'warning' } as const

type ToastProps = Shown & { isHeld: boolean; onLeave: () => void }

function Toast({ id, text, tone, action, timeoutMs, isHeld, onLeave }: ToastProps) {
  const t = useText()
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), timeoutMs)
    return () => clearTimeout(timer)
  }, [id, timeoutMs, isHeld])

  function leave() {
    onLeave()
    dismiss(id)
  }

  function act() {
    leave()
    action?.onClick()
  }

  return (
    <div className={`toast toast-${tone}`}>
      <Icon name={icons[tone]} size={20} />
      <span className="toast-text">{text}</span>
      {action && (
        <Button variant="text" className="toast-action" onClick={act}>
          {action.label}
        </Button>
      )}
      {(tone === 'error' || action) && <IconButton label={t('action.close')} icon="close" onClick={leave} />}
    </div>
  )
}
