import { layout, setSize } from '../../stores/layout'
import { defaultSettings } from '../../stores/setting-values'
import { changeSettings, settings } from '../../stores/settings'
import { Button } from '../../ui/Button'
import { copyText } from '../../ui/input/copy'
import { toast } from '../../ui/overlay/toast'
import { tr, useText } from '../../ui/useText'

const UNDO_MS = 8000

/** The settings as a whole: out to the clipboard, or back to how they were at first. */
export function KeepOrReset() {
  const t = useText()
  return (
    <footer className="settings-footer">
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
  if (isCopied) toast.show(tr('error.copied'))
  else toast.show(tr('settings.notCopied'), { tone: 'error' })
}

/** The language stays: somebody who cannot read the first one would not find the way back. */
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
