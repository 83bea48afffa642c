import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CodeKind, Judgement } from '#shared/qc/constants'
import { reserveEnd } from '../../../ui/feedback/end-bar'
import { Icon } from '../../../ui/Icon'
import { shapePath } from '../../../ui/qc/entry/shapes'
import { useText } from '../../../ui/useText'
import '../../../ui/qc/entry/phone-bar.css'
import type { QrInfo } from '#shared/qc/label/schema'

export type InfoOf<Kind extends QrInfo['kind']> = Extract<QrInfo, { kind: Kind }>

type CardFrameProps = {
  kind: CodeKind
  title: string
  /** Below the title. */
  about?: ReactNode
  /** Buttons, the one most come for last. */
  actions: ReactNode
  children?: ReactNode
}

/** The frame of every card: what it is on top, what can be done at the thumb. */
export function CardFrame({ kind, title, about, actions, children }: CardFrameProps) {
  const t = useText()
  return (
    <>
      <article className="qr-card card">
        <header>
          <p className="qr-kind">{t(`qcQr.kind.${kind}`)}</p>
          <h2>{title}</h2>
          {about && <p className="qr-about">{about}</p>}
        </header>
        {children}
      </article>
      <div className="qr-actions phone-bar" ref={reserveEnd}>
        <div className="phone-steps">{actions}</div>
      </div>
    </>
  )
}

/** A verdict that is seen from two metres away. */
export function BigVerdict({ value }: { value: Judgement }) {
  const t = useText()
  return (
    <p className="qr-verdict" data-judgement={value}>
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
