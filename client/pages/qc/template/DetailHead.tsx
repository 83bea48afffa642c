import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { qcDicts } from '#shared/qc/constants'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath, TEMPLATES_PATH } from '#shared/qc/paths'
import { DictTag } from '../../../ui/dict'
import { Icon } from '../../../ui/Icon'
import { Fact } from '../../../ui/layout/Fact'
import { PageHead } from '../../../ui/layout/PageHead'
import { useCalled } from '../../../ui/qc/localized-name'
import { Select } from '../../../ui/input/Select'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { TemplateStatusTag } from './columns'
import { HeadActions } from './HeadActions'

type DetailHeadProps = { template: TemplateDetail; shown: Version | null }
type WholeHeadProps = DetailHeadProps & {
  /** The draft is being edited: the facts make room for it. */
  isEditing: boolean
}

/** The head of a template: what it is, the version that is shown, and the actions on the whole template. */
export function DetailHead({ template, shown, isEditing }: WholeHeadProps) {
  const t = useText()
  const called = useCalled()
  const { code, status, draft, publishedVersion } = template
  const isDraft = shown !== null && shown === draft
  return (
    <div className="template-head card">
      <BackLink />
      <PageHead title={called(template)}>
        <HeadActions template={template} isDraft={isDraft} shown={shown} />
      </PageHead>
      <div className="template-chips">
        <code>{code}</code>
        <TemplateStatusTag {...template} t={t} />
        {publishedVersion !== null && <Tag tone="info">{t('qcTemplate.publishedNo', { no: publishedVersion })}</Tag>}
        {draft && !isDraft && <Tag tone="pending">{t('qcTemplate.draftNo', { no: draft.versionNo })}</Tag>}
        {shown && <VersionSelect template={template} shown={shown} />}
      </div>
      {status === 'retired' && <p className="template-note">{t('qcTemplate.retiredNote')}</p>}
      {!isEditing && <Facts template={template} shown={shown} />}
    </div>
  )
}

export function BackLink() {
  const t = useText()
  return (
    <Link href={TEMPLATES_PATH} className="template-back">
      <Icon name="chevron-left" />
      {t('qcTemplate.back')}
    </Link>
  )
}

/** The workflow of its records, and the publication of this version. */
function Facts({ template, shown }: DetailHeadProps) {
  const t = useText()
  const called = useCalled()
  return (
    <dl className="template-facts">
      <Fact label={t('qc.product')}>{called({ name: template.productName, nameEn: template.productNameEn })}</Fact>
      <Fact label={t('qcTemplate.stage')}>
        <DictTag type={qcDicts.stage} value={template.stage} />
      </Fact>
      <Fact label={t('qcTemplate.owner')}>{template.ownerName || '-'}</Fact>
      <Fact label={t('qcTemplate.signLevels')}>{t(`qcTemplate.signLevel.${template.signLevels}`)}</Fact>
      <Fact label={t('qcTemplate.chartFrom')}>{t(`qcTemplate.chartFrom.${template.chartFrom}`)}</Fact>
      <Fact label={t('qc.lot')}>{t(template.isLotRequired ? 'qcTemplate.lotAlways' : 'qcTemplate.lotMaybe')}</Fact>
      {shown?.publishedAt && (
        <>
          <Fact label={t('qcTemplate.publisher')}>{shown.publishedByName || '-'}</Fact>
          <Fact label={t('qcTemplate.effectiveFrom')}>
            <Time value={shown.effectiveFrom} />
          </Fact>
          <Fact label={t('qcTemplate.changeNote')}>{shown.changeNote || '-'}</Fact>
        </>
      )}
      <Fact label={t('qcTemplate.usedIn')}>
        {t('qcTemplate.usedInCount', { count: shown?.recordCount ?? 0, all: template.recordCount })}
      </Fact>
      {template.remark && <Fact label={t('record.remark')}>{template.remark}</Fact>}
    </dl>
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
