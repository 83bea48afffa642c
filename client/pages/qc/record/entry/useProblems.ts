import { useMemo } from 'react'
import { calledIn } from '#shared/qc/localized-name'
import { submissionFaultKey, submissionFaultsOf } from '#shared/qc/record/workflow'
import { cellKey, type Content } from '../../../../stores/qc/entered'
import type { Entry } from '../../../../ui/qc/entry/entry'
import { useLocale, useText } from '../../../../ui/useText'
import { placesOf, type Place, type Problem } from './problems'

type Submitted = {
  entry: Entry
  content: Pick<Content, 'lotId' | 'remark'>
  isLotRequired: boolean
  /** Values that people have typed; those of instruments and sheets may have more digits than are shown. */
  isTyped: boolean
  /** Somebody has tried to submit it. */
  isTried: boolean
  /** What the server says, by field or `cellKey`. */
  faults: Readonly<Record<string, string>>
}

/**
 * What keeps a record from being submitted, each with the first place it is about, and what is wrong by field or
 * `cellKey`: once somebody has tried, everything that is missing as well.
 */
export function useProblems({ entry, content, isLotRequired, isTyped, isTried, faults }: Submitted) {
  const t = useText()
  const locale = useLocale()
  const { inspection } = entry
  const left = submissionFaultsOf({ ...content, inspection, isLotRequired, isTyped })

  function nameOf({ item, sampleNo }: Place): string {
    const name = calledIn(locale, item)
    return sampleNo === undefined || item.sampleSize === 1
      ? name
      : t('qcRecord.cellLabel', { item: name, sample: sampleNo })
  }
  const problems = left.map((fault): Problem => {
    const [place] = placesOf(fault, entry, isTyped)
    const what = t(submissionFaultKey(fault))
    return { fault, place, text: place ? t('qcRecord.submitAt', { what, place: nameOf(place) }) : what }
  })

  const isWithout = (fault: 'lot' | 'ngRemark') => isTried && left.includes(fault)
  const lacksLot = isWithout('lot')
  const lacksRemark = isWithout('ngRemark')
  const open = isTried && left.includes('missing') ? placesOf('missing', entry, isTyped) : []
  const openKeys = open.map(({ item: { itemKey }, sampleNo = 0 }) => cellKey({ itemKey, sampleNo })).join('\n')
  // By what is in it: rows are drawn anew for another object.
  const marked = useMemo(
    () => ({
      ...(lacksLot && { lotId: t(submissionFaultKey('lot')) }),
      ...(lacksRemark && { remark: t(submissionFaultKey('ngRemark')) }),
      ...Object.fromEntries(
        openKeys
          .split('\n')
          .filter(Boolean)
          .map((key) => [key, t('qcRecord.valueNeeded')]),
      ),
      ...faults,
    }),
    [lacksLot, lacksRemark, openKeys, faults, t],
  )
  return { problems, shownProblems: isTried ? problems : [], marked }
}
