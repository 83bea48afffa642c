import { useRef } from 'react'
import { IconButton } from '../../../../ui/Button'
import { Icon } from '../../../../ui/icons/Icon'
import { Menu } from '../../../../ui/overlay/Menu'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { useText } from '../../../../ui/useText'
import { isGrouped, groupsOf } from '../item-groups'
import { Verdicts } from '../ItemFacts'
import { readable } from './faults'
import type { DraftGridProps } from './grid/DraftGrid'
import { useGoal } from './useGoal'

type DraftCardsProps = Omit<DraftGridProps, 'current' | 'onCurrent' | 'onPaste'>

/** The lines of a draft on a phone. Each is edited in its sheet. */
export function DraftCards({ items, edits, faults, actions, goal }: DraftCardsProps) {
  const t = useText()
  const localized = useLocalizedName()
  const box = useRef<HTMLDivElement>(null)
  const groups = groupsOf(items)
  useGoal(box, goal, 'sheet')
  return (
    <div ref={box}>
      {groups.map((group) => (
        <section key={group.items[0]?.rowId}>
          {isGrouped(groups) && <h2 className="template-card-group">{group.name || t('qcTemplate.noGroup')}</h2>}
          <ul className="template-cards">
            {group.items.map((item, index) => {
              const lineFaults = faults.filter(({ rowId }) => rowId === item.rowId)
              const name = localized(item) || item.code || t('qcTemplate.lineNo', { no: group.start + index + 1 })
              const more = t('record.more', { name })
              return (
                <li key={item.rowId} data-row={item.rowId} className="template-card">
                  <div className="row start template-card-title">
                    <button
                      type="button"
                      className="row-link"
                      data-field="sheet"
                      onClick={() => actions.open(item.rowId)}
                    >
                      {name}
                    </button>
                    <code>{item.code}</code>
                    <Menu
                      label={more}
                      trigger={<IconButton label={more} icon="more" />}
                      items={[
                        {
                          key: 'copy',
                          label: t('qcTemplate.duplicate'),
                          icon: 'copy',
                          onSelect: () => actions.duplicate(item.rowId),
                        },
                        { key: 'up', label: t('tree.moveUp'), onSelect: () => edits.step(item.rowId, 'up') },
                        { key: 'down', label: t('tree.moveDown'), onSelect: () => edits.step(item.rowId, 'down') },
                        {
                          key: 'remove',
                          label: t('action.delete'),
                          icon: 'trash',
                          tone: 'danger',
                          onSelect: () => actions.remove(item.rowId),
                        },
                      ]}
                    />
                  </div>
                  <Verdicts item={readable(item)} />
                  <p className="muted small">
                    {[t(`qcTemplate.type.${item.type}`), item.unit, t(`qcTemplate.severity.${item.severity}`)]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                  {lineFaults.length > 0 && (
                    <p className="row start gap-4 small draft-card-fault">
                      <Icon name="warning" />
                      {lineFaults.map(({ message }) => message).join(' · ')}
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
