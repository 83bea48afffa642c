import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { Dialog } from '@base-ui/react/dialog'
import { IconButton } from '../Button'
import { confirm, isAsking, withdrawQuestions } from './confirm'
import { focusFault } from '../form/focus-fault'
import { lockFields } from '../form/lock-fields'
import { useUnsaved } from '../tab'
import { useText } from '../useText'
import './Dialog.css'

export type DialogProps = {
  title: string
  open: boolean
  /** Called on Esc, the backdrop or the cross. Buttons inside call it themselves. */
  onClose: () => void
  /** 480, 640 or 1120 px. */
  size?: 'small' | 'medium' | 'large'
  /**
   * While true, leaving first asks whether to discard the changes. If left out: once something was typed; false where
   * that is stored at once.
   */
  isChanged?: boolean | undefined
  children: ReactNode
}

/** The content of `Dialog`, loaded on first use. */
export default function DialogFrame({ title, open, onClose, size = 'small', isChanged, children }: DialogProps) {
  const t = useText()
  const focused = useRef<HTMLElement>(null) // asked for again when the tab of its page is returned to
  const popup = useRef<HTMLDivElement>(null)
  const [isTyped, setIsTyped] = useState(false)
  if (!open && isTyped) setIsTyped(false)
  const isLost = isChanged ?? isTyped
  useUnsaved(open && isLost)

  const isWaitAsked = useRef(false)

  async function leave() {
    if (popup.current?.dataset['held']) {
      isWaitAsked.current = true
      const isSure = await confirm(sendingQuestion())
      isWaitAsked.current = false
      return isSure && onClose()
    }
    if (!isLost || (await confirm(discardQuestion()))) onClose()
  }

  const discardQuestion = () => ({
    title: t('dialog.discardTitle'),
    text: t('dialog.discardText'),
    confirmLabel: t('dialog.discard'),
    cancelLabel: t('dialog.keepEditing'),
    tone: 'danger' as const,
  })

  const sendingQuestion = () => ({
    title: t('dialog.sendingTitle'),
    text: t('dialog.sendingText'),
    confirmLabel: t('action.close'),
    cancelLabel: t('dialog.wait'),
  })

  /** After the answer there is nothing to wait for. */
  const onAnswered = () => isWaitAsked.current && withdrawQuestions()

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(_open, details) => {
        details.cancel() // the page decides, through `onClose`
        const target = details.event.target
        const isElsewhere = target instanceof Element && target.closest('.toasts, [popover], dialog') !== null
        const isAsked = isAsking() || document.querySelector('[role=alertdialog]') !== null // the question handles this event
        if (!isElsewhere && !isAsked) void leave()
      }}
    >
      <Dialog.Portal>
        <HideWithPage />
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup
            ref={popup}
            className={`dialog dialog-${size}`}
            initialFocus={() => (focused.current?.isConnected ? focused.current : firstField(popup.current))}
            onFocus={({ target }) => void (focused.current = target)}
            onKeyDown={submitByKey}
            onSubmit={goToFault}
            onChange={({ currentTarget, target }) => currentTarget.contains(target as Node) && setIsTyped(true)}
          >
            <header className="split dialog-header">
              <Dialog.Title className="dialog-title">{title}</Dialog.Title>
              <IconButton label={t('action.close')} icon="close" size={20} onClick={() => void leave()} />
            </header>
            {children}
            <HoldWhileSent onAnswered={onAnswered} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Ctrl+Enter in a field presses the submit button. Forms with a schema have sent themselves by then. */
function submitByKey(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isDefaultPrevented()) return
  event.preventDefault()
  if (!(event.target instanceof Element)) return
  event.target.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.click()
}

/** After a try that failed, the first field with an error gets the focus. */
function goToFault({ target: form }: SyntheticEvent) {
  requestAnimationFrame(() => {
    const isSent = !(form instanceof Element) || form.querySelector('[type=submit][aria-busy=true]') !== null
    if (!isSent) focusFault(form)
  })
}

const firstField = (dialog: HTMLElement | null) =>
  dialog?.querySelector<HTMLElement>('[data-first-field]') ??
  dialog?.querySelector<HTMLElement>(
    ':is(input:not([type=hidden]), select, textarea, [role=treeitem][tabindex="0"], [role=group][tabindex="0"]):not(:disabled)',
  ) ??
  true

/**
 * A dialog ends with its save. Until the answer its fields are locked and show the sent values, so that no new input is
 * lost; after a refusal they are unlocked.
 */
function HoldWhileSent({ onAnswered }: { onAnswered: () => void }) {
  const answered = useEffectEvent(onAnswered)
  const marker = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const popup = marker.current?.parentElement
    if (!popup) return
    let release: (() => void) | undefined
    const look = () => {
      const isSent = popup.querySelector('form:not([data-loads]) [type=submit][aria-busy=true]') !== null
      if (isSent) release ??= lockFields(popup)
      else if (release) {
        release()
        release = undefined
        answered()
      }
    }
    const watcher = new MutationObserver(look)
    watcher.observe(popup, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
    look()
    return () => {
      watcher.disconnect()
      release?.()
      answered()
    }
  }, [])
  return <span ref={marker} hidden />
}

/** A page in a hidden tab runs no effects but keeps its elements: the dialog must leave the screen with it. */
function HideWithPage() {
  const marker = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const portal = marker.current?.parentElement
    if (!portal) return
    portal.hidden = false
    return () => {
      portal.hidden = true
    }
  }, [])
  return <span ref={marker} hidden />
}
