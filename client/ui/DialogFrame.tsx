import { Dialog } from '@base-ui/react/dialog'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from './Button'
import { confirm } from './confirm'
import type { DialogProps } from './Dialog'
import { useUnsaved } from './tab'
import { useText } from './useText'

/** What `Dialog` draws once it is needed. */
export default function DialogFrame({
  title,
  open,
  onClose,
  size = 'small',
  isChanged = false,
  children,
}: DialogProps) {
  const t = useText()
  const popup = useRef<HTMLDivElement>(null)
  useUnsaved(open && isChanged)

  async function leave() {
    if (!isChanged || (await confirm(discardQuestion()))) onClose()
  }

  const discardQuestion = () => ({
    title: t('dialog.discardTitle'),
    text: t('dialog.discardText'),
    confirmLabel: t('dialog.discard'),
    cancelLabel: t('dialog.keepEditing'),
    tone: 'danger' as const,
  })

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(_open, details) => {
        details.cancel() // the page decides, through `onClose`
        const target = details.event.target
        const isElsewhere = target instanceof Element && target.closest('.toasts, [popover], dialog') !== null
        const isAsked = document.querySelector('[role=alertdialog]') !== null // on top of it: what is done there is not for this
        if (!isElsewhere && !isAsked) void leave()
      }}
    >
      <Dialog.Portal>
        <HideWithPage />
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup ref={popup} className={`dialog dialog-${size}`} initialFocus={() => firstField(popup.current)}>
            <header className="dialog-header">
              <Dialog.Title className="dialog-title">{title}</Dialog.Title>
              <IconButton label={t('action.close')} icon="close" size={20} onClick={() => void leave()} />
            </header>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const firstField = (dialog: HTMLElement | null) =>
  dialog?.querySelector<HTMLElement>('[data-first-field]') ??
  dialog?.querySelector<HTMLElement>(
    ':is(input:not([type=hidden]), select, textarea, [role=treeitem][tabindex="0"], [role=group][tabindex="0"]):not(:disabled)',
  ) ??
  true

/** A page kept in a hidden tab runs no effects but keeps its elements: the dialog must leave the screen with it. */
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
