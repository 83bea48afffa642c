import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { isMeasured } from '#shared/qc/constants'
import { changeDraft } from '../../../stores/qc/drafts'
import { gaugeOf } from '../../../stores/qc/entered'
import { Button } from '../../Button'
import { reserveEnd } from '../../feedback/end-bar'
import { useTypingAnywhere } from '../../form/typing-anywhere'
import { toast } from '../../overlay/toast'
import { UNDO_MS } from '../../record/record-actions'
import { useText } from '../../useText'
import { useLocalizedName } from '../localized-name'
import { LimitsBar } from '../limits-bar/LimitsBar'
import { EntryPhotos, usePhotoRoom } from '../photo/EntryPhotos'
import { EquipmentField } from '../select/EquipmentSelect'
import type { Entry } from './entry'
import { ItemQuestion, type Question } from './ItemQuestion'
import { gaugeValue, limitsText } from './limits-text'
import { MissingReasons } from './MissingReasons'
import { Samples } from './Samples'
import { showAbove } from './show-above'
import { faultOf, type FaultTextOf, type Step } from './steps'
import { isTabAfterTyping, typing } from './typing'
import { useKeyboardHeight } from './useKeyboardHeight'
import { ValueField } from './ValueField'
import { VerdictLine } from './VerdictLine'
import './phone-bar.css'
import './PhoneEntry.css'
import { needsReason } from './not-applicable'

type ItemScreenProps = {
  step: Step
  /** All samples of the item. */
  steps: readonly Step[]
  /** The server's error for a value, or the reason why this value prevents submission. */
  faultTextOf?: FaultTextOf
  remark: string
  clientUid: string
  /** The code of the product line, to offer its gauges; left out if none can be chosen. */
  product?: string
  isFirst: boolean
  isLast: boolean
  set: Entry['set']
  /** The photos of the record; left out if none can be taken. */
  photos?: Pick<Entry, 'photos' | 'setPhotos'>
  onGo: (step: Step) => void
  onPrevious: () => void
  onNext: () => void
}

const BUZZ_MS = 200

/** One sample of one item, with controls large enough for a gloved hand. Use a new key for each. */
export function ItemScreen(props: ItemScreenProps) {
  const {
    step,
    steps,
    faultTextOf,
    remark,
    clientUid,
    product,
    isFirst,
    isLast,
    set,
    photos,
    onGo,
    onPrevious,
    onNext,
  } = props
  const t = useText()
  const localized = useLocalizedName()
  const [question, setQuestion] = useState<Question>()
  const [panel, setPanel] = useState<'missing' | 'remark'>()
  const photoRoom = usePhotoRoom(photos?.photos ?? [])
  const body = useRef<HTMLDivElement>(null)
  const bar = useKeyboardHeight(showField)
  const { item, sample, value, sampleNo } = step
  const isMissing = value !== undefined && value.state !== 'present'
  const needle = gaugeValue(step)
  const fault = faultTextOf?.(step)

  /** The bar must not cover the entered value and its verdict. */
  function showField() {
    const answer = body.current?.querySelector('.phone-given')
    if (answer && bar.current) showAbove(bar.current, answer)
  }
  useLayoutEffect(showField, [bar, panel, question])
  useEffect(() => reserveEnd(bar.current), [bar])

  useEffect(() => {
    const field = body.current?.querySelector<HTMLElement>('input, textarea')
    field?.focus({ preventScroll: true })
  }, [panel])

  useTypingAnywhere(() => body.current?.querySelector<HTMLInputElement>('.phone-number > input'), offerUndo)

  function offerUndo(replaced: string) {
    if (!value) return
    const name = item.sampleSize > 1 ? t('qcEntry.valueOf', { name: localized(item), sampleNo }) : localized(item)
    toast.show(t('qcEntry.replaced', { name, value: replaced }), {
      timeoutMs: UNDO_MS,
      action: { label: t('action.undo'), onClick: () => set(item.itemKey, sampleNo, value) },
    })
  }

  const change: Parameters<typeof ValueField>[0]['onChange'] = (entered) => {
    setQuestion(undefined)
    set(item.itemKey, sampleNo, { state: 'present', missingCode: null, confirmed: false, ...entered })
  }

  function measureAgain() {
    change({ raw: '', den: value?.den ?? '' })
    body.current?.querySelector<HTMLElement>('input')?.focus()
  }

  /** A value measured again replaces the present one. */
  function selectNumber() {
    const numbers = [...(body.current?.querySelectorAll<HTMLInputElement>('.phone-number > input') ?? [])]
    const number = numbers.find((field) => field === document.activeElement) ?? numbers[0]
    number?.select()
  }

  function ask(about: Question) {
    if (about === 'ng') navigator.vibrate?.(BUZZ_MS)
    selectNumber()
    setQuestion(about)
  }

  /** A true value can always be saved: one question is enough. */
  function goOn(event?: FormEvent) {
    event?.preventDefault()
    typing.cell = undefined // Enter leaves the field without a blur
    if (!isMissing && sample) {
      if (faultOf(step)) return selectNumber()
      if (!sample.isPlausible) return ask('implausible')
      if (sample.judgement === 'NG' && question !== 'ng') return ask('ng')
    }
    onNext()
  }

  /** Of the two numbers of a count, the first is left to the browser, whose Tab goes to the second. */
  function onKeyDown(event: KeyboardEvent) {
    const last = [...(body.current?.querySelectorAll('.phone-number > input') ?? [])].at(-1)
    if (!isTabAfterTyping(event) || event.target !== last) return
    event.preventDefault()
    goOn()
  }

  function confirmValue() {
    set(item.itemKey, sampleNo, { confirmed: true })
    if (sample?.judgement === 'NG') ask('ng')
    else onNext()
  }

  const nextText = t(isLast ? 'qcEntry.finish' : sampleNo < steps.length ? 'qcEntry.nextSample' : 'qcEntry.next')
  const remarkButton = (
    <Button aria-pressed={panel === 'remark'} onClick={() => setPanel(panel === 'remark' ? undefined : 'remark')}>
      {t(panel === 'remark' ? 'qcEntry.remarkDone' : 'record.remark')}
    </Button>
  )
  return (
    <form className="stack gap-12 phone-form" onSubmit={goOn} onKeyDown={onKeyDown} noValidate>
      <div className="stack phone-card card" ref={body}>
        <div className="stack phone-asked">
          <h2>
            {localized(item)} <span className="phone-code">{item.code}</span>
          </h2>
          {isMeasured(item.type) && <p className="phone-limits">{limitsText(item, t)}</p>}
          {item.instruction && <p className="phone-instruction">{item.instruction}</p>}
          {steps.length > 1 && <Samples steps={steps} current={step.key} faultTextOf={faultTextOf} onGo={onGo} />}
        </div>
        {item.type !== 'note' && (
          <div className="stack phone-given">
            {panel === 'missing' ? (
              <MissingReasons
                chosen={value}
                isReasonNeeded={needsReason(item, step.outcome)}
                onChoose={(chosen) => {
                  setQuestion(undefined)
                  setPanel(undefined)
                  set(item.itemKey, sampleNo, chosen)
                }}
              />
            ) : panel === 'remark' ? (
              <label className="stack gap-4 phone-remark">
                {t('record.remark')}
                <textarea
                  rows={3}
                  maxLength={1000}
                  value={remark}
                  onChange={(event) => changeDraft(clientUid, { remark: event.target.value })}
                />
                <small>{t('qcEntry.remarkHint')}</small>
              </label>
            ) : (
              <ValueField step={step} isWrong={fault !== undefined} onChange={change} />
            )}
            {panel === undefined && <VerdictLine step={step} fault={fault} />}
            {panel === undefined && !isMissing && (
              <LimitsBar item={item} size="large" {...(needle !== undefined && { values: [needle] })} />
            )}
          </div>
        )}
        {product !== undefined && item.gaugeKind && item.type !== 'note' && (
          <EquipmentField
            label={t('qcRecord.gauge')}
            hint={item.gaugeKind}
            product={product}
            kind="gauge"
            gaugeKind={item.gaugeKind}
            value={gaugeOf(
              steps.flatMap(({ value: entered }) => entered ?? []),
              item.itemKey,
            )}
            onSelect={(gauge) => {
              for (const { sampleNo: no } of steps) set(item.itemKey, no, { gaugeId: gauge?.equipmentId ?? null })
            }}
          />
        )}
        {photos && item.type !== 'note' && (
          <EntryPhotos
            photos={photos.photos.filter(({ itemKey }) => itemKey === item.itemKey)}
            itemKey={item.itemKey}
            of={localized(item)}
            room={photoRoom}
            setPhotos={photos.setPhotos}
          />
        )}
      </div>
      <div className="stack phone-bar" ref={bar}>
        {question && (
          <ItemQuestion
            question={question}
            step={step}
            nextText={nextText}
            remarkButton={remarkButton}
            onAgain={measureAgain}
            onConfirm={confirmValue}
          />
        )}
        {item.type !== 'note' && !question && (
          <div className="row stretch entry-actions">
            {isMissing ? (
              <Button onClick={() => change({})}>{t('qcEntry.measureAfterAll')}</Button>
            ) : (
              <Button
                aria-pressed={panel === 'missing'}
                onClick={() => setPanel(panel === 'missing' ? undefined : 'missing')}
              >
                {t('qcRecord.missing')}
              </Button>
            )}
            {remarkButton}
          </div>
        )}
        <div className="row stretch phone-steps">
          <Button icon="chevron-left" disabled={isFirst} onClick={onPrevious}>
            {t('qcEntry.previous')}
          </Button>
          <Button variant="primary" type="submit">
            {nextText}
          </Button>
        </div>
      </div>
    </form>
  )
}
