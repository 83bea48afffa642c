import type { ItemDifference } from '#shared/qc/template/diff'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'
import { fieldName, fieldValueText } from './item-words'

const tones = { added: 'ok', removed: 'ng', changed: 'info', moved: 'pending' } as const

type DifferencesProps = {
  items: readonly ItemDifference[]
  title: string
  /** The text for no differences. */
  none?: string
}

/** The differences between two versions, item by item, in words: old → new. */
export function Differences({ items, title, none }: DifferencesProps) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <section className="template-diff" aria-label={title}>
      <h2>{title}</h2>
      {items.length === 0 && <p className="muted">{none ?? t('qcTemplate.noDifference')}</p>}
      <ul className="template-diff-items">
        {items.map(({ itemKey, name, nameEn, kind, fields }) => (
          <li key={itemKey}>
            <p className="split stretch">
              <strong>{localized({ name, nameEn })}</strong>
              <Tag tone={tones[kind]}>{t(`qcTemplate.diff.${kind}`)}</Tag>
            </p>
            {fields.length > 0 && (
              <dl>
                {fields.map((field) => (
                  <div key={field.field} className="row stretch wrap">
                    <dt className="muted">{fieldName(t, field.field)}</dt>
                    <dd>
                      <del>{fieldValueText(t, field.field, field.old)}</del>
                      <span aria-hidden="true"> → </span>
                      <ins>{fieldValueText(t, field.field, field.new)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
