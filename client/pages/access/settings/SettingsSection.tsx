import { useId, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Button } from '../../../ui/Button'
import { focusHeading } from '../../../ui/layout/heading'
import { useText } from '../../../ui/useText'

type SettingsSectionProps = {
  title: string
  intro: string
  form: {
    formProps: ComponentProps<'form'>
    formState: { isDirty: boolean; isSubmitting: boolean }
    hasConflict: boolean
    isSaved: boolean
    discard: () => void
  }
  children: ReactNode
}

/** One section: its fields, and below them the save and discard buttons while there are unsaved changes. */
export function SettingsSection({ title, intro, form, children }: SettingsSectionProps) {
  const t = useText()
  const heading = useId()
  const { formProps, formState, hasConflict, isSaved } = form
  const { isSubmitting } = formState
  const isDirty = formState.isDirty || hasConflict

  function discard({ currentTarget }: MouseEvent) {
    focusHeading(currentTarget) // the button is about to disappear
    form.discard()
  }

  return (
    <section className="sys-set-section card" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p className="sys-set-intro">{intro}</p>
      <form {...formProps}>
        {children}
        <div className="row end wrap sys-set-foot" data-changed={isDirty} data-empty={!isDirty && !isSaved}>
          <span className={isDirty ? 'sys-set-unsaved' : 'sys-set-saved'} role="status">
            {isDirty ? t('record.unsaved') : isSaved && t('record.saved')}
          </span>
          {isDirty && (
            <>
              <Button onClick={discard}>{t('action.discard')}</Button>
              <Button variant="primary" type="submit" busy={isSubmitting}>
                {t('sysSet.save')}
              </Button>
            </>
          )}
        </div>
      </form>
    </section>
  )
}
