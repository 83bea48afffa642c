import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { SpcPoint } from '#shared/qc/analysis/schema'
import { annotationApi } from '../../../../api/qc/annotation'
import { session } from '../../../../stores/session'
import { useAllowed } from '../../../../ui/Allow'
import { Button, IconButton } from '../../../../ui/Button'
import { dialogPart } from '../../../../ui/overlay/Dialog'
import { confirm } from '../../../../ui/overlay/confirm'
import { useAction } from '../../../../ui/qc/useAction'
import { isReady } from '../../../../ui/ready'
import { useText } from '../../../../ui/useText'
import { useLineTime } from '../line-clock'
import type { PlacedAnnotation } from './useAnnotations'

const AnnotateForm = dialogPart(() => import('./AnnotateForm'))

type AnnotationListProps = {
  itemKey: string
  annotations: readonly PlacedAnnotation[]
  /** The selected point, for a new annotation. */
  point: SpcPoint | undefined
  /** Goes to the point of an index. */
  onGoTo: (index: number) => void
}

/** The annotations of the chart, in the order of their points, and the button to add one. */
export function AnnotationList({ itemKey, annotations, point, onGoTo }: AnnotationListProps) {
  const t = useText()
  const time = useLineTime()
  const { userId } = useSnapshot(session)
  const mayAdd = useAllowed(['qc:annotation:add'])
  const mayRemove = useAllowed(['qc:annotation:remove'])
  const [isAdding, setIsAdding] = useState(false)
  const [isBusy, run] = useAction()
  if (annotations.length === 0 && !mayAdd) return null

  async function add() {
    if (await isReady(AnnotateForm)) setIsAdding(true)
  }

  async function remove({ annotationId, text }: PlacedAnnotation) {
    const question = { title: t('qcAnnotation.removeTitle'), text: `${text}\n${t('qcAnnotation.removeText')}` }
    if (await confirm({ ...question, confirmLabel: t('action.delete'), tone: 'danger' })) {
      await run(() => annotationApi.remove(annotationId))
    }
  }

  return (
    <section className="stack annotations" aria-label={t('qcAnnotation.title')}>
      <div className="split wrap">
        <h2>{t('qcAnnotation.title')}</h2>
        {mayAdd && (
          <Button icon="plus" onClick={() => void add()}>
            {t('qcAnnotation.add')}
          </Button>
        )}
      </div>
      {annotations.length > 0 && (
        <ol className="stack gap-4">
          {annotations.map((annotation) => (
            <li key={annotation.annotationId} className="row start gap-12">
              <Button variant="text" onClick={() => onGoTo(annotation.index)}>
                <b className="annotation-no">{annotation.no}</b> {time(annotation.at)}
              </Button>
              <p className="annotation-text">
                {annotation.text}
                <small className="muted">
                  {t('qcAnnotation.by', { name: annotation.createName, time: time(annotation.createdAt) })}
                </small>
              </p>
              {(mayRemove || (mayAdd && annotation.createBy === userId)) && (
                <IconButton
                  icon="trash"
                  label={t('qcAnnotation.remove', { no: annotation.no })}
                  disabled={isBusy}
                  onClick={() => void remove(annotation)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {isAdding && <AnnotateForm itemKey={itemKey} point={point} onClose={() => setIsAdding(false)} />}
    </section>
  )
}
