import type { ComponentProps } from 'react'

type FileInputProps = Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'capture' | 'multiple' | 'aria-label'> & {
  onFiles: (files: File[]) => void
}

/** The hidden input behind a button that chooses files. The same file can be chosen again, corrected for example. */
export const FileInput = ({ onFiles, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    hidden
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      onFiles(files)
    }}
  />
)
