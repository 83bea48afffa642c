import { Fragment } from 'react'
import type { TemplateItem } from '#shared/qc/template/schema'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { TableScroller } from '../../../ui/table/TableScroller'
import { useIsNarrow } from '../../../ui/layout/useIsNarrow'
import { useText } from '../../../ui/useText'
import { ItemName, requiredText, SeverityTag, Spc, spcText, Verdicts } from './ItemFacts'
import { groupsOf, isGrouped, type Group } from './item-groups'
import '../../../ui/table/DataTable.css'

/** The items of a version by group, with their criteria. A table, on a phone cards. */
export function ItemTable({ items }: { items: readonly TemplateItem[] }) {
  const t = useText()
  const isNarrow = useIsNarrow()
  if (items.length === 0) {
    return (
      <div className="card">
        <EmptyState text={t('qcTemplate.noItems')} />
      </div>
    )
  }
  const groups = groupsOf(items)
  return (
    <div className="template-items card">{isNarrow ? <ItemCards groups={groups} /> : <ItemRows groups={groups} />}</div>
  )
}

type Groups = readonly Group<TemplateItem>[]

const COLUMNS = 10

function ItemRows({ groups }: { groups: Groups }) {
  const t = useText()
  return (
    <TableScroller label={t('qcTemplate.items')}>
      <table className="row-table template-item-table" aria-label={t('qcTemplate.items')}>
        <thead>
          <tr>
            <th scope="col" data-align="end">
              {t('qcTemplate.seq')}
            </th>
            <th scope="col">{t('qcTemplate.field.code')}</th>
            <th scope="col">{t('qcTemplate.field.name')}</th>
            <th scope="col">{t('qcTemplate.field.type')}</th>
            <th scope="col">{t('qcTemplate.field.unit')}</th>
            <th scope="col">{t('qcTemplate.limits')}</th>
            <th scope="col" data-align="end">
              n
            </th>
            <th scope="col">{t('qcTemplate.field.severity')}</th>
            <th scope="col">{t('qcTemplate.field.required')}</th>
            <th scope="col">{t('qcTemplate.field.spc')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.items[0]?.itemKey}>
              {isGrouped(groups) && (
                <tr className="template-group">
                  <th scope="colgroup" colSpan={COLUMNS}>
                    {group.name || t('qcTemplate.noGroup')}
                  </th>
                </tr>
              )}
              {group.items.map((item) => (
                <tr key={item.itemKey}>
                  <td data-align="end">{item.seq}</td>
                  <td>
                    <code>{item.code}</code>
                  </td>
                  <td>
                    <ItemName item={item} />
                  </td>
                  <td className="template-nowrap">{t(`qcTemplate.type.${item.type}`)}</td>
                  <td className="muted template-unit">{item.unit || '-'}</td>
                  <td>
                    <Verdicts item={item} />
                  </td>
                  <td data-align="end">{item.type === 'note' ? '-' : item.sampleSize}</td>
                  <td>{item.type === 'note' ? '-' : <SeverityTag item={item} />}</td>
                  <td className={item.required === 'when' ? undefined : 'template-nowrap'}>{requiredText(t, item)}</td>
                  <td className="template-nowrap">
                    <Spc item={item} />
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

function ItemCards({ groups }: { groups: Groups }) {
  const t = useText()
  return groups.map((group) => (
    <Fragment key={group.items[0]?.itemKey}>
      {isGrouped(groups) && <h2 className="template-card-group">{group.name || t('qcTemplate.noGroup')}</h2>}
      <ul className="template-cards">
        {group.items.map((item) => (
          <li key={item.itemKey} className="template-card">
            <div className="row start template-card-title">
              <ItemName item={item} />
              <code>{item.code}</code>
            </div>
            <Verdicts item={item} />
            <p className="muted small">
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
