import { useState, type SyntheticEvent } from 'react'
import { Button, IconButton } from '../../../../ui/Button'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { Field } from '../../../../ui/form/Field'
import { useText } from '../../../../ui/useText'
import type { SavedView } from './saved-views'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

type ViewDialogProps = {
  views: readonly SavedView[]
  /** What the list shows now. */
  current: string
  /** What becomes of the views there are by then. */
  onChange: (change: (views: readonly SavedView[]) => SavedView[]) => void
  onClose: () => void
}

const MAX_NAME = 30

/** Names what the list shows now, and looks after the views there are. */
export default function ViewDialog({ views, current, onChange, onClose }: ViewDialogProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)

  function save(event: SyntheticEvent) {
    event.preventDefault()
    setIsTried(true)
    const named = name.trim()
    if (named === '') return
    onChange((all) => {
      const known = all.find((view) => view.name === named)
      const view = { name: named, search: current, isDefault: known?.isDefault ?? false }
      return known ? all.map((one) => (one === known ? view : one)) : [...all, view]
    })
    onClose()
  }

  return (
    <Dialog title={t('qcRecord.views')} open onClose={onClose} isChanged={name.trim() !== ''}>
      <form noValidate onSubmit={save}>
        <Field
          label={t('qcRecord.viewName')}
          hint={t('qcRecord.viewHint')}
          error={isTried && name.trim() === '' ? t('field.required') : undefined}
        >
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              maxLength={MAX_NAME}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {views.length > 0 && (
          <ul className="record-views" aria-label={t('qcRecord.views')}>
            {views.map((view) => (
              <li key={view.name}>
                <label>
                  <input
                    type="checkbox"
                    checked={view.isDefault}
                    onChange={({ target }) =>
                      onChange((all) =>
                        all.map((one) => ({ ...one, isDefault: one.name === view.name && target.checked })),
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
                  onClick={() => onChange((all) => all.filter((one) => one.name !== view.name))}
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
