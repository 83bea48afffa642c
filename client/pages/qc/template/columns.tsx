import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { percent } from '#shared/format/number'
import { qcDicts } from '#shared/qc/constants'
import type { Template, TemplateQuery } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import type { Column } from '../../../ui/table/column'
import { DictTag } from '../../../ui/dict'
import { localizedNameNow } from '../../../ui/qc/localized-name'
import { Named } from '../../../ui/qc/Named'
import { hasRowActions, RecordActions, type RowActions } from '../../../ui/record/RecordActions'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import type { T } from '../../../ui/useText'

/** The columns of the list of templates. */
export const templateColumns = (t: T, actions: RowActions<Template>): Column<Template, TemplateQuery>[] => [
  {
    id: 'code',
    header: t('qcTemplate.code'),
    sortable: true,
    canHide: false,
    cell: ({ templateId, code }) => (
      <Link href={templatePath(templateId)} className="template-nowrap">
        <code>{code}</code>
      </Link>
    ),
  },
  {
    id: 'name',
    priority: 1,
    header: t('record.name'),
    sortable: true,
    canHide: false,
    cell: (template) => <Named of={template} />,
  },
  {
    id: 'product',
    header: t('qc.product'),
    cell: ({ productName, productNameEn }) => <Named of={{ name: productName, nameEn: productNameEn }} />,
  },
  {
    id: 'stage',
    priority: 3,
    header: t('qcTemplate.stage'),
    sortable: true,
    cell: ({ stage }) => <DictTag type={qcDicts.stage} value={stage} />,
  },
  { id: 'version', header: t('qcTemplate.version'), cell: (template) => <Versions {...template} t={t} /> },
  { id: 'items', priority: 3, header: t('qcTemplate.items'), align: 'end', cell: ({ itemCount }) => itemCount },
  {
    id: 'spcItems',
    priority: 3,
    header: t('qcTemplate.spcItems'),
    align: 'end',
    cell: ({ spcItemCount }) => spcItemCount,
  },
  {
    id: 'records',
    priority: 3,
    header: t('qcTemplate.recentRecords'),
    align: 'end',
    cell: ({ recentRecords }) => recentRecords,
  },
  {
    id: 'ngRate',
    header: t('qcTemplate.recentNgRate'),
    align: 'end',
    cell: ({ recentNgRate }) => percent(recentNgRate),
  },
  {
    id: 'owner',
    priority: 3,
    header: t('qcTemplate.owner'),
    cell: ({ ownerName }) => <span className="template-nowrap">{ownerName || '-'}</span>,
  },
  {
    id: 'status',
    priority: 1,
    header: t('record.status'),
    sortable: true,
    cell: (template) => <TemplateStatusTag {...template} t={t} />,
  },
  {
    id: 'updatedAt',
    priority: 3,
    header: t('qcTemplate.updatedAt'),
    sortable: true,
    cell: (row) => <Time value={row.updatedAt} />,
  },
  ...(hasRowActions(actions) ? [actionsColumn(t, actions)] : []),
]

type VersionsProps = Pick<Template, 'templateId' | 'publishedVersion' | 'hasDraft'> & { t: T }

/** The published version, and a link to the draft of the next one. */
const Versions = ({ templateId, publishedVersion, hasDraft, t }: VersionsProps) => (
  <span className="row inline template-versions">
    {publishedVersion === null ? '-' : t('qcTemplate.versionNo', { no: publishedVersion })}
    {hasDraft && (
      <Link href={templatePath(templateId, 'draft')} className="row inline template-draft-link">
        <Tag tone="pending">{t('qcTemplate.draft')}</Tag>
      </Link>
    )}
  </span>
)

type StatusProps = Pick<Template, 'status' | 'publishedVersion'> & { t: T }

/** Only a published template is in use. */
export const TemplateStatusTag = ({ status, publishedVersion, t }: StatusProps) =>
  status === 'active' && publishedVersion === null ? (
    <Tag tone="pending">{t('qcTemplate.neverPublished')}</Tag>
  ) : (
    <Tag tone={status === 'active' ? 'ok' : 'pending'}>{t(`qcTemplate.status.${status}`)}</Tag>
  )

/** The edit button opens the draft of a template. Its head is edited from the menu. */
const actionsColumn = (t: T, { onEdit, ...actions }: RowActions<Template>): Column<Template, TemplateQuery> => ({
  id: 'actions',
  header: t('record.actions'),
  cell: (template) => (
    <RecordActions
      row={template}
      name={localizedNameNow(template)}
      {...actions}
      {...(onEdit &&
        template.status === 'active' && {
          onEdit: ({ templateId, hasDraft }: Template) =>
            navigate(templatePath(templateId, hasDraft ? 'draft' : undefined)),
        })}
      actions={[
        ...(onEdit ? [{ key: 'head', label: 'qcTemplate.editHead', icon: 'edit', onSelect: onEdit } as const] : []),
        ...(actions.actions ?? []),
      ]}
    />
  ),
})
