import { Link } from 'wouter'
import { formatTime } from '#shared/format/time'
import { recordPath, signalsPath } from '#shared/qc/paths'
import type { SignalBell } from '#shared/qc/signal'
import { Popover, type PopoverProps } from '../../overlay/Popover'
import { Time } from '../../time'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { ruleName } from '#shared/qc/analysis/rule-words'
import { signalInShort } from './signal-words'

type BellPopoverProps = Required<Pick<PopoverProps, 'id' | 'label' | 'anchor' | 'onClose'>> & {
  bell: SignalBell
  isLive: boolean
}

/** The popup beside the bell. */
export default function BellPopover({ bell, isLive, ...popover }: BellPopoverProps) {
  return (
    <Popover {...popover} align="end">
      <BellList bell={bell} isLive={isLive} onLeave={popover.onClose} />
    </Popover>
  )
}

type BellListProps = { bell: SignalBell; isLive: boolean; onLeave: () => void }

/** The latest open signals with links to their records, and a link to all signals. */
function BellList({ bell: { open, oldestAt, latest }, isLive, onLeave }: BellListProps) {
  const t = useText()
  const localized = useLocalizedName()
  return (
    <div className="stack gap-0 signal-bell-list">
      <h2>{open === 0 ? t('qcSignal.bellNone') : t('qcSignal.bell', { count: open })}</h2>
      {oldestAt !== null && <p className="signal-note">{t('qcSignal.oldest', { time: formatTime(oldestAt) })}</p>}
      {latest.length > 0 && (
        <ul>
          {latest.map((signal) => (
            <li key={signal.signalId}>
              <Link href={`${recordPath(signal.qcValueBaseId)}?tab=signals`} onClick={onLeave}>
                <b>{localized({ name: signal.itemName, nameEn: signal.itemNameEn })}</b>
                <span>
                  {signalInShort(t, signal)} · {ruleName(t, signal.rule)}
                </span>
                <span className="signal-note">
                  {signal.recordNo} · <Time value={signal.detectedAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {!isLive && <p className="signal-note">{t('qcSignal.offline')}</p>}
      <Link href={signalsPath({ state: 'open' })} className="signal-bell-all" onClick={onLeave}>
        {t('qcSignal.all')}
      </Link>
    </div>
  )
}
