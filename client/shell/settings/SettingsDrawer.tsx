import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { IconButton, Button } from '../../ui/Button'
import { useText, tr } from '../../ui/useText'
import { layout, setSize } from '../../stores/layout'
import { defaultSettings } from '../../stores/setting-values'
import { changeSettings, settings } from '../../stores/settings'
import { copyText } from '../../ui/input/copy'
import { toast } from '../../ui/overlay/toast'
import { closeSettings, drawer } from './drawer'
import { LayoutSettings } from './LayoutSettings'
import { ThemeSettings } from './ThemeSettings'
import './SettingsDrawer.css'

/** All of an operator's settings for this browser. It stands beside the page, which shows each change at once. */
export default function SettingsDrawer() {
  const t = useText()
  const { isOpen } = useSnapshot(drawer)
  const titleId = useId()
  const panel = useRef<HTMLDivElement>(null)
  useFocus(panel, isOpen)
  useClosing(panel, isOpen)
  useLeaving(panel, isOpen)

  return (
    <div ref={panel} role="dialog" aria-labelledby={titleId} className="settings-drawer" tabIndex={-1} inert={!isOpen}>
      <header className="settings-header">
        <h2 id={titleId}>{t('settings.title')}</h2>
        <IconButton label={t('action.close')} icon="close" size={20} onClick={closeSettings} />
      </header>
      <ThemeSettings />
      <LayoutSettings />
      <KeepOrReset />
    </div>
  )
}

type Panel = RefObject<HTMLElement | null>

/** The focus moves in when the drawer opens. It returns when the drawer closes, unless it has moved on by then. */
function useFocus(panel: Panel, isOpen: boolean) {
  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    const opener = document.activeElement
    element.focus({ preventScroll: true })
    return () => {
      const isHere = element.contains(document.activeElement) || document.activeElement === document.body
      if (isHere && opener instanceof HTMLElement) opener.focus()
    }
  }, [panel, isOpen])
}

/** Layers on top of the drawer: actions there do not count as outside it. */
const ABOVE = '.toasts, [popover], [role=dialog], [role=alertdialog], .dialog-backdrop'

function useClosing(panel: Panel, isOpen: boolean) {
  useEffect(() => {
    const own = panel.current?.closest('.settings')
    if (!isOpen || !own) return
    const isBeyond = ({ target }: Event) => target instanceof Element && !own.contains(target) && !target.closest(ABOVE)
    const gone = new AbortController()
    const { signal } = gone
    window.addEventListener('pointerdown', (event) => isBeyond(event) && closeSettings(), { capture: true, signal })
    window.addEventListener(
      'keydown',
      (event) => {
        const isOurs = isBeyond(event) || (event.target instanceof Node && own.contains(event.target))
        if (event.key === 'Escape' && isOurs) closeSettings()
      },
      { signal },
    )
    return () => gone.abort()
  }, [panel, isOpen])
}

/** Removes the drawer from the page once it has slid out. */
function useLeaving(panel: Panel, isOpen: boolean) {
  useEffect(() => {
    const element = panel.current
    if (isOpen || !element) return
    void Promise.allSettled(element.getAnimations().map((animation) => animation.finished)).then(() => {
      drawer.isDrawn = drawer.isOpen
    })
  }, [panel, isOpen])
}

const UNDO_MS = 8000

/** The settings as a whole: copied to the clipboard, or reset to their defaults. */
function KeepOrReset() {
  const t = useText()
  return (
    <footer className="row stretch wrap settings-footer">
      <Button icon="copy" onClick={() => void copySettings()}>
        {t('settings.copy')}
      </Button>
      <Button icon="refresh" onClick={resetSettings}>
        {t('settings.reset')}
      </Button>
    </footer>
  )
}

async function copySettings() {
  const isCopied = await copyText(JSON.stringify({ ...settings, size: layout.size }, null, 2))
  if (isCopied) toast.show(tr('action.copied'))
  else toast.show(tr('settings.notCopied'), { tone: 'error' })
}

/** The language stays: an operator who cannot read the default one could not change it back. */
function resetSettings() {
  const before = { ...settings }
  const sizeBefore = layout.size
  changeSettings(defaultSettings)
  setSize('medium')
  toast.show(tr('settings.resetDone'), {
    timeoutMs: UNDO_MS,
    action: {
      label: tr('action.undo'),
      onClick() {
        changeSettings(before)
        setSize(sizeBefore)
      },
    },
  })
}
