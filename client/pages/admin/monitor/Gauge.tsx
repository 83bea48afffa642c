import { Tag } from '../../../ui/feedback/Tag'
import { useText } from '../../../ui/useText'

/** From here on somebody should look, and act. */
const WARN = 80
const FULL = 92

type GaugeProps = { label: string; percent: number; detail: string }

/** How much of something is in use. */
export function Gauge({ label, percent, detail }: GaugeProps) {
  const t = useText()
  const tone = percent >= FULL ? 'ng' : percent >= WARN ? 'warn' : 'ok'
  return (
    <li className="monitor-gauge card">
      <span className="monitor-gauge-head">
        {label}
        {tone !== 'ok' && <Tag tone={tone}>{t(tone === 'ng' ? 'monitor.full' : 'monitor.high')}</Tag>}
      </span>
      <b className="monitor-gauge-value">{percent} %</b>
      <meter className={`monitor-meter monitor-meter-${tone}`} aria-label={label} value={percent} max={100} />
      <span className="monitor-gauge-detail">{detail}</span>
    </li>
  )
}
