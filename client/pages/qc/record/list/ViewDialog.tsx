import { useState, type SyntheticEvent } from 'react'
import { Button, IconButton } from '../../../../ui/Button'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { InputField } from '../../../../ui/form/fields'
import { useText } from '../../../../ui/useText'
import type { SavedView } from './saved-views'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

type ViewDialogProps = {
  views: readonly SavedView[]
  /** The view that the list shows. */
  current: string
  onChange: (change: (views: readonly SavedView[]) => SavedView[]) => void
  onClose: () => void
}

/** Saves the present view under a name, and manages the saved views. */
export default function ViewDialog({ views, current, onChange, onClose }: ViewDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)

  function save(event: SyntheticEvent) {
    event.preventDefault()
    setIsTried(true)
    const newName = name.trim()
    if (newName === '') return
    onChange((all) => {
      const index = all.findIndex((view) => view.name === newName)
      const view = { name: newName, search: current, isDefault: all[index]?.isDefault ?? false }
      return index < 0 ? [...all, view] : all.with(index, view)
    })
    onClose()
  }

  return (
    <Dialog title={t('qcRecord.views')} open onClose={onClose} isChanged={name.trim() !== ''}>
      <form noValidate onSubmit={save}>
        <InputField
          label={t('qcRecord.viewName')}
          hint={t('qcRecord.viewHint')}
          error={isTried && name.trim() === '' ? t('field.required') : undefined}
          maxLength={30}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {views.length > 0 && (
          <ul className="record-views" aria-label={t('qcRecord.views')}>
            {views.map((view) => (
              <li key={view.name} className="split">
                <label className="row">
                  <input
                    type="checkbox"
                    checked={view.isDefault}
                    onChange={({ target }) =>
                      onChange((all) =>
                        all.map((other) => ({ ...other, isDefault: other.name === view.name && target.checked })),
                      )
                    }
                  />
                  <span>
                    <b>{view.name}</b> {t('qcRecord.viewBegin')}
                  </span>
                </label>
                <IconButton
                  label={t('qcRecord.viewDelete', { name: view.name })}
                  icon="trash"
                  onClick={() => onChange((all) => all.filter((other) => other.name !== view.name))}
                />
              </li>
            ))}
          </ul>
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="submit" variant="primary">
            {t('qcRecord.viewSave')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
