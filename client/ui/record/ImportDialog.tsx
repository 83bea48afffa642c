import { useRef, useState } from 'react'
import type { ImportResult } from '#shared/list/import'
import { Failure } from '../../api/http'
import { downloadTemplate, importRecords } from '../../api/import'
import { Button } from '../Button'
import { Dialog } from '../overlay/Dialog'
import { Icon } from '../icons/Icon'
import { ImportFaults } from './ImportFaults'
import { isDone } from './record-actions'
import { toast } from '../overlay/toast'
import { FileInput } from '../input/FileInput'
import { useFileDrop } from '../input/useFileDrop'
import { useText } from '../useText'
import './ImportDialog.css'
import { DialogFooter } from '../overlay/DialogFooter'

type ImportDialogProps = {
  /** The path of the resource, below `/api/v1`. */
  path: string
  title: string
  /** Called after records were imported. */
  onDone: () => void
  onClose: () => void
}

/** The state of the chosen file. */
type Stage =
  | { kind: 'none' }
  | { kind: 'checking'; file: File }
  | { kind: 'checked'; file: File; result: ImportResult }
  | { kind: 'refused'; message: string }

const isTable = ({ name }: File) => /\.(csv|xlsx)$/i.test(name)

/** Imports records from a file. The whole file is checked first; it is imported as a whole, only without errors. */
export default function ImportDialog({ path, title, onDone, onClose }: ImportDialogProps) {
  const t = useText()
  const [stage, setStage] = useState<Stage>({ kind: 'none' })
  const [isImporting, setIsImporting] = useState(false)
  const dropTarget = useFileDrop((file) => void check(file))
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef<File>(undefined)
  const ready = stage.kind === 'checked' && stage.result.faultCount === 0 && stage.result.valid > 0 ? stage : undefined

  async function check(file: File | undefined) {
    if (!file) return
    latest.current = file
    if (!isTable(file)) return setStage({ kind: 'refused', message: t('import.wrongType') })
    setStage({ kind: 'checking', file })
    const next = await outcomeOf(file)
    if (latest.current === file) setStage(next) // not if another file was chosen meanwhile
  }

  async function outcomeOf(file: File): Promise<Stage> {
    try {
      return { kind: 'checked', file, result: await importRecords(path, file, true) }
    } catch (error) {
      return { kind: 'refused', message: messageOf(error) }
    }
  }

  async function take({ file }: { file: File }) {
    setIsImporting(true)
    try {
      const result = await importRecords(path, file, false)
      if (result.faultCount > 0) return setStage({ kind: 'checked', file, result }) // a free value is taken now
      toast.show([t('import.done', { count: result.valid }), ...result.notes].join('\n'), { tone: 'success' })
      onDone()
      onClose()
    } catch (error) {
      setStage({ kind: 'refused', message: messageOf(error) })
    } finally {
      setIsImporting(false)
    }
  }

  return (
    <Dialog title={title} open onClose={onClose} isChanged={isImporting} size="medium">
      <p className="muted">{t('import.intro')}</p>
      <div className="row center wrap gap-12 import-drop" {...dropTarget}>
        <span className="muted import-drop-text">{t('import.drop')}</span>
        <Button onClick={() => input.current?.click()} busy={stage.kind === 'checking' || isImporting}>
          {t(stage.kind === 'none' ? 'import.choose' : 'import.another')}
        </Button>
        <FileInput
          ref={input}
          accept=".csv,.xlsx"
          aria-label={t('import.choose')}
          onFiles={([file]) => void check(file)}
        />
      </div>
      <Button variant="text" onClick={() => void isDone(downloadTemplate(path, new AbortController().signal))}>
        {t('import.template')}
      </Button>
      <div className="import-outcome" role="status">
        <Outcome stage={stage} />
      </div>
      {stage.kind === 'checked' && <ImportFaults {...stage.result} />}
      <DialogFooter>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        {ready && (
          <Button variant="primary" busy={isImporting} onClick={() => void take(ready)}>
            {t('import.submit', { count: ready.result.valid })}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** The state of the file: a sentence, and what else its reader should know, whether it has faults or not. */
function Outcome({ stage }: { stage: Stage }) {
  const t = useText()
  if (stage.kind === 'none') return null
  if (stage.kind === 'checking') return t('import.checking', { name: stage.file.name })
  if (stage.kind === 'refused') return <Remark tone="ng" text={stage.message} />
  const { ignored, notes } = stage.result
  return (
    <>
      <Verdict {...stage} />
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      {ignored.length > 0 && <p className="muted">{t('import.ignored', { columns: ignored.join(', ') })}</p>}
    </>
  )
}

function Verdict({ file, result: { total, valid, faultCount } }: Extract<Stage, { kind: 'checked' }>) {
  const t = useText()
  if (faultCount > 0) return <Remark tone="ng" text={t('import.faulty', { total, count: total - valid })} />
  if (valid === 0) return <Remark tone="ng" text={t('import.empty')} />
  return <Remark tone="ok" text={t('import.fine', { name: file.name, count: valid })} />
}

const Remark = ({ tone, text }: { tone: 'ok' | 'ng'; text: string }) => (
  <span className={`row import-remark-${tone}`}>
    <Icon name={tone === 'ok' ? 'ok' : 'warning'} size={20} />
    {text}
  </span>
)

function messageOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error
  return Object.values(error.errors ?? {})[0] ?? error.message
}
