import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { removeAvatar } from '../../../api/access/profile'
import { session } from '../../../stores/session'
import { Avatar } from '../../../ui/avatar/Avatar'
import { Button } from '../../../ui/Button'
import { confirm } from '../../../ui/overlay/confirm'
import { dialogPart } from '../../../ui/overlay/Dialog'
import { Icon } from '../../../ui/icons/Icon'
import { fetchAhead, isReady } from '../../../ui/ready'
import { isDone } from '../../../ui/record/record-actions'
import { FileInput } from '../../../ui/input/FileInput'
import { useFileDrop } from '../../../ui/input/useFileDrop'
import { tr, useText } from '../../../ui/useText'
import { pictureTypes, readPicture, type Picture } from './picture'
import { profileQuery, reloadOperator } from './queries'

const AvatarCrop = dialogPart(() => import('./AvatarCrop'))

/**
 * The operator's picture beside `children`. A new picture is chosen by the button, dropped or pasted, and then cut to a
 * square.
 */
export function AvatarPicker({ children }: { children: ReactNode }) {
  const t = useText()
  const queries = useQueryClient()
  const { name, avatar } = useSnapshot(session)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [picture, setPicture] = useState<Picture>()
  const [fault, setFault] = useState('')
  const dropTarget = useFileDrop((file) => void choose(file))
  usePastedPicture((file) => void choose(file))

  async function choose(file: File | undefined) {
    if (!file || picture) return
    setFault('')
    const [read, isThere] = await Promise.all([readPicture(file), isReady(AvatarCrop)])
    if (typeof read === 'string') setFault(read)
    else if (isThere) setPicture(read)
  }

  async function remove() {
    const label = tr('profile.removeAvatar')
    const question = {
      title: label,
      text: tr('profile.removeAvatarText'),
      confirmLabel: label,
      tone: 'danger',
    } as const
    if (!(await confirm(question)) || !(await isDone(removeAvatar()))) return
    button.current?.focus() // the pressed button is about to disappear
    await showChange()
  }

  const showChange = () => Promise.all([reloadOperator(), queries.invalidateQueries(profileQuery)])

  function closeSaved() {
    flushSync(() => setPicture(undefined))
    button.current?.focus() // the picture may have been dropped or pasted
    void showChange()
  }

  return (
    <div className="grid profile-avatar" {...dropTarget}>
      <div className="row gap-16 profile-who">
        <button
          ref={button}
          type="button"
          className="profile-avatar-button"
          aria-label={t('profile.changeAvatar')}
          title={t('profile.changeAvatar')}
          onPointerEnter={() => fetchAhead(AvatarCrop)}
          onClick={() => input.current?.click()}
        >
          <Avatar avatar={avatar} name={name} size={80} />
          <span className="profile-avatar-badge">
            <Icon name="edit" />
          </span>
        </button>
        <div>{children}</div>
      </div>
      <FileInput ref={input} accept={pictureTypes.join()} onFiles={([file]) => void choose(file)} />
      {avatar && (
        <Button variant="text" className="profile-avatar-remove" onClick={() => void remove()}>
          {t('profile.removeAvatar')}
        </Button>
      )}
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <p className="field-hint">{t('profile.avatarHint')}</p>
      {picture && <AvatarCrop picture={picture} onSaved={closeSaved} onClose={() => setPicture(undefined)} />}
    </div>
  )
}

/** Listens for files pasted anywhere on the page except into a field. */
function usePastedPicture(onPaste: (file: File) => void) {
  const paste = useEffectEvent(({ target, clipboardData }: ClipboardEvent) => {
    const file = clipboardData?.files[0]
    if (file && !(target instanceof Element && target.closest('input, textarea, [role=dialog]'))) onPaste(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
