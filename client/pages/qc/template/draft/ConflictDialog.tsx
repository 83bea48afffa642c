import { useMemo, useState } from 'react'
import type { ItemDifference } from '#shared/qc/template/diff'
import type { TemplateDetail } from '#shared/qc/template/schema'
import { Button } from '../../../../ui/Button'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { TableScroller } from '../../../../ui/table/TableScroller'
import { useText } from '../../../../ui/useText'
import { fieldName, fieldValueText } from '../item-words'
import { draftDifferences } from './draft-differences'
import type { TemplateDraft } from './useTemplateDraft'
import '../../../../ui/table/DataTable.css'
import { DialogFooter } from '../../../../ui/overlay/DialogFooter'

type ConflictDialogProps = { draft: TemplateDraft; theirs: TemplateDetail }

/** Two people have written the same draft: shows both versions, to choose one. */
export default function ConflictDialog({ draft, theirs }: ConflictDialogProps) {
  const t = useText()
  const localized = useLocalizedName()
  const [isBusy, setIsBusy] = useState(false)
  const { items, saved } = draft
  const other = theirs.draft ?? theirs.version
  const differences = useMemo(() => draftDifferences(other, items), [other, items])

  async function overwrite() {
    setIsBusy(true)
    await draft.overwrite(theirs)
    setIsBusy(false)
  }

  return (
    <Dialog title={t('qcTemplate.conflictTitle')} open onClose={draft.stopComparing} size="medium">
      <p>
        {theirs.draft
          ? t('qcTemplate.conflictText')
          : t('qcTemplate.conflictGone', { no: theirs.publishedVersion ?? saved.versionNo })}
      </p>
      {differences.length === 0 ? (
        <p>{t('qcTemplate.conflictSame')}</p>
      ) : (
        <TableScroller label={t('qcTemplate.conflictLabel')}>
          <table className="row-table changes draft-conflict" aria-label={t('qcTemplate.conflictLabel')}>
            <thead>
              <tr>
                <th scope="col">{t('qcTemplate.item')}</th>
                <th scope="col">{t('qcRecord.mine')}</th>
                <th scope="col">{t('qcRecord.theirs')}</th>
              </tr>
            </thead>
            <tbody>{differences.flatMap((item) => (item.kind === 'changed' ? fieldRows(item) : itemRow(item)))}</tbody>
          </table>
        </TableScroller>
      )}
      <DialogFooter>
        <Button onClick={draft.stopComparing}>{t('dialog.keepEditing')}</Button>
        <Button variant="danger" busy={isBusy} onClick={() => void overwrite()}>
          {t(theirs.draft ? 'qcTemplate.overwrite' : 'qcTemplate.draftOfMine')}
        </Button>
        <Button variant="primary" onClick={() => draft.takeTheirs(theirs)}>
          {t('qcRecord.takeTheirs')}
        </Button>
      </DialogFooter>
    </Dialog>
  )

  function fieldRows({ itemKey, name, nameEn, fields }: ItemDifference) {
    return fields.map((field) => (
      <tr key={`${itemKey}-${field.field}`}>
        <th scope="row">
          {localized({ name, nameEn })} · {fieldName(t, field.field)}
        </th>
        <td>{fieldValueText(t, field.field, field.new)}</td>
        <td>{fieldValueText(t, field.field, field.old)}</td>
      </tr>
    ))
  }

  function presence(kind: ItemDifference['kind'], absent: ItemDifference['kind']) {
    if (kind === absent) return t('qcTemplate.notThere')
    return t(kind === 'moved' ? 'qcTemplate.elsewhere' : 'qcTemplate.there')
  }

  function itemRow({ itemKey, name, nameEn, kind }: ItemDifference) {
    return (
      <tr key={itemKey}>
        <th scope="row">{localized({ name, nameEn })}</th>
        <td>{presence(kind, 'removed')}</td>
        <td>{presence(kind, 'added')}</td>
      </tr>
    )
  }
}
