import { useQueryClient } from '@tanstack/react-query'
import {
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type Dispatch,
  type SetStateAction,
  type SyntheticEvent,
} from 'react'
import type { Assignee } from '#shared/qc/assignment'
import { Failure } from '../../../api/http'
import { recordApi } from '../../../api/qc/record'
import { Button } from '../../../ui/Button'
import { TextAreaField } from '../../../ui/form/fields'
import { toast } from '../../../ui/overlay/toast'
import { part } from '../../../ui/part'
import type { SearchMatch } from '../../../ui/qc/select/SearchPicker'
import { isReady } from '../../../ui/ready'
import { useUnsaved } from '../../../ui/tab'
import { useText } from '../../../ui/useText'
import { takeRecord } from './record-query'

const SearchPicker = part(() => import('../../../ui/qc/select/SearchPicker'))

/** An unsent comment, and the persons mentioned in it. A mention lasts as long as the name stands in the text. */
type CommentDraft = { text: string; chosen: readonly Assignee[] }

const blank: CommentDraft = { text: '', chosen: [] }

/** The unsent comment of a page. It makes leaving the page ask first. */
export function useCommentDraft() {
  const [draft, setDraft] = useState(blank)
  useUnsaved(draft.text.trim() !== '')
  return [draft, setDraft] as const
}

export type CommentFormProps = {
  id: number
  /** The page keeps the draft while other tabs are shown. */
  draft: CommentDraft
  onDraft: Dispatch<SetStateAction<CommentDraft>>
}

/** Writes a comment on a record. `@` offers users who may see the record. */
export function CommentForm({ id, draft: { text, chosen }, onDraft }: CommentFormProps) {
  const t = useText()
  const queries = useQueryClient()
  const pickerId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    if (text.trim() === '') return setError(t('field.required'))
    setIsBusy(true)
    const mentions = chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ userId }) => userId)
    try {
      takeRecord(queries, await recordApi.comment(id, { text, mentions }))
      // text typed meanwhile stays
      onDraft((now) => ({
        ...now,
        text: now.text.startsWith(text) ? now.text.slice(text.length).trimStart() : now.text,
      }))
      setError(undefined)
      toast.show(t('qcRecord.done.comment'), { tone: 'success' })
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setError(failure.errors?.['text'] ?? failure.errors?.['mentions'] ?? failure.message)
    } finally {
      setIsBusy(false)
    }
  }

  function change({ target }: ChangeEvent<HTMLTextAreaElement>) {
    const isAt = target.value.length > text.length && /(^|\s)@$/.test(target.value.slice(0, target.selectionEnd))
    onDraft((now) => ({ ...now, text: target.value }))
    if (isAt) void choose()
  }

  async function choose() {
    if (await isReady(SearchPicker)) setIsChoosing(true)
  }

  /** Writes the name after the `@` before the cursor, adding the `@` if necessary. */
  function address({ id: userId, label: name }: SearchMatch) {
    const at = field.current?.selectionEnd ?? text.length
    const before = text.slice(0, at).replace(/@$/, '')
    const written = `${before}@${name} `
    onDraft(({ chosen: others }) => ({ text: written + text.slice(at), chosen: [...others, { userId, name }] }))
    setIsChoosing(false)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(written.length, written.length)
    })
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <TextAreaField
        ref={field}
        label={t('qcRecord.newComment')}
        error={error}
        hint={t('qcRecord.commentHint')}
        maxLength={1000}
        value={text}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
        }}
      />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('qcRecord.addComment')}
        </Button>
        <Button variant="text" onClick={() => void choose()}>
          {t('qcRecord.mention')}
        </Button>
      </div>
      {isChoosing && (
        <SearchPicker
          id={pickerId}
          label={t('qcRecord.mention')}
          name={['mention', id]}
          search={async (query, signal) => {
            const keyword = 'keyword' in query ? query.keyword || undefined : undefined
            const found = await recordApi.assignees(id, { keyword }, signal)
            return found.map(({ userId, name }) => ({ id: userId, label: name }))
          }}
          chosen={undefined}
          anchor={() => field.current}
          onClose={() => setIsChoosing(false)}
          onChoose={address}
        />
      )}
    </form>
  )
}
