import { useState, type SyntheticEvent } from 'react'
import { Failure } from '../../../api/http'
import { useText } from '../../useText'

/**
 * A form that sends a required reason. A refusal is shown at the field.
 *
 * @param send ends with the form: it is not used again
 * @returns `formProps` to spread on the `<form>`, `fieldProps` on its `ReasonField`
 */
export function useReason(send: (reason: string) => Promise<unknown>) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    if (reason.trim() === '') return setError(t('field.required'))
    setIsBusy(true)
    try {
      await send(reason)
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure
      setError(failure.errors?.['reason'] ?? failure.message)
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    isChanged: reason.trim() !== '',
    formProps: { noValidate: true, onSubmit: (event: SyntheticEvent) => void submit(event) },
    fieldProps: { value: reason, error, onChange: setReason },
  }
}
