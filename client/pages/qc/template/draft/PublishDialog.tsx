import { useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { templatePath } from '#shared/qc/paths'
import { templateApi } from '../../../../api/qc/template'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { Field } from '../../../../ui/form/Field'
import { FormFooter } from '../../../../ui/form/FormFooter'
import { calledNow, useCalled } from '../../../../ui/qc/localized-name'
import { toast } from '../../../../ui/overlay/toast'
import { tr, useText } from '../../../../ui/useText'
import { Differences } from '../Differences'
import { isLimit } from '../item-words'
import { draftDifferences } from './draft-differences'
import type { DraftDesk } from './useDraft'

/** As the schema has it. */
const MAX_NOTE = 500

type PublishDialogProps = { desk: DraftDesk; onClose: () => void }

/** Asks why there is a new version, and says what becomes of limits and of records that are there. */
export default function PublishDialog({ desk, onClose }: PublishDialogProps) {
  const t = useText()
  const called = useCalled()
  const { template, items, saved, isChanged } = desk
  const { version, recordCount } = template
  const [note, setNote] = useState(version ? '' : t('qcTemplate.firstNote'))
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const changes = useMemo(() => draftDifferences(version, items), [version, items])
  const limits = changes.flatMap((change) => {
    const fields = change.fields.filter(({ field }) => isLimit(field))
    return fields.length > 0 ? [{ ...change, fields }] : []
  })
  const uncharted = items.filter(({ type, spc }) => type === 'numeric' && !spc)
  const counts = Object.entries(Object.groupBy(changes, ({ kind }) => kind))

  async function publish() {
    const changeNote = note.trim()
    if (changeNote === '') return setIsMissing(true)
    setIsBusy(true)
    try {
      const detail = isChanged ? await desk.save() : template
      if (!detail?.draft) return onClose() // what hindered it has been told
      const published = await templateApi.publish(template.templateId, {
        lockVersion: isChanged ? detail.draft.lockVersion : saved.lockVersion,
        changeNote,
      })
      onClose()
      toast.show(tr('qcTemplate.publishedDone', { name: calledNow(template), no: saved.versionNo }), {
        tone: 'success',
      })
      navigate(templatePath(template.templateId), { replace: true })
      desk.keep(published)
    } catch (error) {
      onClose()
      await desk.refuse(error, items)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      title={t('qcTemplate.publishTitle', { name: called(template), no: saved.versionNo })}
      open
      onClose={onClose}
      isChanged={isBusy}
      size="medium"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void publish()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void publish()
        }}
      >
        <Field
          label={t('qcTemplate.changeNote')}
          error={isMissing && note.trim() === '' ? t('field.required') : undefined}
          hint={t('qcTemplate.changeNoteHint')}
          required
        >
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={MAX_NOTE}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {version && (
          <p>
            {counts.length === 0
              ? t('qcTemplate.sameAsPublished')
              : counts
                  .map(([kind, some]) => `${t(`qcTemplate.diff.${kind}` as 'qcTemplate.diff.added')} ${some.length}`)
                  .join(' · ')}
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
        {uncharted.length > 0 && (
          <p className="template-note">
            {t('qcTemplate.uncharted', {
              count: uncharted.length,
              names: uncharted.map(({ name, code }) => name || code).join(', '),
            })}
          </p>
        )}
        <FormFooter onCancel={onClose} isBusy={isBusy}>
          {t(isChanged ? 'qcTemplate.saveAndPublish' : 'qcTemplate.publishSubmit')}
        </FormFooter>
      </form>
    </Dialog>
  )
}
