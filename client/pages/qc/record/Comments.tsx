import { isAllowed } from '#shared/permissions'
import type { RecordDetail } from '#shared/qc/record/schema'
import { participantTags } from '#shared/qc/record/workflow'
import { useLastPermissions } from '../../../ui/Allow'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { Time } from '../../../ui/time'
import { useText } from '../../../ui/useText'
import { CommentForm, type CommentFormProps } from './CommentForm'

type CommentsProps = Omit<CommentFormProps, 'id'> & { record: RecordDetail }

/** The comments on a record. A comment cannot be removed. */
export function Comments({ record: { qcValueBaseId, comments }, ...form }: CommentsProps) {
  const t = useText()
  const mayComment = isAllowed(useLastPermissions(), participantTags)
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
              <p className="record-comment-text">{withMentions(comment)}</p>
            </li>
          ))}
        </ol>
      )}
      {mayComment && <CommentForm id={qcValueBaseId} {...form} />}
    </div>
  )
}

/** The text with its mentions highlighted. */
function withMentions({ text, mentions }: RecordDetail['comments'][number]) {
  const names = new Set(mentions.map((name) => `@${name}`))
  if (names.size === 0) return text
  const pattern = new RegExp(`(${[...names].map(RegExp.escape).join('|')})`)
  return text.split(pattern).map((piece, index) => (names.has(piece) ? <b key={index}>{piece}</b> : piece))
}
