import { grouped } from '#shared/format/number'
import { formatTime } from '#shared/format/time'
import { anchorText } from '#shared/qc/audit/anchor'
import type { AuditFault, AuditProgress, AuditVerification } from '#shared/qc/audit/schema'
import { recordPath, templatePath } from '#shared/qc/paths'
import { Link } from 'wouter'
import { Icon } from '../../../ui/icons/Icon'
import { Fact } from '../../../ui/layout/Fact'
import { TableScroller } from '../../../ui/table/TableScroller'
import { useText } from '../../../ui/useText'
import './audit.css'

type CardProps = {
  isVerifying: boolean
  /** The progress of the running verification, if known. */
  progress: AuditProgress | null | undefined
  result: AuditVerification | undefined
  /** The entry number of the anchor used for verification. */
  anchorId: number | undefined
}

/** The result of the last verification: one sentence if the trail is whole, else every difference. */
export function VerificationCard({ isVerifying, progress, result, anchorId }: CardProps) {
  const t = useText()
  if (isVerifying) {
    return (
      <div className="grid gap-12 audit-card">
        <p role="status">{t('qcAudit.verifying')}</p>
        {progress && <Progress progress={progress} />}
      </div>
    )
  }
  if (!result) return null
  const { isWhole, entries, records, photos, versions, signatures, things, faultCount, faults, firstBroken } = result
  const isAnchorKept = result.anchors > 0 && !faults.some(({ kind }) => kind === 'anchor')
  return (
    <div className="grid gap-12 audit-card" data-tone={isWhole ? 'ok' : 'ng'} role={isWhole ? 'status' : 'alert'}>
      <p className="row start audit-verdict">
        <Icon name={isWhole ? 'check' : 'warning'} size={20} />
        <strong>
          {isWhole
            ? t('qcAudit.whole', { entries, records, photos, versions, signatures, things })
            : t('qcAudit.broken', { count: faultCount })}
        </strong>
      </p>
      {isAnchorKept && anchorId !== undefined && <p>{t('qcAudit.anchorHolds', { id: anchorId })}</p>}
      {firstBroken && <p>{t('qcAudit.brokenFrom', { id: firstBroken.auditId })}</p>}
      {faults.length > 0 && <FaultTable faults={faults} />}
      {faultCount > faults.length && <p>{t('qcAudit.moreFaults', { count: faultCount - faults.length })}</p>}
      <dl className="grid audit-facts">
        <div>
          <dt>{t('qcAudit.anchorOf')}</dt>
          <dd className="audit-hash">
            {result.headHash ? anchorText({ id: result.headId, hash: result.headHash }) : '-'}
          </dd>
        </div>
        <Fact label={t('qcAudit.checkedAt')}>
          {formatTime(result.checkedAt)} · {t('qcAudit.took', { seconds: (result.tookMs / 1000).toFixed(1) })}
        </Fact>
      </dl>
    </div>
  )
}

/** The progress of the current part. It is not a live region: the start of the verification was read out. */
function Progress({ progress: { part, done, total } }: { progress: AuditProgress }) {
  const t = useText()
  const words = t(`qcAudit.progress.${part}`, { done: grouped(done), total: grouped(total) })
  return (
    <div className="grid gap-4 audit-progress">
      <span>{words}</span>
      <progress value={done} max={total || 1} aria-label={words} />
    </div>
  )
}

function FaultTable({ faults }: { faults: readonly AuditFault[] }) {
  const t = useText()
  return (
    <TableScroller label={t('qcAudit.fault.label')}>
      <table className="row-table audit-faults" aria-label={t('qcAudit.fault.label')}>
        <thead>
          <tr>
            <th scope="col">{t('qcAudit.fault.where')}</th>
            <th scope="col">{t('qcAudit.fault.what')}</th>
            <th scope="col">{t('qcAudit.fault.expected')}</th>
            <th scope="col">{t('qcAudit.fault.found')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- faults have no other key, and their order is fixed
            <tr key={index}>
              <td>
                <FaultPlace fault={fault} />
              </td>
              <td>{fault.message}</td>
              <td>{fault.expected ?? '-'}</td>
              <td>{fault.found ?? '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

/** A link to the record or template that differs. */
function FaultPlace({ fault: { auditId, qcValueBaseId, recordNo, templateId } }: { fault: AuditFault }) {
  const t = useText()
  if (qcValueBaseId !== undefined && recordNo) {
    return <Link href={recordPath(qcValueBaseId)}>{recordNo}</Link>
  }
  if (templateId !== undefined) return <Link href={templatePath(templateId)}>{t('qc.template')}</Link>
  return auditId === undefined ? '-' : t('qcAudit.fault.entryAt', { id: auditId })
}
