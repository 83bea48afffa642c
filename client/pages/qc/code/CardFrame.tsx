import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CodeKind, Judgement } from '#shared/qc/constants'
import type { Glance, QrInfo } from '#shared/qc/label/schema'
import { templateOf } from '#shared/qc/localized-name'
import { recordPath } from '#shared/qc/paths'
import { reserveEnd } from '../../../ui/feedback/end-bar'
import { Icon } from '../../../ui/icons/Icon'
import { shapePath } from '../../../ui/qc/entry/shapes'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { Verdict } from '../../../ui/qc/Verdict'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import '../../../ui/qc/entry/phone-bar.css'

export type InfoOf<Kind extends QrInfo['kind']> = Extract<QrInfo, { kind: Kind }>

type CardFrameProps = {
  kind: CodeKind
  title: string
  /** The content below the title. */
  about?: ReactNode
  /** Buttons, the most used one last. */
  actions: ReactNode
  children?: ReactNode
}

/** The frame of every card: the kind and the title on top, the actions near the thumb. */
export function CardFrame({ kind, title, about, actions, children }: CardFrameProps) {
  const t = useText()
  return (
    <>
      <article className="stack gap-12 card qr-card">
        <header>
          <p className="muted">{t(`qcQr.kind.${kind}`)}</p>
          <h2>{title}</h2>
          {about && <p className="muted">{about}</p>}
        </header>
        {children}
      </article>
      <div className="qr-actions stack phone-bar" ref={reserveEnd}>
        <div className="row stretch phone-steps">{actions}</div>
      </div>
    </>
  )
}

/** A judgement that is legible from two metres. */
export function BigVerdict({ value }: { value: Judgement }) {
  const t = useText()
  return (
    <p className="row gap-12 qr-verdict" data-judgement={value}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path d={shapePath[value]} />
      </svg>
      {t(`qc.judgement.${value}`)}
    </p>
  )
}

type OpenLinkProps = { href: string; isPrimary?: boolean; children: ReactNode }

export const OpenLink = ({ href, isPrimary = false, children }: OpenLinkProps) => (
  <Link href={href} className={`button button-${isPrimary ? 'primary' : 'default'}`}>
    <Icon name="chevron-right" />
    {children}
  </Link>
)

/** Records with their judgements; each number is a link to the record. */
export function RecordLinks({ records }: { records: readonly Glance[] }) {
  const localized = useLocalizedName()
  return (
    <ul className="qr-list">
      {records.map((record) => (
        <li key={record.qcValueBaseId} className="row">
          <Link href={recordPath(record.qcValueBaseId)} className="qr-glance">
            {record.recordNo}
            <small className="hint">
              {localized(templateOf(record))} · <Time value={record.inspectedAt} />
            </small>
          </Link>
          <Verdict value={record.judgement} />
        </li>
      ))}
    </ul>
  )
}
