import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { qcDicts } from '#shared/qc/constants'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath, TEMPLATES_PATH } from '#shared/qc/paths'
import { DictTag } from '../../../ui/dict'
import { Icon } from '../../../ui/icons/Icon'
import { Facts } from '../../../ui/layout/Fact'
import { PageHead } from '../../../ui/layout/PageHead'
import { useLocalizedName } from '../../../ui/qc/localized-name'
import { Select } from '../../../ui/input/Select'
import { Tag } from '../../../ui/feedback/Tag'
import { useAddressOf } from '../../../ui/tab'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { TemplateStatusTag } from './columns'
import { HeadActions } from './HeadActions'

type DetailHeadProps = { template: TemplateDetail; shown: Version | null }
type WholeHeadProps = DetailHeadProps & {
  /** True during editing of the draft: the facts then give it their space. */
  isEditing: boolean
}

/** The head of a template: its facts, the shown version, and the actions on the whole template. */
export function DetailHead({ template, shown, isEditing }: WholeHeadProps) {
  const t = useText()
  const localized = useLocalizedName()
  const { code, status, draft, publishedVersion } = template
  const isDraft = shown !== null && shown === draft
  return (
    <div className="template-head card">
      <BackLink />
      <PageHead title={localized(template)}>
        <HeadActions template={template} isDraft={isDraft} shown={shown} />
      </PageHead>
      <div className="row wrap">
        <code>{code}</code>
        <TemplateStatusTag {...template} t={t} />
        {publishedVersion !== null && <Tag tone="info">{t('qcTemplate.publishedNo', { no: publishedVersion })}</Tag>}
        {draft && !isDraft && <Tag tone="pending">{t('qcTemplate.draftNo', { no: draft.versionNo })}</Tag>}
        {shown && <VersionSelect template={template} shown={shown} />}
      </div>
      {status === 'retired' && <p className="template-note">{t('qcTemplate.retiredNote')}</p>}
      {!isEditing && <TemplateFacts template={template} shown={shown} />}
    </div>
  )
}

export function BackLink() {
  const t = useText()
  return (
    <Link href={useAddressOf(TEMPLATES_PATH)} className="row inline gap-0 small template-back">
      <Icon name="chevron-left" />
      {t('qcTemplate.back')}
    </Link>
  )
}

/** The workflow of its records, and the publication of this version. */
function TemplateFacts({ template, shown }: DetailHeadProps) {
  const t = useText()
  const localized = useLocalizedName()
  const recordCounts = { count: shown?.recordCount ?? 0, all: template.recordCount }
  return (
    <Facts
      className="grid template-facts"
      of={[
        [t('qc.product'), localized({ name: template.productName, nameEn: template.productNameEn })],
        [t('qcTemplate.stage'), <DictTag key="stage" type={qcDicts.stage} value={template.stage} />],
        [t('qcTemplate.owner'), template.ownerName || '-'],
        [t('qcTemplate.signLevels'), t(`qcTemplate.signLevel.${template.signLevels}`)],
        [t('qcTemplate.chartFrom'), t(`qcTemplate.chartFrom.${template.chartFrom}`)],
        [t('qc.lot'), t(template.isLotRequired ? 'qcTemplate.lotAlways' : 'qcTemplate.lotMaybe')],
        ...(shown?.publishedAt
          ? ([
              [t('qcTemplate.publisher'), shown.publishedByName || '-'],
              [t('qcTemplate.effectiveFrom'), <Time key="from" value={shown.effectiveFrom} />],
              [t('qcTemplate.changeNote'), shown.changeNote || '-'],
            ] as const)
          : []),
        [t('qcTemplate.usedIn'), t('qcTemplate.usedInCount', recordCounts)],
        [t('record.remark'), template.remark],
      ]}
    />
  )
}

type VersionSelectProps = { template: TemplateDetail; shown: Version }

function VersionSelect({ template: { templateId, versions, publishedVersion }, shown }: VersionSelectProps) {
  const t = useText()
  return (
    <Select
      label={t('qcTemplate.version')}
      value={shown.versionNo}
      options={versions.map(({ versionNo, status }) => ({
        value: versionNo,
        label: t(`qcTemplate.versionIs.${status}`, { no: versionNo }),
      }))}
      onSelect={(versionNo) => {
        const chosen = versions.find((version) => version.versionNo === versionNo)
        if (!chosen) return
        const inAddress = chosen.versionNo === publishedVersion ? undefined : chosen.versionNo
        navigate(templatePath(templateId, chosen.status === 'draft' ? 'draft' : inAddress), { replace: true })
      }}
    />
  )
}
