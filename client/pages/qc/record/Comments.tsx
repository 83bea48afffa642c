import { useQueryClient } from '@tanstack/react-query'
import { useState, type Dispatch, type SetStateAction, type SyntheticEvent } from 'react'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Failure } from '../../../api/http'
import { recordApi } from '../../../api/qc/record'
import { useAllowed } from '../../../ui/Allow'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { TextAreaField } from '../../../ui/form/fields'
import { useUnsaved } from '../../../ui/tab'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { takeRecord } from './record-query'

type CommentsProps = {
  record: RecordDetail
  /** The unsent text. The page keeps it while other tabs are shown. */
  text: string
  onText: Dispatch<SetStateAction<string>>
}

/** The comments on a record. A comment cannot be removed. */
export function Comments({ record: { qcValueBaseId, comments }, text, onText }: CommentsProps) {
  const t = useText()
  const queries = useQueryClient()
  const mayComment = useAllowed(['qc:record:edit', 'qc:record:review', 'qc:record:approve', 'qc:record:reject'])
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return setError(t('field.required'))
    setIsBusy(true)
    try {
      takeRecord(queries, await recordApi.comment(qcValueBaseId, text))
      onText((now) => (now.startsWith(text) ? now.slice(text.length).trimStart() : now)) // text that was typed meanwhile stays
      setError(undefined)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setError(failure.errors?.['text'] ?? failure.message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="record-tab">
      {comments.length === 0 ? (
        <EmptyState text={t('qcRecord.noComments')} />
      ) : (
        <ol className="grid gap-12 record-comments">
          {comments.map((comment) => (
            <li key={comment.commentId}>
              <p className="muted record-comment-head">
                <b>{comment.authorName}</b> <Time value={comment.createdAt} />
              </p>
              <p className="record-comment-text">{comment.text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayComment && (
        <form noValidate onSubmit={(event) => void send(event)}>
          <TextAreaField
            label={t('qcRecord.newComment')}
            error={error}
            hint={t('qcRecord.commentHint')}
            maxLength={1000}
            value={text}
            onChange={({ target }) => onText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
            }}
          />
          <Button type="submit" busy={isBusy}>
            {t('qcRecord.addComment')}
          </Button>
        </form>
      )}
    </div>
  )
}

/** The unsent text of a comment. While there is one, leaving the page asks first. */
export function useCommentText() {
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  return [text, setText] as const
}
