import { useMemo, useState } from 'react'
import type { ItemDifference } from '#shared/qc/template/diff'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { Button } from '../../../../ui/Button'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { useCalled } from '../../../../ui/qc/localized-name'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { useText } from '../../../../ui/useText'
import { fieldName, valueText } from '../item-words'
import { draftDifferences } from './draft-differences'
import type { DraftDesk } from './useDraft'
import '../../../../ui/table/DataTable.css'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

type ConflictDialogProps = { desk: DraftDesk; theirs: TemplateDetail }

/** Two people have written the same draft: what each has made of it, and which of the two is to stay. */
export default function ConflictDialog({ desk, theirs }: ConflictDialogProps) {
  const t = useText()
  const called = useCalled()
  const [isBusy, setIsBusy] = useState(false)
  const { items, saved } = desk
  const { draft } = theirs
  const other = draft ?? theirs.version
  const found = useMemo(() => draftDifferences(other, items), [other, items])

  async function overwrite() {
    setIsBusy(true)
    await desk.overwrite(theirs)
    setIsBusy(false)
  }

  return (
    <Dialog title={t('qcTemplate.conflictTitle')} open onClose={desk.stopComparing} size="medium">
      <p>
        {draft
          ? t('qcTemplate.conflictText')
          : t('qcTemplate.conflictGone', { no: theirs.publishedVersion ?? saved.versionNo })}
      </p>
      {found.length === 0 ? (
        <p>{t('qcTemplate.conflictSame')}</p>
      ) : (
        <TableScroller label={t('qcTemplate.conflictLabel')}>
          <table className="row-table changes draft-conflict" aria-label={t('qcTemplate.conflictLabel')}>
            <thead>
              <tr>
                <th scope="col">{t('qcTemplate.item')}</th>
                <th scope="col">{t('qcTemplate.mine')}</th>
                <th scope="col">{t('qcTemplate.theirs')}</th>
              </tr>
            </thead>
            <tbody>{found.flatMap((item) => (item.kind === 'changed' ? fieldRows(item) : [wholeRow(item)]))}</tbody>
          </table>
        </TableScroller>
      )}
      <DialogFooter>
        <Button onClick={desk.stopComparing}>{t('dialog.keepEditing')}</Button>
        <Button variant="danger" busy={isBusy} onClick={() => void overwrite()}>
          {t(draft ? 'qcTemplate.overwrite' : 'qcTemplate.draftOfMine')}
        </Button>
        <Button variant="primary" onClick={() => desk.takeTheirs(theirs)}>
          {t('qcTemplate.takeTheirs')}
        </Button>
      </DialogFooter>
    </Dialog>
  )

  function fieldRows({ itemKey, name, nameEn, fields }: ItemDifference) {
    return fields.map((field) => (
      <tr key={`${itemKey}-${field.field}`}>
        <th scope="row">
          {called({ name, nameEn })} · {fieldName(t, field.field)}
        </th>
        <td>{valueText(t, field.field, field.new)}</td>
        <td>{valueText(t, field.field, field.old)}</td>
      </tr>
    ))
  }

  function wholeRow({ itemKey, name, nameEn, kind }: ItemDifference) {
    return (
      <tr key={itemKey}>
        <th scope="row">{called({ name, nameEn })}</th>
        <td>
          {t(
            kind === 'removed' ? 'qcTemplate.notThere' : kind === 'moved' ? 'qcTemplate.elsewhere' : 'qcTemplate.there',
          )}
        </td>
        <td>
          {t(kind === 'added' ? 'qcTemplate.notThere' : kind === 'moved' ? 'qcTemplate.elsewhere' : 'qcTemplate.there')}
        </td>
      </tr>
    )
  }
}
