import { ViewInput, type View } from '#shared/access/view'
import type { ListName } from '#shared/list/list-names'
import { viewApi } from '../../api/access/view'
import { columnState } from '../../stores/columns'
import { InputField } from '../form/fields'
import { FormFooter } from '../form/FormFooter'
import { useSchemaForm } from '../form/useSchemaForm'
import { Dialog } from '../overlay/Dialog'
import { useText } from '../useText'

type ViewNameDialogProps = {
  list: ListName
  /** The search that is saved under the name. */
  search: string
  /** The view to rename; undefined for a new one. */
  view: View | undefined
  onSaved: () => void
  /** Called with the id of a new view. */
  onClose: (viewId?: number) => void
}

const ViewName = ViewInput.pick({ viewName: true })

/** Saves the state of a list under a name, or renames a view. */
export default function ViewNameDialog({ list, search, view, onSaved, onClose }: ViewNameDialogProps) {
  const t = useText()
  const { input, formProps, formState } = useSchemaForm(ViewName, {
    defaults: { viewName: view?.viewName ?? '' },
    async save({ viewName }) {
      if (view) await viewApi.update(view, { viewName })
      const viewId = view ? undefined : await viewApi.create({ list, viewName, search, columns: columnState(list) })
      onSaved()
      onClose(viewId)
    },
  })
  return (
    <Dialog
      title={t(view ? 'view.renameTitle' : 'view.saveTitle')}
      open
      onClose={() => onClose()}
      isChanged={formState.isDirty}
    >
      <form {...formProps}>
        <InputField
          {...input('viewName')}
          label={t('view.name')}
          hint={view ? undefined : t('view.nameHint')}
          maxLength={64}
          required
        />
        <FormFooter onCancel={() => onClose()} isBusy={formState.isSubmitting}>
          {t(view ? 'view.renameSubmit' : 'view.saveSubmit')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
