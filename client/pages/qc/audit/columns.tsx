import type { Locale } from '#shared/i18n/text'
import { auditSentence, auditSubject, type Labels, type Say, subjectOf } from '#shared/qc/audit/words'
import { localizedName } from '#shared/qc/localized-name'
import { qcDicts } from '#shared/qc/constants'
import type { QcAuditEntry } from '#shared/qc/audit/schema'
import { recordPath, templatePath } from '#shared/qc/paths'
import { Link } from 'wouter'
import type { QcAuditSearch } from '../../../api/qc/audit'
import { readText } from '../../../stores/texts'
import type { Column } from '../../../ui/table/column'
import { useDict } from '../../../ui/dict'
import { RowLink } from '../../../ui/table/RowLink'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** Reads the texts of the audit trail in a language. */
export const sayIn =
  (locale: Locale): Say =>
  (key, values) =>
    readText(locale, key, values)

export const auditColumns = (
  t: T,
  locale: Locale,
  onOpen: (entry: QcAuditEntry) => void,
): Column<QcAuditEntry, QcAuditSearch>[] => [
  {
    id: 'sentence',
    header: t('qcAudit.sentence'),
    canHide: false,
    cell: (entry) => (
      <RowLink row={entry} onOpen={onOpen}>
        <Sentence entry={entry} locale={locale} />
        {entry.program && <span className="muted"> · {entry.program}</span>}
      </RowLink>
    ),
  },
  {
    id: 'subject',
    priority: 1,
    header: t('qcAudit.subject'),
    cell: (entry) => <SubjectLink entry={entry} locale={locale} />,
  },
  {
    id: 'reason',
    priority: 3,
    header: t('record.reason'),
    cell: (entry) => (entry.reasonCode || entry.reason ? <Reason entry={entry} /> : '-'),
  },
  { id: 'at', header: t('qcAudit.at'), cell: ({ at }) => <Time value={at} /> },
  { id: 'auditId', priority: 3, header: t('record.id'), align: 'end', sortable: true, cell: ({ auditId }) => auditId },
]

/** The sentence of an entry, with the labels of the dictionaries. */
export function Sentence({ entry, locale }: { entry: QcAuditEntry; locale: Locale }) {
  return auditSentence(entry, locale, sayIn(locale), useLabels())
}

/** The labels of dictionary codes, by the fields that hold the codes. */
export function useLabels(): Labels {
  const { labelOf: disposition } = useDict(qcDicts.disposition)
  const { labelOf: missingCode } = useDict(qcDicts.missingReason)
  return { disposition, missingCode }
}

/** The page of the subject of an entry; undefined if it has none. */
function pathTo({ entity, entityId, subject }: QcAuditEntry): string | undefined {
  if (subject === '') return undefined
  if (entity === 'record') return recordPath(entityId)
  return entity === 'template' ? templatePath(entityId) : undefined
}

export function SubjectLink({ entry, locale }: { entry: QcAuditEntry; locale: Locale }) {
  const path = pathTo(entry)
  const words = localizedName(locale, subjectOf(entry)) || auditSubject(entry, locale, sayIn(locale))
  return path ? <Link href={path}>{words}</Link> : words
}

/** The label of the reason's code, and the free text. */
export function Reason({ entry: { reasonCode, reason } }: { entry: QcAuditEntry }) {
  const { labelOf } = useDict(qcDicts.changeReason)
  return [reasonCode && labelOf(reasonCode), reason].filter(Boolean).join(' · ') || '-'
}
