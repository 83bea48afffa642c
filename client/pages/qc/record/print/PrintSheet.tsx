import { offsetTime } from '#shared/format/offset-time'
import type { TimeValue } from '#shared/format/time'
import { anchorText } from '#shared/qc/audit/anchor'
import { equipmentOf, templateOf } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import { statusKey } from '#shared/qc/record/workflow'
import { qrPath } from '#shared/qr-path'
import type { PrintedRecord } from '#shared/qc/record/schema'
import { useDict } from '../../../../ui/dict'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { PrintBrand } from '../../../../ui/qc/print/PrintBrand'
import { PrintFacts } from '../../../../ui/qc/print/PrintFacts'
import { useText } from '../../../../ui/useText'
import { CircumstanceCorrections } from '../Corrections'
import { HandSignatures } from '../sign/HandSignatures'
import { PrintPhotos } from './PrintPhotos'
import { PrintValues } from './PrintValues'
import { shiftText } from '../RecordHead'

/**
 * A whole record on paper, with its corrections, its signatures, and the head of the audit trail. All times are in the
 * offset of the record, wherever it is printed.
 */
export function PrintSheet({ record }: { record: PrintedRecord }) {
  const t = useText()
  const localized = useLocalizedName()
  const { labelOf } = useDict(qcDicts.disposition)
  const { labelOf: stageOf } = useDict(qcDicts.stage)
  const time = (at: TimeValue) => offsetTime(at, record.tzMin)
  const isGaugeMarked = record.values.some(({ gaugeOverdueSince }) => gaugeOverdueSince !== null)
  const anchor = record.headId > 0 && anchorText({ id: record.headId, hash: record.headHash })
  const facts: [label: string, value: string | null | undefined | false][] = [
    [t('qc.product'), localized({ name: record.productName, nameEn: record.productNameEn }) || record.product],
    [t('qc.template'), `${localized(templateOf(record))} (${record.templateCode})`],
    [t('qcTemplate.stage'), stageOf(record.stage)],
    [t('qcRecord.limits'), t('qcRecord.printed.plausible', { no: record.versionNo })],
    [t('qc.lot'), record.lotNo],
    [t('qc.equipment'), localized(equipmentOf(record))],
    [t('qc.shift'), shiftText(record, localized)],
    [t('qcRecord.calibration'), isGaugeMarked && t('qcRecord.gaugeMarked')],
    [t('qcRecord.operator'), record.operatorName],
    [t('qcRecord.inspectedAt'), time(record.inspectedAt)],
    [t('qcRecord.late'), record.isLate ? time(record.createdAt) : ''],
    [t('qcRecord.printed.submittedBy'), record.submittedByName],
    [t('qcRecord.printed.submittedAt'), record.submittedAt && time(record.submittedAt)],
    [t('record.status'), t(statusKey(record))],
    [t('qcRecord.judgement'), t(`qc.judgement.${record.judgement}`)],
    [t('qcRecord.disposition'), record.disposition && labelOf(record.disposition)],
    [t('qcRecord.retestOf'), record.retestOf?.recordNo],
    [t('qcRecord.retests'), record.retests.map(({ recordNo }) => recordNo).join(', ')],
    [t('qcRecord.voidReason'), record.voidReason],
    [t('record.remark'), record.remark],
  ]
  return (
    <article className="print-sheet">
      <PrintBrand>
        <span className="print-form">
          {t('qcRecord.printed.form', { code: record.templateCode, no: record.versionNo })}
        </span>
      </PrintBrand>
      <header className="print-head">
        <h1>
          {t('qcRecord.printed.title')} {record.recordNo}
        </h1>
        <p>{t('qcRecord.revision', { rev: record.rev })}</p>
      </header>
      <PrintFacts of={facts} />
      <PrintValues record={record} />
      <PrintPhotos record={record} />
      <CircumstanceCorrections of={record.corrections} time={time} />
      {record.comments.length > 0 && (
        <section>
          <h2>{t('qcRecord.comments')}</h2>
          <ul className="print-comments">
            {record.comments.map(({ commentId, authorName, createdAt, text }) => (
              <li key={commentId}>
                {time(createdAt)} {authorName}: {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{t('qcRecord.signatures')}</h2>
        {record.signatures.length + record.unsigned.length === 0 && <p>{t('qcRecord.noSignatures')}</p>}
        {record.signatures.length > 0 && (
          <table className="print-table">
            <thead>
              <tr>
                <th scope="col">{t('qcRecord.printed.sign')}</th>
                <th scope="col">{t('qcRecord.printed.signer')}</th>
                <th scope="col">{t('qcRecord.printed.signedAt')}</th>
                <th scope="col">{t('qcQr.state')}</th>
                <th scope="col">{t('record.reason')}</th>
                <th scope="col">SHA-256</th>
              </tr>
            </thead>
            <tbody>
              {record.signatures.map((signature) => (
                <tr key={signature.signatureId} data-state={signature.state}>
                  <td>
                    {t(`qcRecord.meaning.${signature.meaning}`)} · {t('qcRecord.revision', { rev: signature.rev })}
                  </td>
                  <td>{signature.signerName}</td>
                  <td>{time(signature.signedAt)}</td>
                  <td>{t(`qcRecord.signature.${signature.state}`)}</td>
                  <td className="print-reason">{signature.reason ?? '-'}</td>
                  <td className="print-hash">{signature.contentSha256}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {record.unsigned.map(({ auditId, meaning, actorName, at, reason }) => (
          <p key={auditId}>
            {t(`qcRecord.meaning.${meaning}`)} · {actorName} · {time(at)} · {t('qcRecord.notSigned')} ·{' '}
            {t('qcRecord.unsigned')}
            {reason && ` · ${t('qcRecord.because', { reason })}`}
          </p>
        ))}
      </section>
      <footer className="print-foot">
        {anchor && <AnchorCode text={anchor} />}
        <div>
          <HandSignatures record={record} />
          {anchor && (
            <p>
              {t('qcRecord.printed.head')} <span className="print-hash">{anchor}</span>
            </p>
          )}
          <p>
            {t('qcRecord.printed.at')} {time(record.printedAt)} · {t('qcRecord.printed.by')} {record.printedBy}
          </p>
        </div>
      </footer>
    </article>
  )
}

/** The head of the audit trail at the time of printing. A later comparison shows if the trail was rewritten. */
function AnchorCode({ text }: { text: string }) {
  const t = useText()
  const { size, path } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qcRecord.printed.head')} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
