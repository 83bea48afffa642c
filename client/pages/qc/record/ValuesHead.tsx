import { useText } from '../../../ui/useText'

/** The head of a table of a record's values, whether they are entered, read or printed. */
export function ValuesHead() {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col">{t('qcRecord.item')}</th>
        <th scope="col">{t('qcRecord.limits')}</th>
        <th scope="col">{t('qcRecord.values')}</th>
        <th scope="col">{t('qcRecord.statistics')}</th>
        <th scope="col">{t('qcRecord.judgement')}</th>
      </tr>
    </thead>
  )
}
