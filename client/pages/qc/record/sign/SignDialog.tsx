import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { templateOf } from '#shared/qc/localized-name'
import { meaningOf, needsDisposition, ruleOf, statusAfter } from '#shared/qc/record/workflow'
import { codes } from '#shared/envelope'
import type { RecordDetail } from '#shared/qc/record/schema'
import { Failure } from '../../../../api/http'
import { recordApi } from '../../../../api/qc/record'
import { session } from '../../../../stores/session'
import { Dialog } from '../../../../ui/overlay/Dialog'
import { keepFocus } from '../../../../ui/record/record-actions'
import { useLocalizedName } from '../../../../ui/qc/localized-name'
import { RecordStatusTag } from '../../../../ui/qc/RecordStatusTag'
import { Verdict } from '../../../../ui/qc/Verdict'
import { useText } from '../../../../ui/useText'
import { valueCorrections } from '../Corrections'
import { Facts } from '../../../../ui/layout/Fact'
import { readItems } from '../read-items'
import { SignForm, type Signed } from '../../../../ui/qc/sign/SignForm'
import type { SignedAction } from '../useRecordEditor'
import './sign.css'

type SignDialogProps = {
  record: RecordDetail
  action: SignedAction
  /** @param record after the action; or, if `isDone` is false, after another operator's change */
  onDone: (record: RecordDetail, isDone: boolean) => void
  onClose: () => void
}

/**
 * Signs a record: the meaning of the signature, a summary of the record, and the password. If another operator has
 * changed the record meanwhile, the dialog stays open with its texts and signs nothing.
 */
export default function SignDialog({ record: latest, action, onDone, onClose }: SignDialogProps) {
  const [record] = useState(latest) // the signed data do not change while the dialog is open
  const [changed, setChanged] = useState<string>()
  const t = useText()
  const localized = useLocalizedName()
  const { name } = useSnapshot(session)
  const { qcValueBaseId, lockVersion, judgement, ngItems } = record
  const meaning = meaningOf(action, record)
  const title = t(`qcRecord.action.${action}`)

  async function send(signed: Signed) {
    try {
      onDone(await recordApi.advance(qcValueBaseId, action, { lockVersion, ...signed }), true)
      onClose()
    } catch (error) {
      if (error instanceof Failure && error.code === codes.conflict) {
        const current = await recordApi.get(qcValueBaseId)
        if (current.lockVersion !== lockVersion) {
          setChanged(changeOf(current))
          return onDone(current, false)
        }
      }
      throw error
    }
  }

  /** The other operator's change, in words. */
  function changeOf({ signatures }: RecordDetail): string {
    const signed = signatures.find(
      ({ signatureId }) => !record.signatures.some((signature) => signature.signatureId === signatureId),
    )
    if (!signed) return t('qcRecord.changedWhileSigned')
    return t('qcRecord.signedMeanwhile', { name: signed.signerName, meaning: t(`qcRecord.meaning.${signed.meaning}`) })
  }

  function close() {
    onClose()
    if (changed) keepFocus() // the button that opened it may be gone
  }

  return (
    <Dialog
      title={`${title} ${record.recordNo}`}
      open
      onClose={close}
      isChanged={changed ? false : undefined}
      size="medium"
    >
      <SignForm
        asks={{
          reason: ruleOf(action).needsReason ?? false,
          disposition: needsDisposition(action, record),
          password: meaning !== undefined && record.isPasswordAsked,
        }}
        passwordGoodUntil={record.passwordGoodUntil}
        label={title}
        isDanger={action === 'void' || action === 'reject'}
        obsolete={changed}
        send={send}
        onClose={close}
      >
        {meaning && (
          <p className="sign-meaning">
            {record.isPasswordAsked
              ? t('qcRecord.signMeaning', { name, meaning: t(`qcRecord.meaning.${meaning}`) })
              : t('qcRecord.unsigned')}
          </p>
        )}
        <Facts
          className="sign-summary"
          of={[
            [t('qc.template'), `${localized(templateOf(record))} · ${t('qcRecord.version', { no: record.versionNo })}`],
            [t('qc.lot'), record.lotNo ?? '-'],
            [t('qcRecord.operator'), record.operatorName],
            [
              t('qcRecord.judgement'),
              <>
                <Verdict value={judgement} />
                {ngItems > 0 && ` ${t('qcRecord.ngItems', { count: ngItems })}`}
              </>,
            ],
            [t('qcRecord.corrections'), t('qcRecord.times', { count: correctedValues(record) })],
            [
              t('record.status'),
              <>
                <RecordStatusTag of={record} />{' '}
                <span className="sign-after">
                  → <RecordStatusTag of={{ ...record, status: statusAfter(action, record) }} />
                </span>
              </>,
            ],
          ]}
        />
      </SignForm>
    </Dialog>
  )
}

/** The number of values marked as corrected, with those removed. */
const correctedValues = (record: RecordDetail) =>
  readItems(record).flatMap(({ item, samples, corrections }) =>
    samples.filter(({ sampleNo }) => valueCorrections(corrections, item, sampleNo).length > 0),
  ).length
