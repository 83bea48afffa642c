import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../../api/qc/template'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { TextAreaField } from '../../../../ui/form/fields'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { localizedNameNow, useLocalizedName } from '../../../../ui/qc/localized-name'
import { toast } from '../../../../ui/overlay/toast'
import { tr, useText } from '../../../../ui/useText'
import { Differences } from '../Differences'
import { isLimit } from '../item-words'
import { draftDifferences } from './draft-differences'
import { renumberedIn, renumberedText } from './renumbered'
import type { TemplateDraft } from './useTemplateDraft'

type PublishDialogProps = {
  draft: TemplateDraft
  /** From an attempt that failed. */
  given: string | undefined
  onFailed: (note: string) => void
  onClose: () => void
}

/** Asks for the change note of a new version, and explains the effects on limits and existing records. */
export default function PublishDialog({ draft, given, onFailed, onClose }: PublishDialogProps) {
  const t = useText()
  const [, navigate] = useLocation()
  const localized = useLocalizedName()
  const { template, items, saved } = draft
  const { version, recordCount } = template
  const [note, setNote] = useState(given ?? (version ? '' : t('qcTemplate.firstNote')))
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const changes = useMemo(() => draftDifferences(version, items), [version, items])
  const limits = changes.flatMap((change) => {
    const fields = change.fields.filter(({ field }) => isLimit(field))
    return fields.length > 0 ? [{ ...change, fields }] : []
  })
  const renumbered = useMemo(() => renumberedIn(version, items), [version, items])
  const uncharted = items.filter(({ type, spc }) => type === 'numeric' && !spc)
  const counts = [...Map.groupBy(changes, ({ kind }) => kind)]

  function fail() {
    onFailed(note)
    onClose()
  }

  async function publish() {
    const changeNote = note.trim()
    if (changeNote === '') return setIsMissing(true)
    setIsBusy(true)
    try {
      const detail = draft.isChanged ? await draft.save() : template
      if (!detail?.draft) return fail() // the reason has been shown
      const published = await templateApi.publish(template.templateId, {
        lockVersion: draft.isChanged ? detail.draft.lockVersion : saved.lockVersion,
        changeNote,
      })
      onClose()
      toast.show(tr('qcTemplate.publishedDone', { name: localizedNameNow(template), no: saved.versionNo }), {
        tone: 'success',
      })
      navigate(templatePath(template.templateId), { replace: true })
      draft.keep(published)
    } catch (error) {
      fail()
      await draft.refuse(error, items, false)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      title={t('qcTemplate.publishTitle', { name: localized(template), no: saved.versionNo })}
      open
      onClose={onClose}
      isChanged={isBusy || undefined}
      size="medium"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void publish()
        }}
      >
        <TextAreaField
          label={t('qcTemplate.changeNote')}
          error={isMissing && note.trim() === '' ? t('field.required') : undefined}
          hint={t('qcTemplate.changeNoteHint')}
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          required
        />
        {version && (
          <p>
            {counts.length === 0
              ? t('qcTemplate.sameAsPublished')
              : counts.map(([kind, { length }]) => `${t(`qcTemplate.diff.${kind}`)} ${length}`).join(' · ')}
          </p>
        )}
        {limits.length > 0 && (
          <div className="draft-publish-limits">
            <Differences items={limits} title={t('qcTemplate.limitsChanged')} />
            <p className="template-note">
              {recordCount > 0 ? t('qcTemplate.oldKeepLimits', { count: recordCount }) : t('qcTemplate.oldKeepTheirs')}
            </p>
          </div>
        )}
        {renumbered.map((one) => (
          <p key={one.item.rowId} className="template-note">
            {renumberedText(t, localized, one)}
          </p>
        ))}
        {uncharted.length > 0 && (
          <p className="template-note">
            {t('qcTemplate.uncharted', {
              count: uncharted.length,
              names: uncharted.map((item) => localized(item) || item.code).join(', '),
            })}
          </p>
        )}
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t(draft.isChanged ? 'qcTemplate.saveAndPublish' : 'qcTemplate.publishSubmit')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
