import { Fragment } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import { useText } from '../../../ui/useText'
import { isGrouped, type Group } from './item-groups'
import { ItemName, requiredText, spcText, Verdicts } from './ItemFacts'

type Groups = readonly Group<TemplateItem>[]

/** The same as the table on a phone. */
export function ItemCards({ groups }: { groups: Groups }) {
  const t = useText()
  return groups.map((group) => (
    <Fragment key={group.items[0]?.itemKey}>
      {isGrouped(groups) && <h2 className="template-card-group">{group.name || t('qcTemplate.noGroup')}</h2>}
      <ul className="template-cards">
        {group.items.map((item) => (
          <li key={item.itemKey} className="template-card">
            <div className="template-card-title">
              <ItemName item={item} />
              <code>{item.code}</code>
            </div>
            <Verdicts item={item} />
            <p className="template-card-facts">
              {[
                t(`qcTemplate.type.${item.type}`),
                item.unit,
                item.type !== 'note' && `n = ${item.sampleSize}`,
                item.type !== 'note' && t(`qcTemplate.severity.${item.severity}`),
                requiredText(t, item),
                item.spc && spcText(t, item),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Fragment>
  ))
}
