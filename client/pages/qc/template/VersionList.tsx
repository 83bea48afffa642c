import { Link } from 'wouter'
import type { TemplateDetail, Version } from '#shared/qc/template/schema'
import { templatePath } from '#shared/qc/paths'
import { Tag } from '../../../ui/feedback/Tag'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'

const tones = { draft: 'pending', published: 'ok', superseded: 'info' } as const

type VersionListProps = { template: TemplateDetail; shown: Version }

/** All versions with their publication, the newest first. */
export function VersionList({ template: { templateId, versions }, shown }: VersionListProps) {
  const t = useText()
  return (
    <ol className="template-version-list">
      {versions.map((version) => (
        <li key={version.versionId} aria-current={version.versionId === shown.versionId || undefined}>
          <p className="row">
            <Link href={templatePath(templateId, version.status === 'draft' ? 'draft' : version.versionNo)}>
              {t('qcTemplate.versionNo', { no: version.versionNo })}
            </Link>
            <Tag tone={tones[version.status]}>{t(`qcTemplate.versionStatus.${version.status}`)}</Tag>
          </p>
          {version.changeNote && <p>{version.changeNote}</p>}
          <p className="muted small">
            {version.publishedAt ? (
              <>
                {version.publishedByName} · <Time value={version.publishedAt} />
              </>
            ) : (
              <>
                {t('qcTemplate.savedAt')} <Time value={version.updatedAt} />
              </>
            )}
            {' · '}
            {t('qcTemplate.itemCount', { count: version.itemCount })}
            {version.status !== 'draft' && ` · ${t('qcTemplate.recordCount', { count: version.recordCount })}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
