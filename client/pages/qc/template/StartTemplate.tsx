import type { Template } from '#shared/qc/template/schema'
import StartRecord from '../../../ui/qc/draft/StartRecord'

type StartTemplateProps = { row: Pick<Template, 'templateId'>; onClose: () => void }

/** Starts a record of a template. */
export default function StartTemplate({ row: { templateId }, onClose }: StartTemplateProps) {
  return <StartRecord templateId={templateId} onClose={onClose} />
}
