import { memo, useDeferredValue, useLayoutEffect, useRef } from 'react'
import type { PlainTextKey } from '#shared/i18n/text'
import { Icon } from '../../ui/icons/Icon'
import { useText } from '../../ui/useText'
import type { Option } from './option'

const groups: readonly (readonly [Option['group'], PlainTextKey])[] = [
  ['recent', 'find.recent'],
  ['pages', 'find.pages'],
  ['actions', 'record.actions'],
  ['record', 'find.record'],
  ['lot', 'find.lot'],
  ['template', 'find.template'],
  ['characteristic', 'find.characteristic'],
  ['equipment', 'find.equipment'],
  ['product', 'find.product'],
  ['user', 'find.user'],
]

/** More than the list shows without scrolling. */
const AT_ONCE = 16

type PaletteListProps = {
  id: string
  /** The options, group by group. */
  options: readonly Option[]
  /** The index of the option for Enter. */
  active: number
  /** True while the server is searching: its previous hits stay. */
  isPending: boolean
  idOf: (at: number) => string
  onPoint: (at: number) => void
  onChoose: (option: Option, inWindow: boolean) => void
}

/** The options found. The focus stays in the field, which names the active option. */
export function PaletteList({ id, options, active, isPending, idOf, onPoint, onChoose }: PaletteListProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [options, active])
  // Options out of sight are drawn later, when no key is pressed.
  const settled = useDeferredValue(options)
  const drawn = settled === options ? options : options.slice(0, Math.max(AT_ONCE, active + 1))
  const optionsIn = Map.groupBy(
    drawn.map((option, at) => ({ option, at })),
    ({ option }) => option.group,
  )

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field keeps the focus, also at a click
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('find.results')}
      aria-busy={isPending}
      className="palette-list"
      onMouseDown={keepFocus}
    >
      {groups.map(
        ([group, title]) =>
          optionsIn.has(group) && (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className="hint palette-group">
                {t(title)}
              </div>
              {optionsIn.get(group)?.map(({ option, at }) => (
                // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- as above
                <div
                  key={at} // elements are reused between searches: only the texts change
                  id={idOf(at)}
                  role="option"
                  aria-selected={at === active}
                  className="row gap-10 palette-option"
                  onPointerMove={() => at !== active && onPoint(at)}
                  onClick={({ ctrlKey, metaKey }) => onChoose(option, ctrlKey || metaKey)}
                >
                  <OptionText {...option} />
                </div>
              ))}
            </div>
          ),
      )}
    </div>
  )
}

const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

const OptionText = memo(function OptionText({ icon, above, title, path, isExternal }: Option) {
  const t = useText()
  return (
    <>
      <Icon name={icon} />
      <span className="truncate">
        {above.length > 0 && <span className="palette-above">{`${above.join(' > ')} > `}</span>}
        {title}
      </span>
      {isExternal && (
        <span className="palette-external">
          <Icon name="external" />
          <span className="sr-only">{t('shell.newWindow')}</span>
        </span>
      )}
      <span className="palette-path">{path}</span>
    </>
  )
})
