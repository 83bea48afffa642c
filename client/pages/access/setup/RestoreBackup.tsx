import { useRef, useState } from 'react'
import { formatTime } from '#shared/format/time'
import { Failure } from '../../../api/failure'
import { restoreBackup } from '../../../api/access/setup-restore'
import { loadAppInfo } from '../../../stores/app-info'
import type { Note } from '../../../stores/sign-in-page'
import { Button } from '../../../ui/Button'
import { Icon } from '../../../ui/icons/Icon'
import { FileInput } from '../../../ui/input/FileInput'
import { tr, useText } from '../../../ui/useText'

type RestoreBackupProps = {
  token: string
  /** Called once the server uses the data of the backup. */
  onDone: (note: Note) => void
}

type Stage =
  | { kind: 'closed' | 'open' }
  /** `share`: the sent part of the file, 0 to 1. */
  | { kind: 'sending'; name: string; share: number }
  | { kind: 'refused'; message: string }

/** Restores a backup into the empty installation, instead of creating a first administrator. */
export default function RestoreBackup({ token, onDone }: RestoreBackupProps) {
  const t = useText()
  const [stage, setStage] = useState<Stage>({ kind: 'closed' })
  const input = useRef<HTMLInputElement>(null)
  const isSending = stage.kind === 'sending'

  async function restore(file: File) {
    const { name } = file
    setStage({ kind: 'sending', name, share: 0 })
    try {
      const { takenAt, rows } = await restoreBackup(token, file, (share) => setStage({ kind: 'sending', name, share }))
      const { users = 0, records = 0 } = rows
      await loadAppInfo() // waits until the server has opened the backup
      onDone({ message: tr('setup.restoredFrom', { time: formatTime(takenAt), users, records }), isGood: true })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setStage({ kind: 'refused', message: error.message })
    }
  }

  if (stage.kind === 'closed') {
    return (
      <div className="setup-restore">
        <Button variant="text" className="setup-submit" onClick={() => setStage({ kind: 'open' })}>
          {t('setup.restore')}
        </Button>
      </div>
    )
  }
  return (
    <section className="setup-restore" aria-label={t('setup.restore')}>
      <h2>{t('setup.restore')}</h2>
      <p className="front-page-text">{t('setup.restoreIntro')}</p>
      <Button className="setup-submit" busy={isSending} onClick={() => input.current?.click()}>
        {t('setup.restoreFile')}
      </Button>
      <FileInput
        ref={input}
        accept=".gz,.sqlite"
        aria-label={t('setup.restoreFile')}
        onFiles={([file]) => file && void restore(file)}
      />
      <div className="setup-restore-outcome" role="status">
        {isSending && (
          <>
            <p>{t(stage.share < 1 ? 'setup.sending' : 'setup.checking', { name: stage.name })}</p>
            {stage.share < 1 && <progress value={stage.share} />}
          </>
        )}
        {stage.kind === 'refused' && (
          <p className="row stretch setup-restore-refused">
            <Icon name="warning" size={20} /> {stage.message}
          </p>
        )}
      </div>
    </section>
  )
}
