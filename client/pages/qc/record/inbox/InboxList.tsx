import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import type { InboxItem } from '#shared/qc/inbox'
import { Verdict } from '../../../../ui/qc/Verdict'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { Icon } from '../../../../ui/icons/Icon'
import { Time } from '../../../../ui/time'
import { useText } from '../../../../ui/useText'
import { keyOf } from './items'
import type { InboxView } from './useInbox'

/** The waiting items, each with its reason and waiting time. */
export function InboxList({ inbox }: { inbox: InboxView }) {
  const t = useText()
  const { list, data, kind, chosen, next, previous, open } = inbox
  const box = useRef<HTMLUListElement>(null)
  const seen = useRef<string>(undefined)
  const count = kind ? (data?.counts[kind] ?? 0) : (data?.count ?? 0)

  useEffect(() => {
    if (chosen === seen.current) return // effects run again when the tab is returned to
    seen.current = chosen
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function onKeyDown(event: KeyboardEvent) {
    const item = event.key === 'ArrowDown' ? next : event.key === 'ArrowUp' ? previous : undefined
    if (!item) return
    event.preventDefault()
    open(item)
  }

  return (
    <div className="card inbox-list">
      <ul ref={box} className="inbox-items" aria-label={t('qcInbox.title')} onKeyDown={onKeyDown}>
        {list.map((item) => (
          <li key={keyOf(item)}>
            <Item item={item} inbox={inbox} />
          </li>
        ))}
      </ul>
      {count > list.length && <p className="note inbox-more">{t('qcInbox.more', { shown: list.length, count })}</p>}
    </div>
  )
}

function Item({ item, inbox }: { item: InboxItem; inbox: InboxView }) {
  const t = useText()
  const localized = useLocalizedName()
  const {
    kind,
    number,
    title,
    titleEn,
    product,
    lotNo,
    since,
    judgement,
    openSignals,
    dueOn,
    operatorName,
    ownerName,
  } = item

  function choose(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    inbox.choose(item)
  }

  return (
    <a
      href={inbox.hrefOf(item)}
      className="grid gap-2 inbox-item"
      aria-current={keyOf(item) === inbox.chosen ? 'true' : undefined}
      onClick={choose}
    >
      <span className="split">
        <span className="row gap-6 inbox-item-name">
          <b>{kind === 'signal' || kind === 'calibration' ? localized({ name: title, nameEn: titleEn }) : number}</b>
          {judgement && <Verdict value={judgement} />}
        </span>
        <span className="note inbox-item-since">
          {dueOn ? t('qcInbox.due', { day: dueOn.slice(5) }) : <Time value={since} relative />}
        </span>
      </span>
      <span className="truncate">
        {kind === 'signal' || kind === 'calibration' ? number : localized({ name: title, nameEn: titleEn })}
        {lotNo && ` · ${lotNo}`}
      </span>
      <span className="note truncate">
        {openSignals > 0 && kind !== 'signal' && (
          <span className="inbox-item-signals">
            <Icon name="warning" /> {t('qcInbox.openSignals', { count: openSignals })}
            {' · '}
          </span>
        )}
        {[t(`qcInbox.reason.${kind}`), product?.toUpperCase(), operatorName, ownerName && `→ ${ownerName}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </a>
  )
}
